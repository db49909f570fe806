import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { nightlyBody } from './pairs-schema.ts';
import { reading } from './readings.ts';
import { syncSettings } from './schema.ts';
import './errors.ts';

const params = z.object({ id: f.idText });

export const setReadingNights = endpoint({
  method: 'PUT',
  path: '/schools/{id}/data-sync/nightly',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params,
  body: nightlyBody,
  answer: f.answerOf(syncSettings),
  errors: ['not_found', 'directory_missing', 'no_sync_sources'],
  audit: 'data-sync:audit.readingNights',
  summary:
    'Whether people are read from the directory every night, in the time of the school; administrators only. What would be asked of somebody is not saved: it waits as an upload does, and administrators are told. Nobody is archived at night.',
});

export const listReadings = endpoint({
  method: 'GET',
  path: '/schools/{id}/data-sync/readings',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params,
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(reading)),
  errors: ['not_found'],
  summary: 'How it went when people were read at night, the newest first, 20 a page.',
});
