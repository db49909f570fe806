import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityRecord, ParsedPlan } from '@kreide/core/features/timetable-import';
import { expect, it } from 'vitest';
import { describeSamples, listSamples, SAMPLES } from '../../../../tests/support/samples.ts';
import { ascParser } from './asc/index.ts';
import { indiwareParser } from './indiware/index.ts';
import type { Parser } from './parser.ts';
import { untisGpuParser } from './untis/index.ts';

/**
 * Whole plans of real schools, read a second time here with nothing but patterns: for every class, teacher and room the
 * same lessons at the same times.
 */

const read = (folder: string, name: string) => readFileSync(join(SAMPLES, folder, name));
const parse = (parser: Parser, folder: string, name: string) =>
  parser.parse([{ name, bytes: new Uint8Array(read(folder, name)) }], {});

/** `class 5a: 1/3 MA`, one line for each owner, day, period and subject. */
type Lines = Set<string>;

interface Held {
  day: string;
  hour: string;
  subject: string;
  grades: readonly string[];
  teachers: readonly string[];
  rooms: readonly string[];
}

function addLines(lines: Lines, { day, hour, subject, grades, teachers, rooms }: Held): void {
  const owners = [
    grades.map((one) => `class ${one}`),
    teachers.map((one) => `teacher ${one}`),
    rooms.map((one) => `room ${one}`),
  ];
  for (const owner of owners.flat()) lines.add(`${owner}: ${day}/${hour} ${subject}`);
}

/** What our parser found, in the codes of the file. */
function linesOf(plan: ParsedPlan): Lines {
  const toCode = (records: readonly EntityRecord[]) => {
    const codes = new Map(records.map(({ external_id, code }) => [external_id ?? code, code]));
    return (key: string) => codes.get(key) ?? `? ${key}`;
  };
  const [grade, teacher, room] = [plan.grades, plan.teachers, plan.bookables].map(toCode);
  const subject = toCode(plan.subjects);
  const lines: Lines = new Set();
  for (const lesson of plan.lessons)
    for (const place of lesson.placements)
      addLines(lines, {
        day: place.weeks.kind === 'dates' ? (place.weeks.dates[0] ?? '') : String(place.weekday),
        hour: place.hour ?? '',
        subject: lesson.subject === null ? '' : subject(lesson.subject),
        grades: lesson.grades.map((one) => grade!(one)),
        teachers: (place.teachers ?? lesson.teachers).map((one) => teacher!(one)),
        rooms: place.bookables.map((one) => room!(one)),
      });
  return lines;
}

function expectSame(found: Lines, wanted: Lines, atLeast: number): void {
  expect([...found].filter((line) => !wanted.has(line))).toEqual([]);
  expect([...wanted].filter((line) => !found.has(line))).toEqual([]);
  expect(wanted.size).toBeGreaterThan(atLeast);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const toPlain = (text: string) =>
  text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (_, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? '';
    return String.fromCodePoint(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
  });

/** The attributes of every element of one name. */
function elementsOf(text: string, name: string): Record<string, string>[] {
  return [...text.matchAll(new RegExp(`<${name}\\s([^>]*?)/?>`, 'g'))].map(([, inside = '']) =>
    Object.fromEntries([...inside.matchAll(/([\w]+)="([^"]*)"/g)].map(([, key, value]) => [key, toPlain(value ?? '')])),
  );
}

const split = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

function readAsc(name: string): Lines {
  const text = read('asc', name).toString('utf8');
  const codesOf = (element: string) =>
    new Map(elementsOf(text, element).map((row) => [row.id, row.short?.trim() || row.name?.trim() || row.id] as const));
  const [grades, teachers, rooms, subjects] = ['class', 'teacher', 'classroom', 'subject'].map(codesOf);
  const groups = new Map(elementsOf(text, 'group').map((row) => [row.id, row.classid] as const));
  const lessons = new Map(elementsOf(text, 'lesson').map((row) => [row.id, row] as const));
  const periods = elementsOf(text, 'period').map((row) => [row.period, (row.short || row.name || '').trim()] as const);
  const isNamed =
    periods.every(([, called]) => called !== '' && called.length <= 6) &&
    new Set(periods.map(([, called]) => called)).size === periods.length;
  const called = new Map(isNamed ? periods : []);
  const lines: Lines = new Set();
  for (const card of elementsOf(text, 'card')) {
    const lesson = lessons.get(card.lessonid);
    if (!lesson) throw new Error(`card without lesson ${card.lessonid}`);
    const days = card.days
      ? [...card.days].flatMap((bit, at) => (bit === '1' ? [at + 1] : []))
      : [Number(card.day) + 1];
    const own = card.classroomids ?? card.classroomid;
    const allowed = split(lesson.classroomids ?? lesson.classroomid);
    const inGroups = split(lesson.groupids ?? lesson.groupid).map((group) => groups.get(group) ?? '');
    for (const day of days)
      addLines(lines, {
        day: String(day),
        hour: called.get(card.period ?? '') ?? card.period ?? '',
        subject: subjects!.get(lesson.subjectid) ?? '',
        grades: [...split(lesson.classids ?? lesson.classid), ...inGroups].map((id) => grades!.get(id) ?? ''),
        teachers: split(lesson.teacherids ?? lesson.teacherid).map((id) => teachers!.get(id) ?? ''),
        rooms: (own === undefined && allowed.length === 1 ? allowed : split(own)).map((id) => rooms!.get(id) ?? ''),
      });
  }
  return lines;
}

function readGpu001(name: string): Lines {
  const lines: Lines = new Set();
  for (const row of read('untis-gpu', name).toString('utf8').split(/\r?\n/)) {
    if (row.trim() === '') continue;
    const [, grade = '', teacher = '', subject = '', room = '', day = '', hour = ''] = row
      .split(';')
      .map((cell) => cell.replace(/^"|"$/g, ''));
    const listed = (code: string) => (code.trim() === '' ? [] : [code]);
    addLines(lines, { day, hour, subject, grades: listed(grade), teachers: listed(teacher), rooms: listed(room) });
  }
  return lines;
}

/** Of a day plan every entry without a mark, a text and a cancelled sign: there the file says the regular lesson itself. */
function readDay(name: string): { date: string; lines: Lines } {
  const text = read('indiware', name).toString('utf8');
  const date = (/<datei>\D*(\d{4})(\d\d)(\d\d)/.exec(text) ?? []).slice(1).join('-');
  const lines: Lines = new Set();
  for (const [, column = ''] of text.matchAll(/<Kl>([\s\S]*?)<\/Kl>/g)) {
    const cell = (part: string, tag: string) =>
      toPlain(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(part)?.[1] ?? '').trim();
    const grade = cell(column, 'Kurz');
    const units = new Map(
      [...column.matchAll(/<UeNr([^>]*)>(\d+)<\/UeNr>/g)].map(
        ([, inside = '', number]) => [number, /UeFa="([^"]*)"/.exec(inside)?.[1] ?? ''] as const,
      ),
    );
    for (const [, std = ''] of column.matchAll(/<Std>([\s\S]*?)<\/Std>/g)) {
      const unit = units.get(cell(std, 'Nr'));
      if (unit === undefined || /Geaendert|<Fa>---/.test(std) || cell(std, 'If') !== '') continue;
      const rooms = cell(std, 'Ra');
      addLines(lines, {
        day: date,
        hour: cell(std, 'St'),
        subject: toPlain(unit),
        grades: [grade],
        teachers: cell(std, 'Le').split(' ').filter(Boolean),
        rooms: rooms === '' ? [] : /^\d+ \d+$/.test(rooms) ? rooms.split(' ') : [rooms],
      });
    }
  }
  return { date, lines };
}

describeSamples('real plans, read twice', () => {
  it.each(listSamples('asc', (name) => name.endsWith('.xml')))(
    'aSc %s: the same for every class, teacher and room',
    (name) => {
      expectSame(linesOf(parse(ascParser, 'asc', name)), readAsc(name), 500);
    },
  );

  it.each(listSamples('untis-gpu', (name) => name.startsWith('GPU001')))(
    '%s: the same for every class, teacher and room',
    (name) => {
      expectSame(linesOf(parse(untisGpuParser, 'untis-gpu', name)), readGpu001(name), 2000);
    },
  );

  it.each(listSamples('indiware', (name) => name.startsWith('VpMobil')))(
    'Indiware %s: every lesson that goes as planned is in the plan, for each of its classes, teachers and rooms',
    (name) => {
      const plan = parse(indiwareParser, 'indiware', name);
      const { date, lines } = readDay(name);
      expect(plan.scope.lessons).toEqual({ from: date, to: date });
      const found = linesOf(plan);
      expect([...lines].filter((line) => !found.has(line))).toEqual([]);
      expect(lines.size).toBeGreaterThan(150);
    },
  );
});
