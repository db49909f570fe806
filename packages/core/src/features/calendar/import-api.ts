import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';
import { IMPORT_BYTES_MAXIMUM } from './import-rules.ts';
import { calendarImport, importTarget, importTrial } from './import-schema.ts';

const one = z.object({ id: f.idText });
const making = { auth: 'user', needs: { permission: 'create-events' } } as const;

export const listImports = endpoint({
  ...making,
  method: 'GET',
  path: '/channels/calendars/imports',
  answer: f.answerOf(z.array(calendarImport)),
  summary: 'The last 20 files that the caller has read into a calendar within 30 days, the newest first.',
});

export const tryImport = endpoint({
  ...making,
  method: 'POST',
  path: '/channels/calendars/imports',
  body: z.strictObject({}),
  upload: { max_files: 1, max_bytes: IMPORT_BYTES_MAXIMUM },
  answer: f.answerOf(importTrial),
  timeout: 60_000,
  summary:
    'Reads an iCalendar file and tells what would become of its events, which are new, changed or there already by their UID, and what of it is not read; changes nothing.',
});

export const applyImport = endpoint({
  ...making,
  method: 'POST',
  path: '/channels/calendars/imports/{id}/apply',
  params: one,
  body: importTarget,
  answer: f.answerOf(calendarImport),
  errors: ['not_found', 'calendar_import_over'],
  timeout: 60_000,
  audit: 'calendar:audit.import',
  summary:
    'Puts the events of a file that was tried within a day into the calendar, for the caller and these channels; nobody is notified. Every channel has to be one in which the caller may write.',
});

export const undoImport = endpoint({
  ...making,
  method: 'POST',
  path: '/channels/calendars/imports/{id}/undo',
  params: one,
  answer: f.answerOf(calendarImport),
  errors: ['not_found', 'calendar_import_over', 'calendar_import_later'],
  timeout: 60_000,
  audit: 'calendar:audit.undoImport',
  summary:
    'Takes an import back within 30 days: its events go, and those that it had changed are as before. Of several, the newest first.',
});
