import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';

// A module of its own, as `people-api.ts`.
const one = z.object({ id: f.idText });

/** Another school in which the caller manages people too, by an account that is joined with this one. */
export const managedSchool = z.object({ id: f.id, slink: f.slink, name: z.string() });
export type ManagedSchool = z.output<typeof managedSchool>;

export const listMoveSchools = endpoint({
  method: 'GET',
  path: '/users/{id}/move-school',
  auth: 'user',
  needs: { can: 'user.delete' },
  params: one,
  answer: f.answerOf(z.array(managedSchool)),
  errors: ['not_found'],
  summary:
    'The schools to which the caller may move a person: those in which a joined account of theirs manages people.',
});

export const moveSchool = endpoint({
  method: 'PUT',
  path: '/users/{id}/move-school',
  auth: 'user',
  needs: { can: 'user.delete' },
  params: one,
  body: z.strictObject({ school_id: f.id }),
  answer: null,
  errors: ['not_found', 'same_school', 'account_taken', 'last_administrator'],
  audit: 'users:audit.moveSchool',
  summary:
    'Moves the account of a person to another school: name, address and what they sign in with. What it had here is erased, as with `hard-delete`. 409 when somebody there has its username or e-mail address, and for the own school.',
});
