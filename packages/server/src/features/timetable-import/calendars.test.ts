import { strToU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishUpload, uploadFiles, uploadPlan } from '../../../../../tests/support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'star');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  token = await signIn(server, 'star', 'admin');
});
afterAll(() => server.stop());

/** A calendar of a class: mathematics on Monday at eight of the school, written in UTC, as many programs do. */
function calendarOf(name: string, ...more: string[]) {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:Mathe',
    'LOCATION:R 12',
    'DTSTART:20260907T060000Z',
    'DTEND:20260907T064500Z',
    'RRULE:FREQ=WEEKLY',
    'END:VEVENT',
    ...more,
    'END:VCALENDAR',
  ];
  return { name, bytes: strToU8(lines.join('\r\n')) };
}
const CANCELLED = [
  'BEGIN:VEVENT',
  'UID:1',
  'RECURRENCE-ID:20261116T070000Z',
  'SUMMARY:Mathe',
  'LOCATION:R 12',
  'DTSTART:20261116T070000Z',
  'DTEND:20261116T074500Z',
  'STATUS:CANCELLED',
  'END:VEVENT',
];

async function inForce() {
  const { rows } = await server.test.database.pool.query<{ line: string }>(
    `select concat_ws(' ', l.weekday, l.time_begins_at, array_length(l.grade_ids, 1)) as line from lessons l
       join school_years y on y.school_id = l.school_id and y.published_version_id = l.version_id order by 1`,
  );
  return rows.map(({ line }) => line);
}
async function cancelled() {
  const { rows } = await server.test.database.pool.query<{ line: string }>(
    `select concat_ws(' ', kind, date, time_begins_at) as line from substitutions where ended_at is null order by 1`,
  );
  return rows.map(({ line }) => line);
}

test('the calendars of two classes become one plan on the clock of the school', async () => {
  const ready = await uploadFiles(server, token, [calendarOf('7a.ics', ...CANCELLED), calendarOf('7b.ics')]);
  expect(ready).toMatchObject({ state: 'READY', source: 'generic-api', format: 'ical', rejected_count: 0 });
  await publishUpload(server, token, ready);
  expect(await inForce()).toEqual(['1 08:00:00 2']);
  expect(await cancelled()).toEqual(['CANCLED 2026-11-16 08:00:00']);

  // The same again changes nothing; a day that is no longer cancelled takes place.
  const again = await uploadFiles(server, token, [calendarOf('7a.ics', ...CANCELLED), calendarOf('7b.ics')]);
  expect(again.changes?.is_empty).toBe(true);
  await publishUpload(server, token, await uploadFiles(server, token, [calendarOf('7a.ics'), calendarOf('7b.ics')]));
  expect(await cancelled()).toEqual([]);
});

test('an export of Davinci is its own source, and a file of an undescribed program says what to send', async () => {
  const plan = {
    result: {
      displaySchedule: {
        lessonTimes: [
          {
            subjectCode: 'Ma',
            classCodes: ['7a'],
            teacherCodes: ['Mey'],
            weekday: 1,
            startTime: '0800',
            endTime: '0845',
          },
        ],
      },
    },
  };
  const ready = await uploadPlan(server, token, JSON.stringify(plan), { name: 'plan.json' });
  expect(ready).toMatchObject({ state: 'READY', source: 'davinci', format: 'davinci-json' });
  expect(ready.counts).toMatchObject({ lessons: 1, placements: 1 });
  const failed = await uploadPlan(server, token, 'hello', { name: 'plan.exp', source: 'turboplaner' });
  expect(failed).toMatchObject({ state: 'FAILED', failure: { code: 'program_unknown', file: 'plan.exp' } });
  expect(failed.error).toContain('Turboplaner');
});
