import { type DecisionDraft, decisionProblems, type deskApi } from '@kreide/core/features/desk';
import type { Issue } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import type { PlanSnapshot, PlanStore } from '../timetable/index.ts';
import { type OpenDay, openDay, periodsOn, showDay } from './day.ts';
import {
  type DecisionRow,
  deleteDecisions,
  lockDesk,
  type StoredDecision,
  saveDecisions,
} from './queries/decisions.ts';
import { tellDesk } from './telling.ts';
import { toNamesOf } from './words.ts';

/** Does a school know all that a decision names? What is another school's is not there. */
function knowsAll({ snapshot, lessons }: OpenDay, draft: DecisionDraft): boolean {
  const { lesson_id, subject_id, grade_ids, teacher_ids, bookable_ids } = draft;
  return (
    (lesson_id === null || lessons.some(({ lesson }) => lesson.lesson_id === lesson_id)) &&
    (subject_id === null || snapshot.subjects.has(subject_id)) &&
    grade_ids.every((id) => snapshot.grades.has(id)) &&
    teacher_ids.every((id) => snapshot.teachers.has(id)) &&
    bookable_ids.every((id) => snapshot.bookables.has(id))
  );
}

/** Times of a period of a day; null: the day does not have it, or is in no term of this plan. */
export function timesAt(snapshot: PlanSnapshot, date: string, hour: string) {
  if (date < snapshot.begins_at || date > snapshot.ends_at) return null;
  const free = snapshot.holidays.some((one) => one.begins_at <= date && date <= one.ends_at);
  return free ? null : (periodsOn(snapshot, date).find((one) => one.hour === hour) ?? null);
}

const NO_TARGET = { target_date: null, target_hour: null, target_time_begins_at: null, target_time_ends_at: null };

/** What a draft is as a row; what the day does not have is reported. */
export function toRow(
  day: OpenDay,
  draft: DecisionDraft,
  before: DecisionRow | undefined,
  report: Report,
): StoredDecision {
  const { snapshot, date } = day;
  // What is taken back is what it was, whatever has become of the day since.
  if (draft.kind === 'NONE' && before) {
    const { changed_by: _, changed_at: _at, published_at: _since, due_version: _due, left_out: _left, ...was } = before;
    return { ...was, ...NO_TARGET, version: before.version + 1, kind: 'NONE', is_draft: true };
  }
  const periods = periodsOn(snapshot, date);
  const lesson = draft.lesson_id === null ? undefined : snapshot.lessonsById.get(draft.lesson_id);
  const target = draft.target && timesAt(snapshot, draft.target.date, draft.target.hour);
  if (draft.target && !target) report('target', 'noPeriod');
  const own = draft.hour === null ? undefined : periods.find(({ hour }) => hour === draft.hour);
  if (!lesson && draft.hour !== null && !own) report('hour', 'noPeriod');
  const [first, last] = [periods[0], periods.at(-1)];
  if (!lesson && !own && !first) report('hour', 'noSchoolDay');
  const isMoved = draft.kind === 'MOVED' && target !== null;
  const row: StoredDecision = {
    id: before?.id ?? 0,
    school_year_id: snapshot.school_year_id,
    date,
    lesson_id: draft.lesson_id,
    version: (before?.version ?? 0) + 1,
    kind: draft.kind,
    hour: lesson ? lesson.hour : draft.hour,
    time_begins_at: lesson?.time_begins_at ?? own?.begins_at ?? first?.begins_at ?? '',
    time_ends_at: lesson?.time_ends_at ?? own?.ends_at ?? last?.ends_at ?? '',
    subject_id: draft.subject_id,
    grade_ids: draft.grade_ids,
    teacher_ids: draft.teacher_ids,
    bookable_ids: draft.bookable_ids,
    comment: draft.comment?.trim() || null,
    target_date: isMoved ? (draft.target?.date ?? null) : null,
    target_hour: isMoved ? (draft.target?.hour ?? null) : null,
    target_time_begins_at: isMoved ? (target?.begins_at ?? null) : null,
    target_time_ends_at: isMoved ? (target?.ends_at ?? null) : null,
    is_draft: true,
    substitution_ids: before?.substitution_ids ?? [],
    ended_ids: before?.ended_ids ?? [],
  };
  return row;
}

type Report = (field: string, rule: ReturnType<typeof decisionProblems>[number]['rule']) => void;

/** What is decided already about what a draft is about. */
export const findBefore = (
  decisions: readonly DecisionRow[],
  date: string,
  { id, lesson_id }: Pick<DecisionDraft, 'id' | 'lesson_id'>,
) => decisions.find((row) => row.date === date && (lesson_id === null ? row.id === id : row.lesson_id === lesson_id));

/** What the audit log keeps of decisions. */
export const toRecord = (rows: readonly Pick<DecisionRow, 'lesson_id' | 'kind' | 'date' | 'teacher_ids'>[]) => ({
  changed: rows
    .map(({ date, lesson_id, kind, teacher_ids }) => `${date} ${lesson_id ?? '–'}: ${kind} ${teacher_ids.join(' ')}`)
    .join(', '),
});

/** Decides about lessons of a day, all or none. Each draft names the version that its maker saw. */
export function decideHandler(plans: PlanStore) {
  return async (call: HandlerContext<typeof deskApi.decide>) => {
    const { actor, body, db, now, t, write, record, emit, fail } = call;
    const { school_id } = actor;
    const plan = await openDay(db, plans, school_id, body.date);
    if (!plan || body.decisions.some((draft) => !knowsAll(plan, draft))) return fail('not_found');
    const issues: Issue[] = [];
    const reportOf =
      (index: number): Report =>
      (field, rule) =>
        issues.push({ path: `body.decisions.${index}.${field}`, rule, message: t(`desk:rules.${rule}`) });
    const seen = new Set<number>();
    for (const [index, draft] of body.decisions.entries()) {
      for (const { field, rule } of decisionProblems(draft)) reportOf(index)(field, rule);
      const key = draft.lesson_id ?? (draft.id === null ? null : -draft.id);
      if (key !== null && seen.has(key)) reportOf(index)('lesson_id', 'twice');
      if (key !== null) seen.add(key);
    }
    refuseIssues(issues);
    const trx = await write();
    await lockDesk(trx, school_id);
    const day = (await openDay(trx, plans, school_id, body.date)) ?? fail('not_found');
    const befores = body.decisions.map((draft) => findBefore(day.decisions, body.date, draft));
    if (body.decisions.some(({ id, lesson_id }, index) => id !== null && lesson_id === null && !befores[index]))
      return fail('not_found');
    // By its lesson and by its id: still one.
    for (const [index, row] of befores.entries())
      if (row && befores.indexOf(row) < index) reportOf(index)('id', 'twice');
    refuseIssues(issues);
    const changed = befores.filter((row, index) => (row?.version ?? 0) !== body.decisions[index]?.version);
    if (changed.length > 0)
      return fail('decision_changed', { params: { names: await toNamesOf(trx, school_id, changed, t) } });
    const rows = body.decisions.map((draft, index) => toRow(day, draft, befores[index], reportOf(index)));
    refuseIssues(issues);
    // What was never published and is as planned again is nothing.
    const gone = rows.filter((row) => row.kind === 'NONE' && row.substitution_ids.length === 0);
    await deleteDecisions(
      trx,
      school_id,
      gone.map(({ id }) => id),
    );
    const saved = rows.filter((row) => !gone.includes(row));
    await saveDecisions(trx, saved, { school_id, changed_by: actor.user_id, changed_at: now.toISOString() });
    record({
      entity: 'desk_decisions',
      id: rows[0]?.id || school_id,
      before: toRecord(befores.filter((row) => row !== undefined)),
      after: toRecord(rows),
    });
    const targets = [...befores, ...rows].map((row) => row?.target_date ?? null);
    await tellDesk(trx, { school_id, emit }, [body.date, ...targets]);
    return { data: await showDay(trx, await openDay(trx, plans, school_id, body.date), { date: body.date, t }) };
  };
}
