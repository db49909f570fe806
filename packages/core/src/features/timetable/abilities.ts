import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';
import type { Entity } from './schema.ts';

/** Whether somebody may look for a free room: staff that may see the plans of rooms. */
export function roomAbilitiesOf({ type, permissions }: Pick<AskingPerson, 'type' | 'permissions'>): Can<'findRooms'> {
  return toCan({
    findRooms: type !== 'STUDENT' && type !== 'PARENT' && permissions.has('view-timetable-all'),
  });
}

/** Whose plans the quick search finds: people only for those who may see the plan of every one of them. */
export const findsPeople = ({ permissions }: Pick<AskingPerson, 'permissions'>): boolean =>
  permissions.has('view-timetable-planner');

/**
 * What somebody may do with one plan of their school. Grades, teachers, rooms and courses are open to students, parents
 * and teachers (T-1.01), but for rooms that are not public (T-3.03); a person's plan only to that person, the parents and
 * planners.
 */
export function timetableAbilitiesOf(
  { user_id, type, permissions }: AskingPerson,
  target: { entity: Entity; id: number; is_child: boolean; is_public?: boolean },
): Can<'view'> {
  if (target.is_public === false) return toCan({ view: findsPeople({ permissions }) });
  if (target.entity !== 'users') return toCan({ view: permissions.has('view-timetable-all') });
  const isRelated = target.id === user_id || (type === 'PARENT' && target.is_child);
  return toCan({
    view: (permissions.has('view-timetable') && isRelated) || findsPeople({ permissions }),
  });
}
