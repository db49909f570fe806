import type { Actor } from '../../kernel/http/context.ts';
import type { Audience, Membership, Subject } from './select.ts';

/** What a person's plan consists of: a teacher's own lessons, else those of grade and courses. */
export function toSubject(person: {
  teacher_id: number | null;
  grades: readonly Membership[];
  courses: readonly Membership[];
  dropped?: readonly Membership[];
}): Subject {
  return person.teacher_id !== null
    ? { entity: 'teachers', id: person.teacher_id }
    : { entity: 'pupil', grades: person.grades, courses: person.courses, dropped: person.dropped ?? [] };
}

/** The teacher whose plan it is receives the break supervisions too; colleagues, pupils and parents do not. */
export function audienceOfOwn(actor: Actor): Audience {
  const audience = audienceOf(actor);
  return audience.kind === 'member' ? { kind: 'owner' } : audience;
}

/** Hidden substitutions are only sent to those who may see them (T-3.12). */
export function audienceOf({ permissions }: Pick<Actor, 'permissions'>): Audience {
  return permissions.has('view-timetable-hidden') ? { kind: 'planner' } : { kind: 'member' };
}
