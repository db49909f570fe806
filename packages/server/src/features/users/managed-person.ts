import { type UserAbility, userAbilitiesOf } from '@kreide/core/features/users';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { findManaged, hasOtherAdministrator, type PersonRow } from './queries/people.ts';

export interface AskingManager extends Pick<HandlerContext, 'db' | 'now'> {
  params: { id: number };
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

export const todayOf = ({ actor, now }: Pick<AskingManager, 'actor' | 'now'>) => toLocal(now, actor.time_zone).date;

/** The account, if the caller may do this with it. */
export async function loadPerson(ability: UserAbility, asking: AskingManager): Promise<PersonRow> {
  const { params, actor, db, fail } = asking;
  // Who manages nobody does not learn which numbers there are.
  if (!actor.permissions.has('manage-users')) return fail('forbidden');
  const row = await findManaged(db, actor.school_id, params.id, todayOf(asking));
  if (!row) return fail('not_found');
  return isAllowed(userAbilitiesOf(actor, row), ability) ? row : fail('forbidden');
}

/** An administrator leaves only while another one stays. */
export async function keepAdministrator(
  row: PersonRow,
  { actor, write, fail }: { actor: Actor; write: HandlerContext['write']; fail(code: 'last_administrator'): never },
): Promise<void> {
  if (row.role === 'ADMIN' && !(await hasOtherAdministrator(await write(), actor.school_id, row.id)))
    return fail('last_administrator');
}
