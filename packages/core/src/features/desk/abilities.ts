import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** What can be done with the count of substitutions that somebody has given. */
export const COUNT_ABILITIES = ['view'] as const;
export type CountAbility = (typeof COUNT_ABILITIES)[number];

/** The desk sees the counts of all, everybody else their own alone (D-8.13). @param isOwn of the asking person */
export function countAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  { isOwn }: { readonly isOwn: boolean },
): Can<CountAbility> {
  return toCan({ view: isOwn || permissions.has('view-timetable-planner') });
}

/** What can be done with absences of one's own. */
export const REPORT_ABILITIES = ['report'] as const;
export type ReportAbility = (typeof REPORT_ABILITIES)[number];

/** Whoever teaches reports that they are not there, of themself and nobody else. @param teaches is a teacher of the plan */
export function reportAbilitiesOf(
  { type }: Pick<AskingPerson, 'type'>,
  { teaches }: { readonly teaches: boolean },
): Can<ReportAbility> {
  const isStaff = type !== 'STUDENT' && type !== 'PARENT';
  return toCan({ report: isStaff && teaches });
}
