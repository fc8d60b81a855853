"""No statistics of what people write: PostgreSQL would keep the most common values, erased ones too."""

from typing import ClassVar

from django.db import migrations

FORWARDS = """
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT c.oid::regclass AS relation, c.relkind, n.nspname, c.relname, a.attname, a.attnum
        FROM (VALUES
            ('items_item', 'state'), ('items_item', 'title'), ('items_item', 'summary'), ('items_item', 'tags'),
            ('items_item', 'search'), ('item_title', 'lower'), ('item_text', 'conderis_text'),
            ('items_version', 'state'), ('items_version', 'reason'),
            ('items_relation', 'note'),
            ('proposals_proposal', 'state'), ('proposals_proposal', 'title'), ('proposals_proposal', 'search'),
            ('proposals_proposal', 'reason'), ('proposals_proposal', 'decision_reason'),
            ('proposals_batchresult', 'key'), ('proposals_batchresult', 'result'),
            ('privacy_sealed', 'state'), ('privacy_sealed', 'texts'),
            ('privacy_deletionrequest', 'reason'), ('privacy_deletionrequest', 'decision_reason'),
            ('privacy_proof', 'key'), ('privacy_proof', 'marks'),
            ('outbox_mail', 'subject'), ('outbox_mail', 'text')
        ) AS wanted (relation, name)
        JOIN pg_class c ON c.oid = wanted.relation::regclass
        JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = wanted.name
    LOOP
        IF found.relkind = 'i' THEN
            EXECUTE format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS 0', found.relation, found.attnum);
        ELSE
            EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', found.relation, found.attname);
        END IF;
        PERFORM pg_clear_attribute_stats(found.nspname, found.relname, found.attname, false);
    END LOOP;
END
$$;
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("items", "0006_deletions"),
        ("outbox", "0002_deletions"),
        ("proposals", "0003_deletions"),
        ("privacy", "0002_erasures"),
    ]
    operations: ClassVar = [migrations.RunSQL(FORWARDS, migrations.RunSQL.noop)]
