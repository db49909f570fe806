import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { health } from './health.ts';
import { managedPerson, peopleListQuery } from './people.ts';
import { STATISTICS_DAYS, statistics } from './statistics.ts';
import { timetableEvent } from './timetable-events.ts';

const ofSchool = z.object({ id: f.idText });

export const listPeople = endpoint({
  method: 'GET',
  path: '/schools/{id}/users',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: ofSchool,
  query: peopleListQuery,
  answer: f.answerOf(z.array(managedPerson)),
  errors: ['not_found'],
  summary:
    'The people of the own school by name; with a filter those who are deleted or archived, who asked for deletion, or whose deletion is approved and can still be taken back.',
});

export { cancelEnd, getEnd, orderEnd } from './end-api.ts';
export { acceptPolicy, createPolicy, listAcceptances, listPolicies } from './policies-api.ts';
export {
  createContract,
  createInvoice,
  createQuotation,
  getInvoiceFile,
  listContracts,
  listQuotations,
} from './quotations-api.ts';

export const getStatistics = endpoint({
  method: 'GET',
  path: '/schools/{id}/statistics',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: ofSchool,
  query: z.object({ days: z.optional(z.enum(STATISTICS_DAYS)) }),
  answer: f.answerOf(statistics),
  errors: ['not_found'],
  summary:
    'How the school is used, in numbers without names: accounts by role and state, sign-ins, messages, news confirmed, absences by grade; what fewer than five people did is left out.',
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/schools/{id}/health',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: ofSchool,
  query: z.object({ plan_days: z.optional(f.countText) }),
  answer: f.answerOf(health),
  errors: ['not_found'],
  summary:
    'What is wrong at the own school, in numbers: an old plan, failed imports, people who were never there, families, screens, rolls, open requests.',
});

export const listTimetableEvents = endpoint({
  method: 'GET',
  path: '/schools/{id}/timetable-events',
  auth: 'user',
  needs: { permission: 'view-timetable-planner' },
  params: ofSchool,
  query: z.object({ schoolyear_id: z.optional(f.idText) }),
  answer: f.answerOf(z.array(timetableEvent)),
  errors: ['not_found'],
  summary:
    'Free days, holidays and published plans of a school year by their first day; without a year those of the active one.',
});
