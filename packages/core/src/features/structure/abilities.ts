import { type Can, type Permission, toCan } from '../../kernel/abilities.ts';

/** What can be done with one school year. */
export const SCHOOL_YEAR_ABILITIES = ['update', 'activate'] as const;
export type SchoolYearAbility = (typeof SCHOOL_YEAR_ABILITIES)[number];

/** The person asking: a session on the server, the signed-in user in the app. */
export interface StructureActor {
  permissions: { has(permission: Permission): boolean };
}

/** What somebody may do with a school year of their school: the active one cannot be activated again (T-6.26). */
export function schoolYearAbilitiesOf(
  { permissions }: StructureActor,
  year: { is_active: boolean },
): Can<SchoolYearAbility> {
  const changes = permissions.has('change-schoolyear');
  return toCan({ update: changes, activate: changes && !year.is_active });
}
