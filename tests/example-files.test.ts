import { describe, expect, it } from 'vitest';
import type {
  EntityRecord,
  LessonRecord,
  ParsedPlan,
  SourceFile,
  Weeks,
} from '../packages/core/src/features/timetable-import/index.ts';
import { addDays } from '../packages/core/src/kernel/index.ts';
import { isSchoolDay } from '../packages/demo/src/calendar.ts';
import { exampleFiles } from '../packages/demo/src/exports/index.ts';
import { EXAMPLE_DATE } from '../packages/demo/src/exports/readme.ts';
import { schoolDayOf } from '../packages/demo/src/school-day.ts';
import { parsers } from '../packages/formats/src/timetables/parsers.ts';

const { sets, source } = exampleFiles(EXAMPLE_DATE);
const { plan, anchor, school_year } = source.school;

/** The parser that is surest, as an upload chooses it. */
function parse(files: readonly SourceFile[]): ParsedPlan | undefined {
  const ranked = parsers
    .map((parser) => ({ parser, score: parser.recognise(files) }))
    .sort((a, b) => b.score - a.score);
  return ranked[0]?.parser.parse(files, { school_year, anchor, grid: plan.times, do_not_print: true });
}

/** `A`, `B` or empty; null for a list of dates, which says more than a label. */
function weeksOf(weeks: Weeks): string | null {
  if (weeks.kind === 'every') return '';
  if (weeks.kind === 'label') return weeks.label;
  return weeks.kind === 'cycle' ? (weeks.mask[0] ? 'A' : 'B') : null;
}

/** Every slot as grades, teacher, room, period and weeks, in codes; the subject is left out, because Indiware names the course. */
function slotsOf(one: ParsedPlan): string[] {
  const codes = (list: readonly EntityRecord[]) =>
    new Map(list.map((entry) => [entry.external_id ?? entry.code, entry.code]));
  const [grades, teachers, rooms] = [codes(one.grades), codes(one.teachers), codes(one.bookables)];
  const names = (keys: readonly string[], known: Map<string, string>) =>
    keys
      .map((key) => known.get(key) ?? `?${key}`)
      .sort()
      .join('+');
  const line = (lesson: LessonRecord) =>
    lesson.placements.map((slot) => {
      const weeks = weeksOf(slot.weeks);
      const place = weeks === null ? 'dates' : `${slot.weekday} ${weeks}`;
      const who = names(slot.teachers ?? lesson.teachers, teachers);
      return `${names(lesson.grades, grades)} ${who} ${names(slot.bookables, rooms)} ${slot.hour} ${place}`;
    });
  return one.lessons.flatMap(line).sort();
}

/** The dates on school days that lists of dates name, as `date hour teacher room`. */
function datedSlots(one: ParsedPlan, open: ReadonlySet<string>): string[] {
  const codes = new Map(
    [...one.teachers, ...one.bookables].map((entry) => [entry.external_id ?? entry.code, entry.code]),
  );
  return one.lessons.flatMap((lesson) =>
    lesson.placements.flatMap(({ weeks, hour, bookables, teachers }) => {
      if (weeks.kind !== 'dates') return [];
      const who = [...(teachers ?? lesson.teachers), ...bookables].map((key) => codes.get(key)).join(' ');
      return weeks.dates.filter((date) => open.has(date)).map((date) => `${date} ${hour} ${who}`);
    }),
  );
}

const WEEKLY = ['asc-2012', 'asc-legacy', 'untis-gpu', 'untis-gpu-utf8', 'csv', 'csv-portal'];
const DATED = ['untis-xml', 'indiware-splan'];

const readable = sets.filter((set) => parsers.some((parser) => parser.formats.includes(set.format)));
for (const set of sets)
  if (!readable.includes(set)) console.log(`${set.folder}: no parser of ${set.format} yet, not read back`);
const among = (folders: readonly string[]) => readable.filter((set) => folders.includes(set.folder));

describe('the example files', () => {
  it.each(readable)('$folder are recognised, read without a rejected row, and hold what they say', (set) => {
    const read = parse(set.files);
    expect(read?.format).toBe(set.format);
    expect(read?.rejected).toEqual([]);
    expect(read?.counts).toMatchObject(set.counts);
  });

  it.each(among(WEEKLY))('$folder give back every slot of the plan', (set) => {
    const read = parse(set.files);
    expect(read === undefined ? [] : slotsOf(read)).toEqual(slotsOf(plan));
  });

  it.each(among(DATED))('$folder name no school day on which a lesson is not held', (set) => {
    const read = parse(set.files);
    const days = new Set<string>();
    const truth = new Set<string>();
    for (let date = '2026-11-01'; date <= '2027-01-31'; date = addDays(date, 1)) {
      if (!isSchoolDay(date, school_year, plan.holidays)) continue;
      days.add(date);
      for (const { hour, teacher, room } of schoolDayOf(plan, date).occurrences) {
        truth.add(`${date} ${hour} ${teacher} ${room}`);
      }
    }
    const slots = read === undefined ? [] : datedSlots(read, days);
    expect(slots.length).toBeGreaterThan(500);
    expect(slots.filter((slot) => !truth.has(slot))).toEqual([]);
  });

  it.each(among(['csv']))('$folder give back every change', (set) => {
    const kinds = (list: ParsedPlan['substitutions']) =>
      list.map((one) => `${one.date} ${one.hour} ${one.kind} ${one.is_hidden} ${one.comment ?? ''}`).sort();
    expect(kinds(parse(set.files)?.substitutions ?? [])).toEqual(kinds(source.substitutions));
  });
});
