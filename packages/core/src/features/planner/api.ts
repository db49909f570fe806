import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { editorAnswer } from './editor-columns.ts';
import {
  editsDone,
  lessonEdits,
  plannerOverview,
  planVersion,
  versionDraft,
  versionNote,
  versionWithHistory,
} from './schema.ts';
import './errors.ts';

export * from './basedata-api.ts';
export * from './booklet-api.ts';
export * from './free-days-api.ts';
export * from './proposal-api.ts';
export * from './rails-api.ts';
export { listWishes, setWish } from './wishes.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;

export const listVersions = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/versions',
  answer: f.answerOf(plannerOverview),
  summary: 'The versions of the plan that planners work on, and the plans in force that one can be copied from.',
});

export const createVersion = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/versions',
  body: versionDraft,
  answer: f.answerOf(planVersion),
  errors: ['not_found', 'copy_not_found'],
  audit: 'planner:audit.createVersion',
  summary: 'Makes a version for a school year, without lessons or as a copy of another version or of a plan in force.',
});

export const getVersion = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/versions/{id}',
  params: z.object({ id: f.idText }),
  answer: f.answerOf(versionWithHistory),
  errors: ['not_found'],
  summary: 'A version with its newest changes: who moved which lesson, and what was taken back.',
});

export const updateVersion = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/versions/{id}',
  params: z.object({ id: f.idText }),
  body: versionNote,
  answer: f.answerOf(planVersion),
  errors: ['not_found', 'conflict'],
  audit: 'planner:audit.updateVersion',
  summary: 'Changes what a version is called: the note beside its number.',
});

export const removeVersion = endpoint({
  ...planning,
  method: 'DELETE',
  path: '/timetables/versions/{id}',
  params: z.object({ id: f.idText }),
  /** The revision of the version that was looked at. */
  query: z.object({ revision: f.countText }),
  answer: null,
  errors: ['not_found', 'version_changed', 'version_published'],
  audit: 'planner:audit.removeVersion',
  summary:
    'Removes a version that was never published, for a day it can be restored; 409 with names when somebody changed it since.',
});

export const restoreVersion = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/versions/{id}/restore',
  params: z.object({ id: f.idText }),
  answer: f.answerOf(planVersion),
  errors: ['not_found'],
  audit: 'planner:audit.restoreVersion',
  summary: 'Brings back a version that was removed.',
});

export const getCurrent = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/current',
  query: z.object({ version_uuid: z.optional(f.uuid) }),
  answer: f.answerOf(editorAnswer),
  errors: ['not_found'],
  summary:
    'What the editor shows of a version, its lessons by column; named in the query or by the header version-uuid, the suggested one where none is named.',
});

export const push = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/push',
  body: lessonEdits,
  answer: f.answerOf(editsDone),
  errors: ['not_found', 'lesson_changed'],
  audit: 'planner:audit.push',
  summary:
    'Moves, changes, adds and removes lessons of a version, all or none; 409 with names when somebody changed one since.',
});

export const pop = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/pop',
  body: z.strictObject({ version_uuid: f.uuid }),
  answer: f.answerOf(editsDone),
  errors: ['not_found', 'nothing_to_pop', 'lesson_changed'],
  audit: 'planner:audit.pop',
  summary:
    "Takes back the caller's own last push that is not published; 409 with names when others changed these lessons since.",
});

export const redo = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/redo',
  body: z.strictObject({ version_uuid: f.uuid }),
  answer: f.answerOf(editsDone),
  errors: ['not_found', 'nothing_to_redo', 'lesson_changed'],
  audit: 'planner:audit.redo',
  summary: 'Does again what the caller took back last, as long as they have done nothing else since.',
});

export const publish = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/publish',
  body: z.strictObject({
    version_uuid: f.uuid,
    /** The revision of the version that was looked at. */
    revision: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
    /** The plan in force that was known; null: none. */
    in_force: z.nullable(f.uuid),
    /** The first day of the new plan, today at the earliest. */
    from: f.date,
  }),
  answer: f.answerOf(planVersion),
  errors: ['not_found', 'version_changed', 'plan_moved', 'version_empty'],
  audit: 'planner:audit.publish',
  summary: 'Puts a version in force from a day on; the plan of the days before stays as it is.',
});
