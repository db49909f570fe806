import { isRevertible, type RevertPreview } from '@kreide/core/features/year-change';
import { ApiError, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { tryOut } from '../../kernel/data/try-out.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { getSchool, lockSchool } from '../schools/index.ts';
import { gradesOf, listYears, type Membership } from '../structure/index.ts';
import { namesOf } from '../users/index.ts';
import { type ChangedSince, revertChange } from './apply.ts';
import { type ChangeRow, listKept, lockChange, newestChange } from './queries/changes.ts';
import { toDone, toReasons } from './shown.ts';

interface Reverting {
  readonly id: number;
  readonly actor: Actor;
  readonly now: Date;
}

/** The newest change while it can be taken back, locked. */
async function openRevertible(trx: Kysely<DB>, { id, actor, now }: Reverting): Promise<ChangeRow> {
  const { school_id } = actor;
  await lockSchool(trx, school_id);
  const change = await lockChange(trx, { school_id, id });
  if (!change) throw new ApiError({ code: 'not_found' });
  if (change.state !== 'APPLIED') throw new ApiError({ code: 'already_undone' });
  if ((await newestChange(trx, school_id))?.id !== change.id) throw new ApiError({ code: 'superseded' });
  // What was before is forgotten in the night after its time.
  if (!isRevertible(change, now) || change.forgotten_at !== null) throw new ApiError({ code: 'revert_over' });
  return change;
}

/** Takes the newest change back, or says what of it was changed since; in the caller's transaction. */
export async function revertNewest(trx: Kysely<DB>, reverting: Reverting): Promise<ChangeRow | ChangedSince> {
  const change = await openRevertible(trx, reverting);
  const { active_school_year_id } = await getSchool(trx, change.school_id);
  return revertChange(trx, change, { active_year_id: active_school_year_id, now: reverting.now });
}

/** The class of that day. */
const classOn = (memberships: readonly Membership[], day: string) =>
  memberships.find(({ begins_at, ends_at }) => begins_at <= day && (ends_at === null || ends_at >= day))?.grade_id;

/** The present effect of taking back; changes nothing. */
export async function previewRevert(db: Kysely<DB>, reverting: Reverting, t: Translate): Promise<RevertPreview> {
  return tryOut(db, async (trx) => {
    const change = await openRevertible(trx, reverting);
    const { school_id, moves_on } = change;
    const shown = toDone(change, await listYears(trx, school_id), reverting.actor, reverting.now);
    const shortcuts = new Map((await gradesOf(trx, school_id).execute()).map((row) => [row.id, row.shortcut]));
    const kept = await listKept(trx, change);
    const ids = kept.map(({ user_id }) => user_id);
    const names = await namesOf(trx, school_id, ids);
    const shortcutOn = (memberships: readonly Membership[]) =>
      shortcuts.get(classOn(memberships, moves_on) ?? 0) ?? null;
    const people = kept.map(({ user_id: id, kind, before, after }) => ({
      id,
      name: names.get(id) ?? `#${id}`,
      kind,
      from: shortcutOn(after.memberships),
      to: shortcutOn(before.memberships),
    }));
    const ended = await revertNewest(trx, reverting);
    return {
      change: shown,
      people: people.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id),
      reasons:
        'people' in ended
          ? (await toReasons(trx, school_id, ended, t)).map(({ rule, message }) => ({ rule, message }))
          : [],
    };
  });
}
