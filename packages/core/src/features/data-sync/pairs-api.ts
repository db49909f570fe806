import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  connectorBody,
  connectorReport,
  connectorRun,
  nightlyBody,
  PAIRS_FILE_MAXIMUM,
  pairsFields,
  pairsList,
  pairsReport,
} from './pairs-schema.ts';
import { syncSettings } from './schema.ts';
import './errors.ts';

const params = z.object({ id: f.idText });
const needs = { permission: 'edit-school' } as const;
const READING = ['not_found', 'directory_missing', 'auth_service_unreachable', 'directory_refuses_us'] as const;
const PLACES = ['no_sync_sources', 'too_many_people', 'nobody_found', 'import_busy'] as const;

export const generatePairs = endpoint({
  method: 'POST',
  path: '/schools/{id}/ldap-migration/generate',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(pairsList),
  errors: [...READING, ...PLACES],
  timeout: 300_000,
  idempotent: false,
  audit: 'data-sync:audit.generate',
  summary:
    'Who of the directory is who here, as a list to look through: `x` in the first column connects a row when the list is taken back. Changes nothing; administrators only.',
});

export const importPairs = endpoint({
  method: 'POST',
  path: '/schools/{id}/ldap-migration/import',
  auth: 'user',
  needs,
  params,
  body: pairsFields,
  upload: { max_files: 1, max_bytes: PAIRS_FILE_MAXIMUM },
  answer: f.answerOf(pairsReport),
  errors: [...READING, ...PLACES],
  timeout: 300_000,
  audit: 'data-sync:audit.pair',
  summary:
    'Connects accounts with people of the directory as a list of pairs says. Each good row counts, each bad one is named with its reason; the directory is asked again whether each of them is there.',
});

export const undoPairs = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/ldap-migration/import',
  auth: 'user',
  needs,
  params,
  answer: null,
  errors: ['not_found'],
  audit: 'data-sync:audit.unpair',
  summary:
    'Takes the newest list of pairs back: its accounts are connected with nobody. Whoever has come by it is signed out, and whom bringing accounts in line has locked is unlocked. 404: none.',
});

export const syncConnector = endpoint({
  method: 'POST',
  path: '/schools/{id}/idm-connector/sync',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params,
  body: connectorBody,
  answer: f.answerOf(connectorReport),
  errors: [...READING, 'conflict', 'import_busy'],
  timeout: 300_000,
  idempotent: false,
  audit: 'data-sync:audit.connector',
  summary:
    'Brings connected accounts in line with the directory: whoever is gone or switched off there is locked and signed out here, and whoever is back is unlocked. 409 when other people than in the dry run are concerned, 422 when more than a fifth are and nobody accepts it.',
});

export const setNightly = endpoint({
  method: 'PUT',
  path: '/schools/{id}/idm-connector/nightly',
  auth: 'user',
  needs,
  params,
  body: nightlyBody,
  answer: f.answerOf(syncSettings),
  errors: ['not_found', 'directory_missing'],
  audit: 'data-sync:audit.nightly',
  summary:
    'Whether connected accounts are brought in line with the directory every night, in the time of the school; administrators only. More than a fifth are never locked at night: administrators are told instead.',
});

export const listConnectorRuns = endpoint({
  method: 'GET',
  path: '/schools/{id}/idm-connector/runs',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params,
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(connectorRun)),
  errors: ['not_found'],
  summary: 'How it went when accounts were brought in line, the newest first, 20 a page.',
});
