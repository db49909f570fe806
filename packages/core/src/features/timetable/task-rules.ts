import { type Can, toCan } from '../../kernel/abilities.ts';

/** Letters of a task. */
export const TASK_MAXIMUM = 2000;

/** How somebody has to do with a lesson on a day. */
export interface TaskFacts {
  /** Has it by the plan. */
  readonly isTeacher: boolean;
  /** Holds it that day in the place of somebody. */
  readonly isSubstitute: boolean;
  /** Takes part, or a child does. */
  readonly isPupil: boolean;
  readonly is_for_pupils: boolean;
}

/** Who reads and writes what an absent teacher leaves for a lesson [D-8.14]. */
export function taskAbilitiesOf(
  { permissions }: { permissions: ReadonlySet<string> },
  { isTeacher, isSubstitute, isPupil, is_for_pupils }: TaskFacts,
): Can<'view' | 'update'> {
  const update = isTeacher || permissions.has('view-timetable-planner');
  return toCan({ view: update || isSubstitute || (isPupil && is_for_pupils), update });
}
