import { toSubject } from './access.ts';
import { NOT_HELD } from './held.ts';
import { type Range, selectPlan } from './select.ts';
import type { PlanStore } from './store.ts';

/** Somebody has a lesson; times of the school, `HH:MM`. */
export interface BusyHour {
  readonly user_id: number;
  readonly date: string;
  readonly begins: string;
  readonly ends: string;
}

/** When people have lessons, as everybody may know it who sees the plans of the school: what is hidden is left out. Who has no plan is free. */
export async function busyHours(
  plans: PlanStore,
  schoolId: number,
  userIds: readonly number[],
  range: Range,
): Promise<BusyHour[]> {
  const [snapshots, people] = await Promise.all([
    plans.snapshotsIn(schoolId, range),
    Promise.all(userIds.map((id) => plans.person(schoolId, id, range))),
  ]);
  return people.flatMap((person, at) => {
    const user_id = userIds[at] as number;
    return snapshots.flatMap((snapshot) => {
      if (!person) return [];
      const subject = toSubject(person);
      const { lessons, substitutions } = selectPlan(snapshot, subject, range, { kind: 'member' });
      const changed = substitutions
        .filter(({ kind }) => !NOT_HELD.includes(kind))
        // Another teacher has it: whose it was is free. What names nobody is for all.
        .filter(
          ({ teacher_ids, from_teacher_ids }) =>
            subject.entity !== 'teachers' || teacher_ids.includes(subject.id) || !from_teacher_ids.includes(subject.id),
        )
        .map((lesson) => ({ lesson, dates: [lesson.date] }));
      return [...lessons, ...changed].flatMap(({ lesson, dates }) =>
        dates.map((date) => ({ user_id, date, begins: lesson.time_begins_at, ends: lesson.time_ends_at })),
      );
    });
  });
}
