import * as z from 'zod/mini';
import { SCHOOL_PERMISSIONS } from '../../kernel/abilities.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';

const permissions = z.array(z.enum(SCHOOL_PERMISSIONS)).check(z.maxLength(SCHOOL_PERMISSIONS.length));

// A module of its own: only the settings of the school need it.
export const getPermissions = endpoint({
  method: 'GET',
  path: '/schools/{id}/permissions',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(z.object({ permissions })),
  errors: ['not_found'],
  summary: 'What the school as a whole may do, alike for everybody in it.',
});

export const updatePermissions = endpoint({
  method: 'PUT',
  path: '/schools/{id}/permissions',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  body: z.strictObject({ permissions }),
  answer: f.answerOf(z.object({ permissions })),
  errors: ['not_found'],
  audit: 'schools:audit.permissions',
  summary: 'Sets what the school as a whole may do.',
});
