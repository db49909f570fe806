import type { deskApi, publication } from '@kreide/core/features/desk';
import { timetableEvents } from '@kreide/core/features/timetable';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { reserveAttempt } from '../auth/index.ts';
import { getYear, lockYear, putInForce } from '../structure/index.ts';
import {
  createSubstitutions,
  endSubstitutions,
  loadSnapshot,
  type PlanSnapshot,
  type PlanStore,
  restoreSubstitutions,
} from '../timetable/index.ts';
import { listReplaced } from './changes.ts';
import { timesAt, toRecord } from './deciding.ts';
import { type DecisionRow, deleteDecisions, listDecisions, lockDesk, markPublished } from './queries/decisions.ts';
import { endEmptyPublication } from './queries/publications.ts';
import { toRows } from './rows.ts';
import { toNamesOf } from './words.ts';

export interface PublishParts {
  plans: PlanStore;
  /** Invalidates all cached plans of the school. */
  planChanged: (schoolId: number) => void;
  /** Called in the transaction of a publication: whoever has to be told about it. */
  planPublished: (
    db: Kysely<DB>,
    plan: {
      school_id: number;
      school_year_id: number;
      upload_id: null;
      isUndone: false;
      from_version: number | null;
      to_version: number | null;
      changes: { added: number[]; ended: number[]; revision: number };
    },
    now: Date,
  ) => Promise<void>;
}

/** Puts drafts in force under the lock of the year; which substitutions begin and end by it. */
async function putDraftsInForce(db: Kysely<DB>, snapshot: PlanSnapshot, drafts: readonly DecisionRow[], now: Date) {
  const { school_id, school_year_id } = snapshot;
  const at = { school_id, school_year_id, id: null, now };
  const stays = drafts.filter(({ kind }) => kind !== 'NONE');
  const withdrawn = drafts.filter(({ kind }) => kind === 'NONE');
  const replaced = new Map(stays.map((row) => [row, listReplaced(snapshot, row).map(({ id }) => id)]));
  const ended = [...drafts.flatMap(({ substitution_ids }) => substitution_ids), ...[...replaced.values()].flat()];
  await endSubstitutions(db, at, ended);
  const rows = stays.map((decided) => ({ decided, rows: toRows(decided, snapshot) }));
  const made = await createSubstitutions(
    db,
    at,
    rows.flatMap((one) => one.rows),
  );
  // Only now: what a decision of the same moment stands against does not come back.
  const restored = await restoreSubstitutions(
    db,
    school_id,
    withdrawn.flatMap(({ ended_ids }) => ended_ids),
    withdrawn.flatMap(({ lesson_id, date }) => (lesson_id === null ? [] : [{ lesson_id, lesson_date: date }])),
  );
  let used = 0;
  const inForce = rows.map(({ decided, rows: own }) => {
    used += own.length;
    const ended_ids = [...decided.ended_ids, ...(replaced.get(decided) ?? [])];
    return { ...decided, is_draft: false, substitution_ids: made.slice(used - own.length, used), ended_ids };
  });
  await markPublished(db, school_id, inForce, now);
  await deleteDecisions(
    db,
    school_id,
    withdrawn.map(({ id }) => id),
  );
  return { added: [...made, ...restored], ended };
}

/** Refuses drafts that are not possible any more, in words. @param rows as the caller named them */
export function refuseImpossible(
  drafts: readonly DecisionRow[],
  rows: readonly DecisionRow[],
  snapshot: PlanSnapshot,
  t: Translate,
): void {
  const message = t('desk:rules.noPeriod');
  refuseIssues(
    drafts
      .filter((row) => !isPossible(snapshot, row))
      .map((row) => ({ path: `body.decisions.${rows.indexOf(row)}.id`, rule: 'noPeriod', message })),
  );
}

/** Is there still what a draft is about, and the time to which it moves? An import or a holiday may have come in between. */
export function isPossible(
  snapshot: PlanSnapshot,
  { kind, lesson_id, date, target_date, target_hour }: DecisionRow,
): boolean {
  if (kind === 'NONE') return true;
  const isHeld = lesson_id === null || (snapshot.lessonsById.get(lesson_id)?.dates.includes(date) ?? false);
  return isHeld && (target_date === null || timesAt(snapshot, target_date, target_hour ?? '') !== null);
}

/** The plan of a day under the lock of its year, as it is now. */
export async function lockPlan(trx: Kysely<DB>, known: PlanSnapshot) {
  const { school_id, school_year_id } = known;
  await lockYear(trx, school_id, school_year_id);
  await lockDesk(trx, school_id);
  const year = await getYear(trx, school_id, school_year_id);
  const snapshot = known.revision === year.revision ? known : await loadSnapshot(trx, school_id, year.id);
  return { year, snapshot };
}

/** What somebody has seen of the drafts of a day; null: one of them is not there. */
export function findSeen(decisions: readonly DecisionRow[], { date, decisions: seen }: z.output<typeof publication>) {
  const found = seen.map(({ id }) => decisions.find((row) => row.id === id && row.date === date));
  const rows = found.filter((row) => row !== undefined);
  if (rows.length < found.length) return null;
  return { rows, changed: rows.filter(({ version }, index) => version !== seen[index]?.version) };
}

/** Puts drafts in force and tells everybody whom they affect: by hand and at a time alike. */
export async function enforce(
  trx: Kysely<DB>,
  { year, snapshot }: Awaited<ReturnType<typeof lockPlan>>,
  drafts: readonly DecisionRow[],
  { planPublished, emit, now }: Pick<PublishParts, 'planPublished'> & Pick<HandlerContext, 'emit' | 'now'>,
): Promise<void> {
  const { school_id } = snapshot;
  const changes = await putDraftsInForce(trx, snapshot, drafts, now);
  const { published_version_id } = year;
  const revision = await putInForce(trx, { school_id, id: year.id }, { published_version_id }, now);
  const versions = { from_version: published_version_id, to_version: published_version_id };
  const plan = { school_id, school_year_id: year.id, upload_id: null, isUndone: false, ...versions } as const;
  await planPublished(trx, { ...plan, changes: { ...changes, revision } }, now);
  await emit(timetableEvents.published, { school: school_id }, { school_id, last_updated_at: now.toISOString() });
}

/** Publishes what the caller has seen: under the locks neither the plan nor a decision can move. */
export function publishHandler({ plans, planChanged, planPublished }: PublishParts) {
  return async (call: HandlerContext<typeof deskApi.publish>) => {
    const { actor, body, db, now, t, write, record, emit, afterCommit, fail } = call;
    const { school_id } = actor;
    await reserveAttempt(db, { publication: `${school_id}:${actor.user_id}` }, now);
    const known = (await plans.snapshotAt(school_id, body.date)) ?? fail('not_found');
    const trx = await write();
    const plan = await lockPlan(trx, known);
    const seen = findSeen(await listDecisions(trx, school_id, body.date), body) ?? fail('not_found');
    const { rows, changed } = seen;
    if (changed.length > 0)
      return fail('decision_changed', { params: { names: await toNamesOf(trx, school_id, changed, t) } });
    // Somebody else may have published the same at the same moment.
    const drafts = [...new Set(rows)].filter(({ is_draft }) => is_draft);
    refuseImpossible(drafts, rows, plan.snapshot, t);
    record({ entity: 'desk_decisions', id: rows[0]?.id ?? school_id, after: toRecord(drafts) });
    if (drafts.length === 0) return { data: { decisions: 0 } };
    await enforce(trx, plan, drafts, { planPublished, emit, now });
    await endEmptyPublication(trx, school_id, body.date);
    afterCommit(() => planChanged(school_id));
    return { data: { decisions: drafts.length } };
  };
}
