import type { MonitorEntry } from '@kreide/core/features/monitor';
import type { Unit } from '@kreide/core/features/structure';
import {
  isVisible,
  type PlanSnapshot,
  type PlanSubstitution,
  type PublicAudience,
  schoolDaysAfter,
  toSubstitutionLesson,
  wordsOf,
} from '../timetable/index.ts';

const codes = (units: readonly Unit[]) => units.map((unit) => unit.shortcut);
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);

type Words = ReturnType<typeof wordsOf>;

/** Is the lesson given by others than planned? */
function hasOtherTeachers(
  snapshot: PlanSnapshot,
  { replaces, from_teacher_ids, teacher_ids }: PlanSubstitution,
): boolean {
  const [replaced] = replaces;
  const before = (replaced && snapshot.lessonsById.get(replaced.lesson_id)?.teacher_ids) ?? from_teacher_ids;
  return before.length !== teacher_ids.length || before.some((id) => !teacher_ids.includes(id));
}

/** One substitution as a line of the plan: codes only, no reason. */
export function toEntry(
  snapshot: PlanSnapshot,
  substitution: PlanSubstitution,
  words: Words,
  note: string | null,
): MonitorEntry {
  const lesson = toSubstitutionLesson(snapshot, substitution, words);
  const old = lesson.substituted_lessons[0];
  const bookables = codes(lesson.bookables);
  const teachers = codes(lesson.teachers);
  const subject = lesson.subject?.shortcut ?? lesson.course?.shortcut ?? null;
  const target = lesson.substituted_target_lessons[0];
  return {
    uuid: lesson.uuid,
    kind: lesson.kind,
    hour: lesson.hour,
    time_begins_at: lesson.time_begins_at,
    time_ends_at: lesson.time_ends_at,
    subject,
    bookables,
    teachers,
    old_subject: old?.subject && old.subject.shortcut !== subject ? old.subject.shortcut : null,
    old_bookables: old && !isSame(codes(old.bookables), bookables) ? codes(old.bookables) : null,
    // Where a screen may not say who is replaced, it still says that somebody is.
    old_teachers: old && teachers.length > 0 && hasOtherTeachers(snapshot, substitution) ? codes(old.teachers) : null,
    moved: target
      ? { date: target.lesson_date, hour: substitution.target_hour, time_begins_at: target.time_begins_at }
      : null,
    note,
  };
}

const collator = new Intl.Collator('de', { numeric: true });

/** The visible substitutions of a day, grouped by grade in natural order; a line is repeated for each of its grades. */
export function groupByGrade(
  snapshot: PlanSnapshot,
  date: string,
  audience: PublicAudience,
  notes: ReadonlyMap<string, string> | null,
) {
  const words = wordsOf(snapshot, audience);
  const groups = new Map<string, MonitorEntry[]>();
  for (const substitution of snapshot.substitutions) {
    if (substitution.date !== date || !isVisible(substitution, audience)) continue;
    const entry = toEntry(snapshot, substitution, words, notes?.get(substitution.uuid) ?? null);
    const ids = [...new Set([...substitution.grade_ids, ...substitution.from_grade_ids])];
    const grades = ids.flatMap((id) => snapshot.grades.get(id)?.shortcut ?? []);
    // A message consists of its note.
    if (entry.kind === 'MESSAGE' && entry.subject === null && entry.note === null) continue;
    for (const grade of grades.length > 0 ? grades : ['']) groups.set(grade, [...(groups.get(grade) ?? []), entry]);
  }
  return [...groups]
    .sort(([a], [b]) => collator.compare(a, b))
    .map(([grade, entries]) => ({
      grade,
      entries: entries.sort((a, b) =>
        a.time_begins_at < b.time_begins_at ? -1 : a.time_begins_at > b.time_begins_at ? 1 : 0,
      ),
    }));
}

/** End of the last lesson of a day; null when no lesson is held. */
export function lastLessonEnd(snapshot: PlanSnapshot, date: string): string | null {
  let last: string | null = null;
  for (const lesson of snapshot.lessons) {
    if ((last === null || lesson.time_ends_at > last) && lesson.dates.includes(date)) last = lesson.time_ends_at;
  }
  return last;
}

/** The name of the free day, if it is one. */
export function holidayOn(snapshot: PlanSnapshot, date: string): string | null {
  return snapshot.holidays.find((holiday) => holiday.begins_at <= date && holiday.ends_at >= date)?.name ?? null;
}

/** The next day after `date` on which there are lessons, within the school year. */
export function nextSchoolDate(snapshot: PlanSnapshot, date: string): string | null {
  return schoolDaysAfter(snapshot, date, 1)[0] ?? null;
}

/**
 * Absent teachers whose lessons are given by somebody else that day, in the released form of their names: a cancelled
 * lesson says nothing about its teacher.
 */
export function absentTeachers(snapshot: PlanSnapshot, date: string, audience: PublicAudience): string[] {
  const ids = new Set<number>();
  for (const substitution of snapshot.substitutions) {
    if (substitution.date !== date || !isVisible(substitution, audience)) continue;
    if (substitution.kind === null)
      for (const id of substitution.from_teacher_ids) if (!substitution.teacher_ids.includes(id)) ids.add(id);
  }
  return codes(wordsOf(snapshot, audience).teachers([...ids])).sort(collator.compare);
}
