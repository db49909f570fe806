import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { importRun } from '../user-import/index.ts';
import { syncSettings, syncSourcesBody } from './schema.ts';
import './errors.ts';

export { generatePairs, importPairs, listConnectorRuns, setNightly, syncConnector, undoPairs } from './pairs-api.ts';
export { listReadings, setReadingNights } from './readings-api.ts';

const params = z.object({ id: f.idText });

export const getSources = endpoint({
  method: 'GET',
  path: '/schools/{id}/auth-driver/sources',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params,
  answer: f.answerOf(syncSettings),
  errors: ['not_found'],
  summary: 'Where in the directory of the school its people stand, and what is read of them.',
});

export const saveSources = endpoint({
  method: 'PUT',
  path: '/schools/{id}/auth-driver/sources',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params,
  body: syncSourcesBody,
  answer: f.answerOf(syncSettings),
  errors: ['not_found', 'conflict'],
  idempotent: false,
  audit: 'data-sync:audit.save',
  summary: 'Says it; administrators only. 409 when somebody has changed it since `updated_at`.',
});

const SYNC_ERRORS = [
  'not_found',
  'directory_missing',
  'no_sync_sources',
  'auth_service_unreachable',
  'directory_refuses_us',
  'too_many_people',
  'nobody_found',
  'import_busy',
] as const;

export const syncAll = endpoint({
  method: 'POST',
  path: '/schools/{id}/data-sync',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params,
  answer: f.answerOf(importRun),
  errors: SYNC_ERRORS,
  timeout: 300_000,
  idempotent: false,
  audit: 'data-sync:audit.sync',
  summary:
    'Reads the people of the school from its directory, as a list that an import takes: what would change is shown, and nothing changes before it is saved. An import that was open is dropped. 422 with what the directory says of a place.',
});

export const syncTeachers = endpoint({
  method: 'POST',
  path: '/schools/{id}/data-sync/teachers',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params,
  answer: f.answerOf(importRun),
  errors: SYNC_ERRORS,
  timeout: 300_000,
  idempotent: false,
  audit: 'data-sync:audit.sync',
  summary: 'The same for teachers alone: nothing is said of anybody else, and nobody else is missing.',
});
