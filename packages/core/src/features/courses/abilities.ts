import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** Whose courses: a person of the school. */
export interface SelectionOwner {
  readonly user_id: number;
  /** A child of the one who asks. */
  readonly is_child: boolean;
}

const isRelated = ({ user_id, type }: AskingPerson, owner: SelectionOwner): boolean =>
  owner.user_id === user_id || (type === 'PARENT' && owner.is_child);

/**
 * What somebody may do with the courses of a pupil (T-1.03): pupils and, where the school lets them, parents choose;
 * planners decide for everybody.
 */
export function selectionAbilitiesOf(asking: AskingPerson, owner: SelectionOwner): Can<'view' | 'choose'> {
  const plans = asking.permissions.has('view-timetable-planner');
  const related = isRelated(asking, owner);
  return toCan({
    view: plans || (related && asking.permissions.has('view-timetable')),
    choose: plans || (related && asking.permissions.has('choose-courses')),
  });
}

/** What somebody may do with one enrolment: what the school has fixed, only planners change. */
export function enrolmentAbilitiesOf(
  asking: AskingPerson,
  { is_fixed, ...owner }: SelectionOwner & { readonly is_fixed: boolean },
): Can<'view' | 'update'> {
  const { view, choose } = selectionAbilitiesOf(asking, owner);
  const plans = asking.permissions.has('view-timetable-planner');
  return toCan({ view: view === 1, update: plans || (choose === 1 && !is_fixed) });
}

/** Who sees the participants of a course: its teachers and planners. */
export function courseAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  { is_teacher }: { is_teacher: boolean },
): Can<'view'> {
  return toCan({ view: permissions.has('view-timetable-planner') || is_teacher });
}
