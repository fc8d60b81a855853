"""What is counted, for Prometheus. Labels are names of ours alone: no id, no text of a caller.

prometheus_client looks at its environment once, when it's first imported: ``conderis.core.metrics_files`` comes first.
"""

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

CALLS = Counter("conderis_calls", "Calls of tools, by outcome: ok, failed or a refusal's code.", ["tool", "outcome"])
CALL_SECONDS = Histogram("conderis_call_seconds", "What a call of a tool took.", ["tool"], buckets=_SECONDS)
CALL_QUERIES = Counter("conderis_call_queries", "Database queries of the calls of tools.", ["tool"])
REQUESTS = Counter("conderis_http_requests", "HTTP requests, those of tools too, by status.", ["status"])
TASKS = Counter("conderis_tasks", "Tasks of the worker, by outcome: ok or failed.", ["task", "outcome"])
TASK_SECONDS = Histogram("conderis_task_seconds", "What a task took.", ["task"], buckets=(*_SECONDS, 60.0, 600.0))
MAILS = Counter("conderis_mails", "Tries to send a mail, by outcome: sent, failed or given up.", ["outcome"])
POOL = Gauge(
    "conderis_database_connections",
    "Connections of the web processes' pools: max, open, in use, and callers that wait for one.",
    ["state"],
    multiprocess_mode="livesum",
)
