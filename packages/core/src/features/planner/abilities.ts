import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** What can be done with one version of the plan. */
export const VERSION_ABILITIES = ['update', 'publish', 'remove'] as const;
export type VersionAbility = (typeof VERSION_ABILITIES)[number];

/**
 * What somebody may do with a version of their school: planners everything, all others do not know of it. One that was
 * published is never removed: it says what was in force.
 */
export function versionAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  { is_published }: { readonly is_published: boolean },
): Can<VersionAbility> {
  const plans = permissions.has('view-timetable-planner');
  return toCan({ update: plans, publish: plans, remove: plans && !is_published });
}
