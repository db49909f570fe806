import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { RAIL_LISTS, railDraft, railedPupil, railQuery, railRun, railsAhead } from './rails-schema.ts';
import './errors.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;
const params = z.object({ id: f.idText });

export const getRailsAhead = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/versions/{id}/rails/ahead',
  params,
  query: railQuery,
  answer: f.answerOf(railsAhead),
  errors: ['not_found', 'rails_too_many'],
  summary:
    'The courses that the pupils of some classes have chosen, and what no distribution over rails can solve, found by counting.',
});

export const listRails = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/versions/{id}/rails',
  params,
  answer: f.answerOf(z.array(railRun)),
  errors: ['not_found'],
  summary: 'The last five distributions of courses over rails for a version, the newest first, with rails and sizes.',
});

export const startRails = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/rails',
  body: railDraft,
  answer: f.answerOf(railRun),
  errors: ['not_found', 'rails_running', 'rails_empty', 'rails_too_many'],
  audit: 'planner:audit.startRails',
  summary:
    'Puts the courses of some classes on rails in the background: as few clashes as possible, sizes as even as possible. Nothing changes by it.',
});

export const stopRails = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/rails/{id}/stop',
  params,
  answer: f.answerOf(railRun),
  errors: ['not_found', 'rails_over'],
  audit: 'planner:audit.stopRails',
  summary: 'Ends the search for rails and keeps the best that was found.',
});

export const listRailPupils = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/rails/{id}/pupils',
  params,
  query: z.object({ list: z.enum(RAIL_LISTS), page: f.pageQuery }),
  answer: f.answerOf(z.array(railedPupil)),
  errors: ['not_found'],
  summary:
    'Pupils of a distribution by name, 50 a page and one more that opens the next: who is not placed and why, who changes a course, or all.',
});

export const placeRails = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/rails/{id}/place',
  params,
  body: z.strictObject({
    /** The revision of the version that was looked at. */
    revision: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
  }),
  /** Lessons with another time, with none, and in other weeks than before. */
  answer: f.answerOf(z.object({ version_uuid: f.uuid, moved: z.int(), left: z.int(), weeks: z.int() })),
  errors: ['not_found', 'version_changed', 'rails_not_done'],
  audit: 'planner:audit.placeRails',
  summary:
    'Moves the lessons of the courses in the version so that those of one rail meet at the same times, each in the weeks in which its course runs, as one push that can be taken back.',
});

export const enrolRails = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/rails/{id}/enrol',
  params,
  answer: f.answerOf(railRun),
  errors: ['not_found', 'rails_not_done', 'rails_enrolled', 'rails_outdated'],
  audit: 'planner:audit.enrolRails',
  summary:
    'Makes the distribution enrolments from today on; who is not placed stays as they are. 409 when somebody has another course since.',
});

export const withdrawRails = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/rails/{id}/withdraw',
  params,
  answer: f.answerOf(railRun),
  errors: ['not_found', 'rails_not_enrolled', 'rails_outdated'],
  audit: 'planner:audit.withdrawRails',
  summary:
    'Gives the pupils of a distribution their former courses back from today on; 409 when somebody has another course since.',
});
