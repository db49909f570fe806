import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { self, userGrade } from './schema.ts';

export const getSelf = endpoint({
  beforeSecondStep: true,
  method: 'GET',
  path: '/users/self',
  auth: 'user',
  needs: 'self',
  answer: f.answerOf(self),
  summary: 'The signed-in user with school, rights and children.',
});

export const updateGrade = endpoint({
  method: 'PUT',
  path: '/users/{id}/timetable/grade',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: z.object({ id: f.idText }),
  body: z.strictObject({
    grade_id: z.nullable(f.id),
    /** First day in the grade; default: today in the school's zone. */
    begins_at: z.optional(f.date),
  }),
  answer: f.answerOf(userGrade),
  errors: ['not_found'],
  audit: 'users:audit.grade',
  summary:
    'Puts a user into a grade from a day on, or into none with null; the membership before it ends the day before. Answers the grade of today.',
});

export {
  createPeopleChange,
  getPeopleChange,
  listPeopleChanges,
  tryPeopleChange,
  undoPeopleChange,
} from './changes-api.ts';
export { assignChild, getFamily, listPendingParents, removeChild, removeParent } from './family-api.ts';
export { listMoveSchools, moveSchool } from './moving-api.ts';
export {
  count,
  expire,
  forceLogoutAll,
  get,
  hardDelete,
  list,
  lock,
  recover,
  remove,
  resetSecondFactor,
  setup,
  undoExpire,
} from './people-api.ts';
export { getPermissions, setPermission } from './permissions-api.ts';
export { updateProperties } from './properties-api.ts';
export { createRole, getRoles, listRoles, removeRole, setRoles, updateRole } from './roles-api.ts';
export { createView, listViews, removeView, updateView } from './views-api.ts';
