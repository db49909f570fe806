import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { ROLES_MAXIMUM, role, roleDraft, roleName, userRoles } from './roles.ts';
import './errors.ts';

// A module of its own, as `properties-api.ts`.
const school = z.object({ id: f.idText });
const one = z.object({ id: f.idText, roleId: f.idText });
const person = z.object({ id: f.idText });

export const listRoles = endpoint({
  method: 'GET',
  path: '/schools/{id}/roles',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: school,
  answer: f.answerOf(z.array(role)),
  errors: ['not_found'],
  summary: 'The roles of the own school with what they give and how many people have them: built-in ones first.',
});

export const createRole = endpoint({
  method: 'POST',
  path: '/schools/{id}/roles',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: school,
  body: z.strictObject({ ...roleDraft.shape, name: roleName }),
  answer: f.answerOf(role),
  errors: ['not_found', 'role_name_taken', 'too_many_roles'],
  audit: 'users:audit.createRole',
  summary: 'Makes a role with permissions that the caller holds.',
});

export const updateRole = endpoint({
  method: 'PUT',
  path: '/schools/{id}/roles/{roleId}',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  body: z.strictObject({ ...roleDraft.shape, updated_at: f.instant }),
  answer: f.answerOf(role),
  errors: ['not_found', 'conflict', 'role_name_taken', 'last_administrator'],
  audit: 'users:audit.updateRole',
  summary:
    'Renames a role and decides what it gives, for all who have it at once; only permissions that the caller holds are given or taken.',
});

export const removeRole = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/roles/{roleId}',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  answer: null,
  errors: ['not_found', 'role_in_use'],
  audit: 'users:audit.removeRole',
  summary: 'Ends a role that nobody has any more; the roles of kinds of accounts stay.',
});

export const getRoles = endpoint({
  method: 'GET',
  path: '/users/{id}/roles',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: person,
  answer: f.answerOf(userRoles),
  errors: ['not_found'],
  summary: 'The roles that are available at the own school, which of them a person has, and which the caller may give.',
});

export const setRoles = endpoint({
  method: 'PUT',
  path: '/users/{id}/roles',
  auth: 'user',
  needs: { can: 'user.permissions' },
  params: person,
  body: z.strictObject({
    /** All that the person shall have; that of the kind of account stays, named or not. */
    role_ids: z.array(f.id).check(z.maxLength(ROLES_MAXIMUM)),
  }),
  answer: f.answerOf(userRoles),
  errors: ['not_found', 'last_administrator'],
  audit: 'users:audit.setRoles',
  summary: 'Gives a person roles and takes others; only such that give nothing that the caller does not hold.',
});
