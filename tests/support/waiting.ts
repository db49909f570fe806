import type { Pool } from 'pg';

/** How many connections to this database wait for a lock of another; those of other tests on the same server do not count. */
export async function countWaiting(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}
