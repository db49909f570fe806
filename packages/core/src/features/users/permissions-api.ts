import * as z from 'zod/mini';
import { PERMISSIONS, ROLES } from '../../kernel/abilities.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';
import { namedRole } from './named-role.ts';

// A module of its own, as `properties-api.ts`.
const one = z.object({ id: f.idText });
const said = z.nullable(z.boolean());

/** The permissions of a person, each with the chain that leads to it and whether the caller may change it. */
export const userPermissions = z.object({
  id: f.id,
  role: z.enum(ROLES),
  permissions: z.array(
    z.object({
      permission: z.enum(PERMISSIONS),
      is_allowed: z.boolean(),
      /** What the product gives the kind of account. */
      by_role: z.boolean(),
      /** What the school decided about the kind of account; null: nothing. */
      by_school: said,
      /** The further roles of the person that give it. */
      by_roles: z.array(namedRole),
      /** What the school decided about the person; null: nothing. */
      by_person: said,
      can: z.object({ set: f.flag }),
    }),
  ),
});
export type UserPermissions = z.output<typeof userPermissions>;

export const getPermissions = endpoint({
  method: 'GET',
  path: '/users/{id}/permissions',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  answer: f.answerOf(userPermissions),
  errors: ['not_found'],
  summary:
    'Every permission that there is, whether a person holds it and why: by kind of account, school, roles or person.',
});

export const setPermission = endpoint({
  method: 'PUT',
  path: '/users/{id}/permissions',
  auth: 'user',
  needs: { can: 'user.permissions' },
  params: one,
  body: z.strictObject({
    permission: z.enum(PERMISSIONS),
    /** Null: as the role has it. */
    is_allowed: said,
  }),
  answer: f.answerOf(userPermissions),
  errors: ['not_found', 'last_administrator'],
  audit: 'users:audit.permission',
  summary: 'Gives a person one permission, takes it, or leaves it to the role; only one that the caller holds.',
});
