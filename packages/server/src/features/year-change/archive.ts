import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { archiveEnded } from '../users/index.ts';
import { type ChangeKey, finishLeavers, listDue, lockLeavers } from './queries/changes.ts';
import { forgetArchived } from './queries/forgetting.ts';

/** A day ahead, so that it has begun at every school: when their time is over, each account says for itself. */
const AHEAD = 24 * 60 * 60 * 1000;

async function archiveOf(db: Kysely<DB>, change: ChangeKey, now: Date): Promise<number> {
  const { school_id } = change;
  const leavers = await lockLeavers(db, change);
  const over = leavers.filter(({ after }) => after.expire_at === null || Date.parse(after.expire_at) <= now.getTime());
  const ends = over.map(({ user_id, after }) => ({ id: user_id, expire_at: after.expire_at }));
  const archived = await archiveEnded(db, school_id, ends, now);
  await finishLeavers(db, change, { all: over.map(({ user_id }) => user_id), archived }, now);
  await forgetArchived(db, change);
  if (archived.length > 0)
    await appendAudit(db, [
      {
        school_id,
        origin: 'system',
        action: 'year-change:audit.archived',
        now,
        entity: 'year_changes',
        id: change.id,
        after: { people: archived.length },
      },
    ]);
  return archived.length;
}

/**
 * Archives those who left with a change once their time is over, unless somebody has changed the end of their account;
 * returns their number.
 */
export async function archiveLeavers(kysely: Kysely<DB>, now: Date): Promise<number> {
  let archived = 0;
  for (const change of await listDue(kysely, toLocal(new Date(now.getTime() + AHEAD), 'UTC').date)) {
    archived += await kysely.transaction().execute((trx) => archiveOf(trx, change, now));
  }
  return archived;
}
