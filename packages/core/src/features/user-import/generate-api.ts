import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { generateDraft, generatedOutcome, LETTER_FORMATS, letterFilter, openLetter, readList } from './generate.ts';
import { IMPORT_FILE_MAXIMUM, IMPORT_FILES_MAXIMUM, importFields, importRun } from './schema.ts';
import './errors.ts';

const params = z.object({ id: f.idText });
const needs = { permission: 'manage-users' } as const;

export const readUsers = endpoint({
  method: 'POST',
  path: '/schools/{id}/make-users/read',
  auth: 'user',
  needs,
  params,
  body: importFields,
  upload: { max_files: IMPORT_FILES_MAXIMUM, max_bytes: IMPORT_FILE_MAXIMUM },
  answer: f.answerOf(readList),
  errors: ['not_found'],
  idempotent: false,
  timeout: 300_000,
  summary: 'The people of lists, to be looked at and sent to make-users; keeps nothing.',
});

export const makeUsers = endpoint({
  method: 'POST',
  path: '/schools/{id}/make-users',
  auth: 'user',
  needs,
  params,
  body: generateDraft,
  answer: f.answerOf(z.object({ run: z.nullable(importRun), people: z.array(generatedOutcome) })),
  errors: ['not_found'],
  timeout: 300_000,
  audit: 'user-creation:audit.makeUsers',
  summary:
    'Makes accounts and activation codes for a list of people in the background; who has an account, is ambiguous or stands there twice is left out and named. `dry_run` only tells.',
});

export const downloadUsers = endpoint({
  method: 'GET',
  path: '/schools/{id}/download-users',
  auth: 'user',
  needs,
  params,
  query: z.object({ bulk_id: f.idText, format: z.enum(LETTER_FORMATS), ...letterFilter }),
  answer: null,
  produces: 'file',
  timeout: 600_000,
  errors: ['not_found', 'no_open_code'],
  audit: 'user-creation:audit.downloadUsers',
  summary:
    'The letters of generated people as PDF, or their list as a spreadsheet, with the codes that nobody has used yet; all of them, or those of a kind of people, a class or a language. Every download is in the audit log.',
});

export const listLetters = endpoint({
  method: 'GET',
  path: '/schools/{id}/bulks/{bulkId}/letters',
  auth: 'user',
  needs,
  params: z.extend(params, { bulkId: f.idText }),
  query: z.object(letterFilter),
  answer: f.answerOf(z.array(openLetter)),
  errors: ['not_found'],
  summary: 'For whom of a list a download would write letters, by class and name; never the codes.',
});
