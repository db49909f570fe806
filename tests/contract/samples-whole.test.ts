import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Lesson, Timetable } from '../../packages/core/src/features/timetable/index.ts';
import { publishUpload, readBytes, uploadFiles } from '../support/imports.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { describeSamples, SAMPLES } from '../support/samples.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Two school weeks without a holiday. */
const [FIRST, SECOND, LAST] = ['2026-11-16', '2026-11-23', '2026-11-29'] as const;
const KINDS = ['grades', 'teachers', 'bookables'] as const;
type Kind = (typeof KINDS)[number];

/** A lesson at one time of one week (0 or 1), read from the file by few lines that share nothing with the parsers. */
interface Placed {
  weeks: readonly number[];
  weekday: number;
  /** `HH:MM`; the period where the file has no times. */
  start: string;
  subject: string;
  grades: string[];
  teachers: string[];
  bookables: string[];
}

/**
 * A lesson in the plan of one class, teacher or room, one line for each combination with the others: how an export spreads a
 * lesson over rows is its own business.
 */
function toLines(week: number, placed: Omit<Placed, 'weeks'>, of: Kind, name: string): string[] {
  const { weekday, start, subject } = placed;
  const [grades, teachers, rooms] = KINDS.map((kind) =>
    kind === of ? [name] : placed[kind].length > 0 ? placed[kind] : [''],
  );
  return (grades ?? []).flatMap((grade) =>
    (teachers ?? []).flatMap((teacher) =>
      (rooms ?? []).map((room) => [week, weekday, start, subject, grade, teacher, room].join(' | ')),
    ),
  );
}

/** The plan of every class, teacher and room: its lines, sorted. */
type Plans = Record<string, string[]>;

function toPlans(all: readonly Placed[], isSwapped: boolean): Plans {
  const plans = new Map<string, Set<string>>();
  for (const placed of all)
    for (const week of placed.weeks.map((one) => (isSwapped ? 1 - one : one))) {
      for (const kind of KINDS)
        for (const name of placed[kind]) {
          const key = `${kind} ${name}`;
          const own = plans.get(key) ?? new Set();
          plans.set(key, own);
          for (const line of toLines(week, placed, kind, name)) own.add(line);
        }
    }
  return Object.fromEntries([...plans].map(([key, lines]) => [key, [...lines].sort()]));
}

const decode = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
  );

/** The attributes of every element of a name. */
function elements(xml: string, name: string): Record<string, string>[] {
  return [...xml.matchAll(new RegExp(`<${name}\\s([^>]*?)/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w]+)="([^"]*)"/g)].map(([, key, value]) => [key, decode(value ?? '')]),
    ),
  );
}

function readAsc(xml: string): Placed[] {
  const named = (name: string) =>
    new Map(elements(xml, name).map((one) => [one.id, (one.short || one.name || '').trim()]));
  const [classes, teachers, rooms, subjects] = ['class', 'teacher', 'classroom', 'subject'].map(named);
  const starts = new Map(
    elements(xml, 'period').map(({ period, starttime = '' }) => [period, starttime.padStart(5, '0')]),
  );
  const lessons = new Map(elements(xml, 'lesson').map((one) => [one.id, one]));
  const list = (names: Map<string | undefined, string> | undefined, ids: string | undefined) => [
    ...new Set((ids ?? '').split(',').flatMap((id) => names?.get(id) ?? [])),
  ];
  return elements(xml, 'card').flatMap((card) => {
    const lesson = lessons.get(card.lessonid) ?? {};
    const weeks = (card.weeks ?? lesson.weeks ?? '1').split(',')[0] ?? '1';
    const on = weeks.length === 1 ? [0, 1] : [...weeks].flatMap((flag, index) => (flag === '1' ? [index] : []));
    return [...(card.days ?? '')].flatMap((flag, day) =>
      // Without a period it is not placed.
      flag === '0' || !starts.has(card.period)
        ? []
        : {
            weeks: on,
            weekday: day + 1,
            start: starts.get(card.period) ?? '',
            subject: list(subjects, lesson.subjectid)[0] ?? '',
            grades: list(classes, lesson.classids),
            teachers: list(teachers, lesson.teacherids),
            bookables: list(rooms, card.classroomids),
          },
    );
  });
}

function readGpu001(text: string): Placed[] {
  return text
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) => {
      const [, grade, teacher, subject = '', room, weekday, start = ''] = line
        .split(';')
        .map((field) => field.replace(/^"|"$/g, '').trim());
      const listed = (name: string | undefined) => (name ? [name] : []);
      return {
        weeks: [0, 1],
        weekday: Number(weekday),
        start,
        subject,
        grades: listed(grade),
        teachers: listed(teacher),
        bookables: listed(room),
      };
    });
}

let server: TestServer;
let schools = 0;

async function readPlans(token: string, slink: string, startOf: (lesson: Lesson) => string): Promise<Plans> {
  const plans: Plans = {};
  for (const kind of KINDS) {
    const { rows } = await server.test.database.pool.query<{ id: number; shortcut: string }>(
      `select id, shortcut from ${kind} where school_id = (select id from schools where slink = $1)`,
      [slink],
    );
    for (const { id, shortcut } of rows) {
      const lines = new Set<string>();
      const path = `/v1/timetables/entities/${kind}/${id}?begins_at=${FIRST}&ends_at=${LAST}`;
      const { data } = (await server.request('GET', path, { token })).body as { data: Timetable };
      for (const lesson of data.lessons)
        for (const date of lesson.dates) {
          const names = Object.fromEntries(KINDS.map((one) => [one, lesson[one].map((unit) => unit.shortcut)]));
          const weekday = new Date(date).getUTCDay() || 7;
          const about = { weekday, start: startOf(lesson), subject: lesson.subject?.shortcut ?? '', ...names };
          const week = date < SECOND ? 0 : 1;
          for (const line of toLines(week, about as Omit<Placed, 'weeks'>, kind, shortcut)) lines.add(line);
        }
      if (lines.size > 0) plans[`${kind} ${shortcut}`] = [...lines].sort();
    }
  }
  return plans;
}

describeSamples('every class, teacher and room of a real export', () => {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const byTime = ({ time_begins_at }: Lesson) => time_begins_at;
  const byPeriod = ({ hour }: Lesson) => hour ?? '';
  it.each([
    ['asc/asctt2012_college-sg-term2.xml', readAsc, byTime],
    ['asc/asctt2012_institute-br.xml', readAsc, byTime],
    ['asc/asctt2012_school-th.xml', readAsc, byTime],
    ['untis-gpu/GPU001_gymnasium.TXT', readGpu001, byPeriod],
  ])(
    '%s has the plan that another reading of the file finds [D-5.03]',
    async (file, read, startOf) => {
      schools += 1;
      const slink = `school-${schools}`;
      const { kysely } = server.test.database;
      const school = await buildSchool(kysely, slink);
      await buildUser(kysely, school.id, 'admin', 'ADMIN');
      const token = await signIn(server, slink, 'admin');
      const bytes = readBytes(join(SAMPLES, file));
      const ready = await uploadFiles(server, token, [{ name: basename(file), bytes }], { school_year: '2026 / 2027' });
      await publishUpload(server, token, ready);
      const plans = await readPlans(token, slink, startOf);
      const placed = read(new TextDecoder('utf-8').decode(bytes));
      // The file does not say which calendar week its first one is.
      const [one, other] = [toPlans(placed, false), toPlans(placed, true)];
      const expected = differences(plans, one) <= differences(plans, other) ? one : other;
      expect(Object.keys(plans).sort()).toEqual(Object.keys(expected).sort());
      for (const [key, lines] of Object.entries(expected)) expect(plans[key], key).toEqual(lines);
      expect(Object.values(expected).flat().length).toBeGreaterThan(500);
    },
    240_000,
  );
});

function differences(plans: Plans, expected: Plans): number {
  return Object.entries(expected).filter(([key, lines]) => JSON.stringify(plans[key]) !== JSON.stringify(lines)).length;
}
