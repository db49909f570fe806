import type { DueState } from '@kreide/core/features/desk';
import { permissionsOf } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { appendOutbox, roomsOf } from '../../kernel/realtime/outbox.ts';
import type { PlanSnapshot } from '../timetable/index.ts';
import { listManagersOf, listReachable } from '../users/index.ts';
import { missingAt } from './changes.ts';
import { toRecord } from './deciding.ts';
import { enforce, isPossible, lockPlan, type PublishParts } from './publish.ts';
import { type AbsenceRow, listAbsences } from './queries/absences.ts';
import { type DecisionRow, listDecisions, lockDesk } from './queries/decisions.ts';
import { findPublication, finishPublication, markLeftOut, type PublicationRow } from './queries/publications.ts';
import { type Emit, tellDesk } from './telling.ts';

const payload = z.object({ school_id: z.int(), id: z.int(), version: z.int() });
export type LaterTask = RegisteredTask<z.output<typeof payload>>;

type Reason = Exclude<DueState, 'WAITING'>;

/** What was not published at its time: a change, as the plan names its parts. */
export interface LeftOut {
  readonly hour: string | null;
  readonly grades: string;
  readonly subject: string;
  readonly reason: Reason;
}

/** Tells people what was not published when its time came, in the caller's transaction. */
export type PublicationTeller = (
  db: Kysely<DB>,
  told: {
    readonly school_id: number;
    readonly id: number;
    readonly date: string;
    readonly receivers: readonly number[];
    /** Null: nothing was, since whoever set it was not allowed to any more. */
    readonly left_out: readonly LeftOut[] | null;
  },
  now: Date,
) => Promise<void>;

export type LaterParts = PublishParts &
  Pick<FeatureParts, 'database' | 'clock'> & { readonly tellOfPublication: PublicationTeller };

/** Decisions that need their teachers and rooms. */
const HELD: ReadonlySet<string> = new Set(['CHANGED', 'MOVED', 'ADDITIONAL', 'EVENT']);

/** The day on which a decided lesson takes place. */
const dayOf = ({ target_date, date }: DecisionRow) => target_date ?? date;

/** Is a teacher or room of a draft not there, as it became known after the time was set? Before that, people saw it. */
function isMissing(row: DecisionRow, absences: readonly AbsenceRow[], since: string): boolean {
  if (!HELD.has(row.kind)) return false;
  const { target_time_begins_at, target_time_ends_at } = row;
  const date = dayOf(row);
  const span = {
    begins_at: target_time_begins_at ?? row.time_begins_at,
    ends_at: target_time_ends_at ?? row.time_ends_at,
  };
  const isLater = ({ created_at }: AbsenceRow) => Date.parse(created_at) > Date.parse(since);
  const missing = missingAt(absences.filter(isLater), date, span);
  return (
    row.teacher_ids.some((id) => missing.teachers.has(id)) || row.bookable_ids.some((id) => missing.bookables.has(id))
  );
}

/** Does a lesson move into the place of one that is, or was when people saw it, cancelled for it? Half of that would be wrong. */
function arePartners({ lessonsById }: PlanSnapshot, moved: DecisionRow, dropped: DecisionRow): boolean {
  const gradesOf = ({ lesson_id }: DecisionRow) => lessonsById.get(lesson_id ?? 0)?.grade_ids ?? [];
  return (
    moved.kind === 'MOVED' &&
    (dropped.kind === 'CANCLED' || dropped.version !== dropped.due_version) &&
    moved.target_date === dropped.date &&
    moved.target_hour === dropped.hour &&
    gradesOf(moved).some((id) => gradesOf(dropped).includes(id))
  );
}

/** Which drafts cannot be published any more, and why. */
async function leaveOut(
  db: Kysely<DB>,
  snapshot: PlanSnapshot | null,
  { school_id, set_at }: { school_id: number; set_at: string },
  due: readonly DecisionRow[],
): Promise<Map<DecisionRow, Reason>> {
  const reasons = new Map<DecisionRow, Reason>();
  const absences = new Map<string, AbsenceRow[]>();
  for (const date of new Set(due.map(dayOf))) absences.set(date, await listAbsences(db, school_id, date));
  for (const row of due) {
    if (row.version !== row.due_version) reasons.set(row, 'CHANGED');
    else if (!snapshot || !isPossible(snapshot, row)) reasons.set(row, 'GONE');
    else if (isMissing(row, absences.get(dayOf(row)) ?? [], set_at)) reasons.set(row, 'MISSING');
  }
  if (!snapshot) return reasons;
  // What is left out here is gone through as well: others may hang on it.
  for (const left of reasons.keys())
    for (const row of due)
      if (!reasons.has(row) && (arePartners(snapshot, left, row) || arePartners(snapshot, row, left)))
        reasons.set(row, 'PARTNER');
  return reasons;
}

function toLeftOut(snapshot: PlanSnapshot | null, reasons: ReadonlyMap<DecisionRow, Reason>): LeftOut[] {
  return [...reasons].map(([row, reason]) => {
    const lesson = snapshot?.lessonsById.get(row.lesson_id ?? 0) ?? row;
    const subject = snapshot?.subjects.get(lesson.subject_id ?? 0);
    const grades = lesson.grade_ids.flatMap((id) => snapshot?.grades.get(id)?.shortcut ?? []).join(', ');
    return { hour: row.hour, grades, subject: subject?.name ?? subject?.shortcut ?? row.comment ?? '', reason };
  });
}

/** May whoever set it still publish? */
async function isAllowed(db: Kysely<DB>, schoolId: number, { set_by }: PublicationRow, now: Date): Promise<boolean> {
  const [person] = set_by === null ? [] : await listReachable(db, schoolId, [set_by], now);
  return person !== undefined && permissionsOf(person, person).has('view-timetable-planner');
}

/**
 * Publishes what is still as it was seen when its time was set: the same way as by hand, as the person who set it. What has become
 * impossible stays a draft, and the person is told. Of several runs the first does it.
 */
export function createLaterTask(parts: LaterParts): LaterTask {
  const { database, clock, plans, planChanged, planPublished, tellOfPublication } = parts;
  const later: LaterTask = task('desk:publish', payload, async (asked) => {
    const { school_id, id, version } = asked;
    const now = clock.now();
    const isMeant = (row: PublicationRow | undefined): row is PublicationRow =>
      row !== undefined && row.version === version && row.done_at === null;
    const found = await findPublication(database.kysely, school_id, { id });
    if (!isMeant(found)) return;
    const delayMs = Date.parse(found.publish_at) - now.getTime();
    // Jobs run by the clock of the database, and that may be ahead.
    if (delayMs > 0) {
      await enqueue(database.kysely, later, asked, { delayMs });
      return;
    }
    const known = await plans.snapshotAt(school_id, found.date);
    const done = await database.kysely.transaction().execute(async (trx) => {
      const plan = known ? await lockPlan(trx, known) : null;
      if (!plan) await lockDesk(trx, school_id);
      const row = await findPublication(trx, school_id, { id });
      if (!isMeant(row)) return false;
      const { date, set_by } = row;
      const all = await listDecisions(trx, school_id, date);
      const due = all.filter((one) => one.date === date && one.is_draft && one.due_version !== null);
      const emit: Emit = async (event, audience, value) => {
        await appendOutbox(trx, { school_id, event: event.name, audience: roomsOf(audience), payload: value });
      };
      await tellDesk(trx, { school_id, emit }, [date]);
      if (!(await isAllowed(trx, school_id, row, now))) {
        await finishPublication(trx, { school_id, id }, { published: 0, is_refused: true }, now);
        const desk = await listManagersOf(trx, [school_id], 'view-timetable-planner');
        const receivers = [...new Set([...(set_by === null ? [] : [set_by]), ...desk])];
        await tellOfPublication(trx, { school_id, id, date, receivers, left_out: null }, now);
        return false;
      }
      const snapshot = plan?.snapshot ?? null;
      const reasons = await leaveOut(trx, snapshot, { school_id, set_at: row.set_at }, due);
      const drafts = due.filter((one) => !reasons.has(one));
      if (plan && drafts.length > 0) await enforce(trx, plan, drafts, { planPublished, emit, now });
      await markLeftOut(trx, school_id, new Map([...reasons].map(([one, reason]) => [one.id, reason])));
      await finishPublication(trx, { school_id, id }, { published: drafts.length, is_refused: false }, now);
      const receivers = set_by === null ? [] : [set_by];
      if (reasons.size > 0)
        await tellOfPublication(trx, { school_id, id, date, receivers, left_out: toLeftOut(snapshot, reasons) }, now);
      const cause = { school_id, user_id: set_by, origin: 'system', action: 'desk:audit.publishedLater' } as const;
      const values = { entity: 'desk_decisions', id: drafts[0]?.id ?? school_id, after: toRecord(drafts) };
      if (drafts.length > 0) await appendAudit(trx, [{ ...cause, ...values, now }]);
      return drafts.length > 0;
    });
    if (done) planChanged(school_id);
  });
  return later;
}
