import type { Span } from '@kreide/core/features/desk';
import { overlaps, spanOn } from '@kreide/core/features/desk';
import type { PlanLesson, PlanSnapshot, PlanSubstitution } from '../timetable/index.ts';
import type { AbsenceRow } from './queries/absences.ts';
import type { DecisionRow } from './queries/decisions.ts';
import { DESK_SOURCE, toPlanRows } from './rows.ts';

/** A change in force, with the name that its source has for it. */
export type InForce = PlanSubstitution & { source?: string; external_key?: string };

export const isOfDesk = ({ source }: InForce): boolean => source === DESK_SOURCE;

/** What stands in the way of a decision about a lesson: other changes of it, with the other ends of moves. */
export function listReplaced(snapshot: PlanSnapshot, { lesson_id, date, substitution_ids }: DecisionRow): InForce[] {
  const all: readonly InForce[] = snapshot.substitutions;
  if (lesson_id === null) return [];
  const own = all.filter(
    (one) =>
      !substitution_ids.includes(one.id) &&
      one.kind !== 'ADDITIONAL' &&
      one.replaces.some((was) => was.lesson_id === lesson_id && was.lesson_date === date),
  );
  const keys = new Set(own.map(({ source, external_key }) => `${source} ${external_key}:arrival`));
  return [...own, ...all.filter(({ source, external_key }) => keys.has(`${source} ${external_key}`))];
}

/** The changes of a day as they will be once everything that is decided is published. */
export function changesOn(snapshot: PlanSnapshot, date: string, decisions: readonly DecisionRow[]): InForce[] {
  const drafts = decisions.filter(({ is_draft }) => is_draft);
  const gone = new Set(drafts.flatMap(({ substitution_ids }) => substitution_ids));
  for (const draft of drafts)
    if (draft.kind !== 'NONE') for (const { id } of listReplaced(snapshot, draft)) gone.add(id);
  const coming: InForce[] = drafts
    .flatMap((draft) => toPlanRows(draft, snapshot))
    .map((row) => ({ ...row, source: DESK_SOURCE }));
  return [...snapshot.substitutions.filter(({ id }) => !gone.has(id)), ...coming].filter((one) => one.date === date);
}

/** A lesson of a day with what has become of it. */
export interface Held extends Span {
  lesson: PlanLesson;
  /** The changes that replace it, in their order. */
  changes: InForce[];
  /** Who holds it where; null: it is not held at its time. */
  now: { teacher_ids: number[]; bookable_ids: number[] } | null;
}

/** The lessons of a day with all changes. */
export function lessonsOn(snapshot: PlanSnapshot, date: string, changes: readonly InForce[]): Held[] {
  const byLesson = new Map<number, InForce[]>();
  for (const change of changes) {
    if (change.kind === 'ADDITIONAL') continue;
    for (const { lesson_id, lesson_date } of change.replaces) {
      if (lesson_date === date) byLesson.set(lesson_id, [...(byLesson.get(lesson_id) ?? []), change]);
    }
  }
  return snapshot.lessons
    .filter(({ dates }) => dates.includes(date))
    .map((lesson): Held => {
      const own = byLesson.get(lesson.lesson_id) ?? [];
      const held = own.filter(({ kind }) => kind !== 'CANCLED' && kind !== 'MOVED_TO');
      const together = (field: 'teacher_ids' | 'bookable_ids') => [...new Set(held.flatMap((one) => one[field]))];
      return {
        lesson,
        begins_at: lesson.time_begins_at,
        ends_at: lesson.time_ends_at,
        changes: own,
        now:
          own.length === 0
            ? { teacher_ids: lesson.teacher_ids, bookable_ids: lesson.bookable_ids }
            : held.length === 0
              ? null
              : { teacher_ids: together('teacher_ids'), bookable_ids: together('bookable_ids') },
      };
    });
}

/** Who and what is missing at a time. */
export function missingAt(absences: readonly AbsenceRow[], date: string, span: Span) {
  const now = absences.filter((absence) => overlaps(spanOn(absence, date), span));
  return {
    teachers: new Set(now.flatMap(({ teacher_id }) => teacher_id ?? [])),
    bookables: new Set(now.flatMap(({ bookable_id }) => bookable_id ?? [])),
    grades: new Set(now.flatMap(({ grade_id }) => grade_id ?? [])),
  };
}
