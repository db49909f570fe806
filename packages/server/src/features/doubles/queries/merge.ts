import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type Merge, type MergedPair, moves, movesBy } from '../../../kernel/data/merge.ts';

/** Who is somebody else than the one who goes is somebody else than the one who stays; the two themselves are one now. */
async function moveApart(db: Kysely<DB>, { school_id, from, into }: MergedPair): Promise<void> {
  await sql`insert into doubles_apart (school_id, one_id, other_id, set_by, set_at)
    select school_id, least(third, ${into}), greatest(third, ${into}), set_by, set_at from (
      select *, case when one_id = ${from} then other_id else one_id end as third from doubles_apart
      where school_id = ${school_id} and (one_id = ${from} or other_id = ${from})) gone
    where third <> ${into}
    on conflict do nothing`.execute(db);
  await sql`delete from doubles_apart where school_id = ${school_id}
    and (one_id = ${from} or other_id = ${from})`.execute(db);
}

/** What was said of two accounts when one of them becomes one with a third. */
export const doublesMerge: Merge = {
  'doubles_apart.one_id': movesBy(null, { own: moveApart }),
  // The same rows.
  'doubles_apart.other_id': movesBy(null, { own: () => Promise.resolve() }),
  'doubles_apart.set_by': moves(),
};
