import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';
import { SALES_PERMISSION } from './rules.ts';
import type { Lead } from './schema.ts';

/** What can be done with one lead. */
export type LeadAbility = 'update' | 'fetch' | 'visit' | 'activate' | 'delete';

/** What somebody may do with a lead of their school: one of which a school was made stays as it is. */
export function leadAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  { state }: Pick<Lead, 'state'>,
): Can<LeadAbility> {
  const sells = permissions.has(SALES_PERMISSION);
  const isOpen = sells && state !== 'activated';
  const isTalkedTo = isOpen && state !== 'lost';
  return toCan({ update: isOpen, fetch: isOpen, visit: isTalkedTo, activate: isTalkedTo, delete: isOpen });
}
