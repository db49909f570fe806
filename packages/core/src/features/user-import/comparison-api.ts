import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { COMPARISON_STEPS, COMPARISON_TYPES } from './comparison.ts';
import { comparisonSourcesOf, importRun } from './schema.ts';
import './errors.ts';

const params = z.object({ id: f.idText });

export const compare = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/comparison',
  auth: 'user',
  needs: { permission: 'change-schoolyear' },
  params,
  body: z.strictObject({ type: z.enum(COMPARISON_TYPES) }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'directory_missing', 'import_busy'],
  audit: 'user-import:audit.compare',
  summary:
    'Begins the comparison of a change of school year: an import that goes through steps and is saved at the last; an open one is dropped.',
});

export const comparisonSources = endpoint({
  method: 'GET',
  path: '/schools/{id}/csv-users/comparison',
  auth: 'user',
  needs: { permission: 'change-schoolyear' },
  params,
  answer: f.answerOf(comparisonSourcesOf),
  errors: ['not_found'],
  summary: 'What the school can be compared with besides a list when the year changes.',
});

export const readDirectory = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/comparison/directory',
  auth: 'user',
  needs: { permission: 'change-schoolyear' },
  params,
  answer: f.answerOf(importRun),
  errors: [
    'not_found',
    'comparison_over',
    'import_busy',
    'directory_missing',
    'no_sync_sources',
    'auth_service_unreachable',
    'directory_refuses_us',
    'too_many_people',
    'nobody_found',
  ],
  timeout: 300_000,
  idempotent: false,
  audit: 'user-import:audit.create',
  summary:
    'Reads the people of the directory for the open comparison of type `data-sync`: its decisions stay. 422 with what the directory says of a place.',
});

export const enterStep = endpoint({
  method: 'PUT',
  path: '/schools/{id}/csv-users/step',
  auth: 'user',
  needs: { permission: 'change-schoolyear' },
  params,
  body: z.strictObject({ step: z.enum(COMPARISON_STEPS) }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy', 'step_missing', 'doubles_open'],
  timeout: 300_000,
  audit: 'user-import:audit.enterStep',
  summary: 'Goes on to the next step of the open comparison, once the work of the one before is done.',
});
