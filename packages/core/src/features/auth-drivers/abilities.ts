import { type AskingPerson, type Can, type Role, toCan } from '../../kernel/abilities.ts';

/** What can be done with the service at which people of a school sign in: `update` it, try it, and remove it. */
export const DRIVER_ABILITIES = ['update'] as const;
export type DriverAbility = (typeof DRIVER_ABILITIES)[number];

/**
 * Whoever decides which service says who somebody is opens every account of the school, those of administrators too: only
 * one of them does (as `userAbilitiesOf`).
 */
export const driverAbilitiesOf = ({
  permissions,
  role,
}: Pick<AskingPerson, 'permissions'> & { readonly role: Role }): Can<DriverAbility> =>
  toCan({ update: permissions.has('edit-school') && role === 'ADMIN' });
