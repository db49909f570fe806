import { ENTITIES, type Entity } from '@kreide/core/features/timetable';
import type { Self } from '@kreide/core/features/users';
import { addDays, daysBetween, isoWeekOf, mondayOf } from '@kreide/core/kernel';

type Person = Pick<Self, 'id' | 'type' | 'teacher_id' | 'childs' | 'has_timetable' | 'permissions'>;

/** Whose plan the user wants: their own, or for a parent those of the children, in order. */
export function ownPlans(self: Person): { id: number; name: string | null }[] {
  if (self.type === 'PARENT') {
    return self.childs.filter((child) => child.has_timetable).map((child) => ({ id: child.id, name: child.firstname }));
  }
  return self.has_timetable ? [{ id: self.id, name: null }] : [];
}

/** Whose plan an address shows, if it is the user's own or a child's: only these can be subscribed to (D-6.01). */
export function subscribableOf(self: Person, entity: Entity, id: string): number | null {
  if (!self.permissions.includes('view-timetable')) return null;
  if (entity === 'teachers') return self.type !== 'PARENT' && String(self.teacher_id) === id ? self.id : null;
  if (entity !== 'users') return null;
  return ownPlans(self).find((plan) => String(plan.id) === id)?.id ?? null;
}

/** The teacher whose plan is the user's own; null for users who do not teach or may not see teachers' plans. */
export function ownTeacherId({ type, teacher_id, permissions }: Person): number | null {
  const isStaff = type !== 'STUDENT' && type !== 'PARENT';
  return isStaff && permissions.includes('view-timetable-all') ? teacher_id : null;
}

/**
 * Where `/timetable` leads: parents to their first child, teachers to their teacher plan, everybody else to their own,
 * and without a plan to the page that says so (T-2.01 to T-2.05, T-6.29).
 */
export function toTimetableTarget(self: Person): string {
  const teacherId = ownTeacherId(self);
  if (teacherId !== null) return `/timetable/teachers/${teacherId}`;
  const [plan] = ownPlans(self);
  return plan ? `/timetable/users/${plan.id}` : '/no-timetable';
}

/** The plan that a path leads to; null: none that there could be (T-2.07). */
export function toPlan(pathname: string): { entity: Entity; id: string } | null {
  const [, root, name, id = ''] = pathname.split('/');
  const entity = ENTITIES.find((one) => one === name);
  return root === 'timetable' && entity && /^[1-9]\d{0,14}$/.test(id) ? { entity, id } : null;
}

/** The nearest Monday of the ISO week with this number, the later one in a tie; null if none is within half a year. */
export function mondayOfWeek(week: number, today: string): string | null {
  const monday = mondayOf(today);
  const near = Array.from({ length: 53 }, (_, index) => addDays(monday, (index - 26) * 7));
  return (
    near
      .filter((date) => isoWeekOf(date) === week)
      .sort((a, b) => Math.abs(daysBetween(monday, a)) - Math.abs(daysBetween(monday, b)))[0] ?? null
  );
}
