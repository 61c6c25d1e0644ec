/** The class of the advisory locks that workers hold while their session lives. */
export const WORKER_LOCKS = 7001;

// A worker is alive while its lease is valid and its session holds its lock. A worker that hangs or is cut off loses
// the lease; one that died loses the lock at once. Just after the database server has started, workers have not had
// time to lock again, so only the lease counts.
export const LIVING_WORKERS = `
  select w.id from workers w
  where w.lease_until > now()
    and (pg_postmaster_start_time() > now() - interval '5 seconds' or exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.classid = ${WORKER_LOCKS} and l.objid = w.number and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database()) and l.granted))`;
