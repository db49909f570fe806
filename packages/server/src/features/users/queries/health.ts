import { type Kysely, sql } from 'kysely';
import { type SchoolCounts, toCounts } from '../../../kernel/data/counts.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

interface Unreached {
  /** Accounts that nobody has opened yet. */
  waiting: SchoolCounts;
  /** Parents without a child that is there. */
  childless: SchoolCounts;
  /** Pupils none of whose parents has an account in use. */
  unreached: SchoolCounts;
}

/** Whom some schools do not reach. */
export async function countUnreached(db: Kysely<DB>, schoolIds: readonly number[]): Promise<Unreached> {
  const { rows } = await sql<{ school_id: number; waiting: string; childless: string; unreached: string }>`
    select u.school_id, count(*) filter (where u.state = 'PENDING') as waiting,
      count(*) filter (where u.type = 'PARENT' and not exists (
        select 1 from user_parents link
        join users child on child.school_id = link.school_id and child.id = link.user_id and child.deleted_at is null
        where link.school_id = u.school_id and link.parent_id = u.id)) as childless,
      count(*) filter (where u.type = 'STUDENT' and not exists (
        select 1 from user_parents link
        join users parent on parent.school_id = link.school_id and parent.id = link.parent_id
          and parent.deleted_at is null and parent.state = 'ACTIVE'
        where link.school_id = u.school_id and link.user_id = u.id)) as unreached
    from users u where u.school_id = any(${[...schoolIds]}::bigint[]) and u.deleted_at is null
    group by u.school_id`.execute(db);
  const of = (key: 'waiting' | 'childless' | 'unreached') =>
    toCounts(rows.map((row) => ({ school_id: row.school_id, count: row[key] })));
  return { waiting: of('waiting'), childless: of('childless'), unreached: of('unreached') };
}
