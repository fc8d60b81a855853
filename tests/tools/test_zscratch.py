import time
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from tests.factories import ProjectFactory
from tests.tools.test_query_counts import Shelf, CALLS
from tests.calls import Caller
from items.models import Item
def test_x(as_owner, owner):
    out=open('/tmp/w/slow.txt','a')
    with connection.cursor() as c:
        c.execute("select relname, reltuples, relpages, last_autoanalyze, n_live_tup, n_dead_tup from pg_class left join pg_stat_user_tables using (relname) where relname like 'items_%' and relkind='r'")
        print(c.fetchall(), file=out)
    for n in (10,1000):
        t=time.time()
        p=ProjectFactory(owner=owner)
        s=Shelf(Caller(as_owner.actor, p.id), owner, p, n)
        print("fill", time.time()-t, file=out)
        for what, tool, args, _ in CALLS:
            t=time.time()
            with transaction.atomic():
                with CaptureQueriesContext(connection) as q:
                    sent = s._named({"projectId": s.project.id, **args})
                    if sent["projectId"] is None: del sent["projectId"]
                    s.caller.result(tool, sent)
                transaction.set_rollback(True)
            d=time.time()-t
            if d>1:
                print(what, round(d,2), file=out)
                worst=max(q.captured_queries,key=lambda x: float(x['time']))
                print(worst['time'], worst['sql'], file=out)
                with connection.cursor() as c:
                    try:
                        c.execute("explain analyze "+worst['sql']); print("\n".join(r[0] for r in c.fetchall()), file=out)
                    except Exception as e: print(e, file=out)
    out.close()
