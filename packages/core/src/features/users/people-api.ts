import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { listedUser, managedUser, userSetup, usersCountQuery, usersQuery } from './people.ts';
import './errors.ts';

// A module of its own, as `properties-api.ts`.
const one = z.object({ id: f.idText });
const answer = f.answerOf(managedUser);

export const list = endpoint({
  method: 'GET',
  path: '/users',
  auth: 'user',
  needs: { can: 'user.list' },
  query: usersQuery,
  answer: f.answerOf(z.array(listedUser)),
  errors: ['not_found'],
  summary:
    'The people of the own school by name or in the order asked for, for those who manage people; with a grade also for those who teach it, who see names, type, grade and state only.',
});

export const count = endpoint({
  method: 'GET',
  path: '/people-count',
  auth: 'user',
  needs: { permission: 'manage-users' },
  query: usersCountQuery,
  answer: f.answerOf(z.object({ count: z.int() })),
  errors: ['not_found'],
  summary: 'How many people of the own school the list has with these filters.',
});

export const get = endpoint({
  method: 'GET',
  path: '/users/{id}',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  answer,
  errors: ['not_found'],
  summary: 'One account of the own school, a deleted one too.',
});

export const lock = endpoint({
  method: 'PUT',
  path: '/users/{id}/lock',
  auth: 'user',
  needs: { can: 'user.lock' },
  params: one,
  body: z.strictObject({ is_locked: z.boolean() }),
  answer,
  errors: ['not_found', 'last_administrator'],
  audit: 'users:audit.lock',
  summary: 'Locks an account, at once and on every device, or opens it again.',
});

export const expire = endpoint({
  method: 'PUT',
  path: '/users/{id}/expire',
  auth: 'user',
  needs: { can: 'user.expire' },
  params: one,
  body: z.strictObject({ expire_at: f.instant }),
  answer,
  errors: ['not_found', 'last_administrator'],
  audit: 'users:audit.expire',
  summary: 'From then on nobody signs in to the account.',
});

export const undoExpire = endpoint({
  method: 'PUT',
  path: '/users/{id}/undo-expire',
  auth: 'user',
  needs: { can: 'user.expire' },
  params: one,
  answer,
  errors: ['not_found'],
  audit: 'users:audit.undoExpire',
  summary: 'Takes the end of an account back.',
});

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/{id}/2fa',
  auth: 'user',
  needs: { can: 'user.second_step' },
  params: one,
  answer,
  errors: ['not_found'],
  audit: 'users:audit.resetSecondFactor',
  summary:
    'For somebody who has lost what the second step needs: turns it off, removes passkeys and recovery codes, and ends all sessions. Not for the own account.',
});

export const forceLogoutAll = endpoint({
  method: 'POST',
  path: '/users/{id}/force-logout-all',
  auth: 'user',
  needs: { can: 'user.logout' },
  params: one,
  answer: f.answerOf(z.object({ sessions: z.int() })),
  errors: ['not_found'],
  audit: 'users:audit.forceLogout',
  summary: 'Ends all sessions of a person and says how many there were.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/users/{id}',
  auth: 'user',
  needs: { can: 'user.delete' },
  params: one,
  answer: null,
  errors: ['not_found', 'last_administrator'],
  audit: 'users:audit.remove',
  summary: 'Deletes an account so that it can be recovered.',
});

export const recover = endpoint({
  method: 'PUT',
  path: '/users/{id}/recover',
  auth: 'user',
  needs: { can: 'user.recover' },
  params: one,
  answer,
  errors: ['not_found', 'account_taken'],
  audit: 'users:audit.recover',
  summary: 'Recovers a deleted account; 409 when somebody else has its username or e-mail address by now.',
});

export const hardDelete = endpoint({
  method: 'DELETE',
  path: '/users/{id}/hard-delete',
  auth: 'user',
  needs: { can: 'user.hard_delete' },
  params: one,
  answer: null,
  errors: ['not_found', 'last_administrator'],
  audit: 'users:audit.hardDelete',
  summary: 'Erases a person for good; registers that must be kept refer to a number without a name.',
});

export const setup = endpoint({
  method: 'PUT',
  path: '/users/{id}/setup',
  auth: 'user',
  needs: { can: 'user.setup' },
  params: z.object({ id: z.union([z.literal('self'), f.idText]) }),
  body: userSetup,
  answer: f.answerOf(z.object({ id: f.id, state: z.literal('ACTIVE') })),
  errors: ['not_found', 'already_set_up', 'account_taken'],
  audit: 'users:audit.setup',
  summary:
    'Fills in what is missing of an account that waits for its person, and makes it active: one’s own, or as an administrator.',
});
