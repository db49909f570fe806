import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { removeUnusedChannels } from '../channels/index.ts';
import { endUnits, type Membership, restoreMemberships } from '../structure/index.ts';
import { type ImportedAccount, removeLinks, removeUnused, setImported, type Unlinked } from '../users/index.ts';
import { statesOf, toRecorded } from './apply.ts';
import { endEntities } from './entities.ts';
import { type Identity, listChanges, type RunRow, removeIdentities, setIdentities, updateRun } from './queries.ts';
import type { Undone } from './stored.ts';

const FIELDS = ['firstname', 'lastname', 'sex', 'email', 'phone', 'deleted_at', 'expire_at', 'read_only_from'] as const;

/** Fields that are still as the run left them get their earlier values; changes that somebody made since then stay. */
function restore(now: ImportedAccount, before: ImportedAccount, after: ImportedAccount) {
  const account: Record<string, unknown> = { ...now };
  let isKept = false;
  for (const field of FIELDS) {
    if (before[field] === after[field]) continue;
    if (now[field] === after[field]) account[field] = before[field];
    else isKept = true;
  }
  return { account: account as ImportedAccount, isKept };
}

/** Who takes back, and when. */
export interface Undoing {
  /** Null: erased meanwhile. */
  readonly by: number | null;
  readonly now: Date;
  /** The day at the school. */
  readonly today: string;
  /** Hears how far it is, from 0 to 1. */
  readonly tell: (share: number) => Promise<void>;
  readonly unlinked: Unlinked;
}

/** How much of the work is done once the accounts that stay are as before; the rest is for those that go. */
const RESTORED = 0.3;

/** Takes a saved run back, in the caller's transaction; tells of everybody. */
export async function undoRun(db: Kysely<DB>, run: RunRow, { by, now, tell, unlinked }: Undoing): Promise<Undone[]> {
  const { school_id, source } = run;
  const changes = await listChanges(db, run);
  const states = await statesOf(
    db,
    run,
    changes.map(({ user_id }) => user_id),
  );
  const links = changes.flatMap(({ after }) => after.link_ids);
  await unlinked(db, school_id, await removeLinks(db, school_id, links), now);
  const accounts: ImportedAccount[] = [];
  const identities: Identity[] = [];
  const forgotten: number[] = [];
  const moved: number[] = [];
  const memberships: Membership[] = [];
  const made: number[] = [];
  const known: Undone[] = [];
  for (const { user_id, before, after } of changes) {
    const state = states.get(user_id);
    if (!state) continue;
    const isPlaceOurs = isDeepStrictEqual(state.memberships, after.memberships);
    if (isPlaceOurs && !isDeepStrictEqual(before?.memberships ?? [], after.memberships)) {
      moved.push(user_id);
      memberships.push(...(before?.memberships ?? []));
    }
    if (before?.identity) identities.push({ user_id, ...before.identity });
    else forgotten.push(user_id);
    if (before === null) {
      made.push(user_id);
      continue;
    }
    const { account, isKept } = restore(state.account, before.account, after.account);
    accounts.push(account);
    known.push({ user_id, fate: isKept || !isPlaceOurs ? 'kept' : 'restored' });
  }
  await setImported(db, school_id, accounts);
  await restoreMemberships(db, school_id, moved, memberships);
  await setIdentities(db, school_id, source, identities);
  await removeIdentities(db, school_id, source, forgotten);
  await tell(RESTORED);
  const prepare = (ids: readonly number[]) => removeUnusedChannels(db, school_id, ids);
  const used = new Set(
    await removeUnused(db, school_id, made, prepare, (share) => tell(RESTORED + (1 - RESTORED) * share)),
  );
  const archived = [...used].flatMap((id) => states.get(id)?.account ?? []);
  await setImported(
    db,
    school_id,
    archived.map((account) => ({ ...account, deleted_at: account.deleted_at ?? now.toISOString() })),
  );
  const grades = run.overview?.grade_ids ?? [];
  await endUnits(db, 'grade', grades, school_id, now);
  await endEntities(db, run, now);
  const kept_count = known.filter(({ fate }) => fate === 'kept').length + used.size;
  await updateRun(db, run, { state: 'UNDONE', progress: 100, undone_at: now.toISOString(), kept_count });
  await appendAudit(
    db,
    changes.map(({ user_id, before, after }) => ({
      school_id,
      origin: 'session' as const,
      user_id: by,
      now,
      action: 'user-import:audit.person' as const,
      entity: 'users',
      id: user_id,
      before: toRecorded(after),
      after: toRecorded(before),
    })),
  );
  return [...known, ...made.map((user_id): Undone => ({ user_id, fate: used.has(user_id) ? 'archived' : 'removed' }))];
}
