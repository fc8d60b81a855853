"""What unpacking may cost in all."""

from conderis.core.errors import TooLarge
from conderis.imports.bounds import ENTRIES_MAX, RATIO_FROM, RATIO_MAX, UNPACKED_MAX


class Budget:
    """Counts entries and unpacked bytes of one archive; raises TooLarge once there are too many."""

    def __init__(self, packed: int) -> None:
        self.packed = packed
        self.unpacked = 0
        self.entries = 0

    def entry(self) -> None:
        self.entries += 1
        if self.entries > ENTRIES_MAX:
            raise TooLarge(f"The archive has more than {ENTRIES_MAX:,} entries.", limit=f"{ENTRIES_MAX} entries")

    def spend(self, count: int) -> None:
        self.unpacked += count
        if self.unpacked > UNPACKED_MAX:
            raise TooLarge(
                f"The archive unpacks to more than {UNPACKED_MAX:,} bytes.", limit=f"{UNPACKED_MAX} unpacked bytes"
            )
        if self.unpacked > RATIO_FROM and self.unpacked > RATIO_MAX * self.packed:
            raise TooLarge(
                f"The archive unpacks to more than {RATIO_MAX} times its size, which no folder of notes does.",
                limit=f"{RATIO_MAX} times its size",
            )
