import type { Entity } from '@kreide/core/features/timetable';
import { type Can, toCan } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/context.ts';
import type { Audience, Membership, Subject } from './select.ts';

/**
 * What an actor may do with one plan of their own school. Grades, teachers, rooms and courses are open to students,
 * parents and teachers (T-1.01); a person's plan only to that person, the parents and planners.
 */
export function timetableAbilitiesOf(
  actor: Pick<Actor, 'user_id' | 'type' | 'permissions'>,
  target: { entity: Entity; id: number; is_child: boolean },
): Can<'view'> {
  if (target.entity !== 'users') return toCan({ view: actor.permissions.has('view-timetable-all') });
  const isOwn = target.id === actor.user_id;
  const isRelated = actor.permissions.has('view-timetable') && (isOwn || (actor.type === 'PARENT' && target.is_child));
  return toCan({ view: isRelated || actor.permissions.has('view-timetable-planner') });
}

/** What a person's plan consists of: a teacher's own lessons, else those of grade and courses. */
export function toSubject(person: {
  teacher_id: number | null;
  grades: readonly Membership[];
  courses: readonly Membership[];
}): Subject {
  return person.teacher_id !== null
    ? { entity: 'teachers', id: person.teacher_id }
    : { entity: 'pupil', grades: person.grades, courses: person.courses };
}

/** Hidden substitutions are only sent to those who may see them (T-3.12). */
export function audienceOf(actor: Actor): Audience {
  return actor.permissions.has('view-timetable-hidden') ? { kind: 'planner' } : { kind: 'member' };
}
