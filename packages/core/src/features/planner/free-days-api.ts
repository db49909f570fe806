import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { holidayDraft, holidayRow } from './basedata-schema.ts';
import './errors.ts';
import {
  fileHolidays,
  HOLIDAY_FILE_MAXIMUM,
  HOLIDAYS_MAXIMUM,
  holidayCountry,
  holidayRegion,
  holidayRegions,
  publicHoliday,
} from './free-days-schema.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;

export const listHolidayRegions = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/holiday-regions',
  query: z.object({ country: z.optional(holidayCountry) }),
  answer: f.answerOf(holidayRegions),
  errors: ['not_found'],
  summary:
    'Countries whose public holidays are known, and the parts of one of them: without `country` of that of the school.',
});

export const listPublicHolidays = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/public-holidays',
  query: z.object({ school_year_id: f.idText, region: holidayRegion }),
  answer: f.answerOf(z.array(publicHoliday)),
  errors: ['not_found'],
  summary: 'The public holidays of a region within a school year, by date.',
});

export const readHolidays = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/free-days/read',
  body: z.strictObject({}),
  upload: { max_files: 1, max_bytes: HOLIDAY_FILE_MAXIMUM },
  answer: f.answerOf(fileHolidays),
  idempotent: false,
  timeout: 60_000,
  summary:
    'The whole days of an iCalendar file, such as the school holidays of a state, within the school years of the school; keeps nothing.',
});

export const addHolidays = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/free-days',
  body: z.strictObject({ holidays: z.array(holidayDraft).check(z.minLength(1), z.maxLength(HOLIDAYS_MAXIMUM)) }),
  answer: f.answerOf(z.array(holidayRow)),
  audit: 'planner:audit.createUnit',
  summary:
    'Adds free days, all or none; those that are there by name and dates stay, 422 where all are. Answers the added ones.',
});

export const removeHolidays = endpoint({
  ...planning,
  method: 'DELETE',
  path: '/timetables/free-days',
  body: z.strictObject({ ids: z.array(f.id).check(z.minLength(1), z.maxLength(HOLIDAYS_MAXIMUM)) }),
  answer: null,
  errors: ['not_found', 'unit_imported'],
  audit: 'planner:audit.removeUnit',
  summary: 'Removes free days that were added here, all or none.',
});
