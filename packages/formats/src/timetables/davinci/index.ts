import { Buffer } from 'node:buffer';
import type { ParsedPlan, ParseOptions, Scope, SourceFile } from '@kreide/core/features/timetable-import';
import { decodeText } from '../../tables/text.ts';
import { completePlan } from '../complete-plan.ts';
import { createFindings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan, fillTimes } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { remember } from '../remember.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { createSeries } from './dates.ts';
import { readEvent, readSupervision } from './events.ts';
import { readLessonTime } from './lesson-times.ts';
import { collectLessons } from './lessons.ts';
import { defineUnits, hourAt, readTimes, warnOfAbsences } from './master-data.ts';
import { dateOf, entriesOf, type Fields, isFields, type Reject } from './values.ts';

const HEAD_BYTES = 1024;

function isDavinci({ bytes }: SourceFile): boolean {
  const head = decodeText(bytes.subarray(0, HEAD_BYTES)).text.trimStart();
  // The schedule stands behind the lists of a whole school.
  return (
    head.startsWith('{') && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"displaySchedule"')
  );
}

function recognise(files: readonly SourceFile[]): number {
  return files.length > 0 && files.every(isDavinci) ? 1 : 0;
}

function readJson(file: SourceFile): Fields {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(file.bytes).text);
  } catch {
    throw unreadable(file.name, 'json_malformed');
  }
  const result = isFields(value) && isFields(value.result) ? value.result : null;
  if (!result || !isFields(result.displaySchedule)) throw unreadable(file.name, 'json_malformed');
  return result;
}

const isEveryWeek = ({ lessons }: ParsedPlan) =>
  lessons.some(({ placements }) => placements.some(({ weeks }) => weeks.kind === 'every'));

/** The dates that the export was made for; without any, those of its entries. */
function toScope(plan: ParsedPlan, schedule: Fields): Scope {
  const held = new Set(plan.substitutions.map(({ date }) => date));
  const series = new Set<readonly string[]>();
  for (const { placements } of plan.lessons) {
    for (const { weeks } of placements) if (weeks.kind === 'dates') series.add(weeks.dates);
  }
  for (const dates of series) for (const date of dates) held.add(date);
  const dates = [...held].sort();
  const stated = isFields(schedule.effectivity) ? schedule.effectivity : {};
  const [from, to] = [dateOf(stated, 'startDate') ?? dates[0], dateOf(stated, 'endDate') ?? dates.at(-1)];
  const range = from !== undefined && to !== undefined && from <= to ? { from, to } : null;
  const isWeekly = isEveryWeek(plan);
  const complete = (['supervisions', 'holidays'] as const).filter((kind) => plan[kind].length > 0);
  return {
    complete: plan.times.length > 0 ? [...complete, 'times'] : complete,
    lessons: isWeekly ? 'all' : plan.lessons.length > 0 && range ? range : 'none',
    // An export of weeks without dates knows no changes: those in force stay.
    substitutions: dates.length > 0 ? range : null,
  };
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, second] = files;
  if (!file) throw unreadable('', 'no_files');
  if (second) throw unreadable(second.name, 'one_file_only', { other: file.name });
  const findings = createFindings();
  const reject: Reject = ({ path }, field, reason, value) =>
    findings.reject(
      file.name,
      { column: field === '' ? path : `${path}.${field}`, value: value === undefined ? null : JSON.stringify(value) },
      reason,
    );
  const result = readJson(file);
  const schedule = isFields(result.displaySchedule) ? result.displaySchedule : {};
  const units = createUnitCollector();
  defineUnits(result, units, reject);
  warnOfAbsences(result, findings);
  const own = readTimes(result, findings, reject);
  const times = fillTimes(own, options.grid);
  const series = createSeries();
  const hourOf = remember((time) => hourAt(time, times));
  const lessonTimes = entriesOf(schedule, 'lessonTimes', reject)
    .map((entry) => readLessonTime(entry, hourOf, series, reject))
    .filter((time) => time !== null);
  const { lessons, substitutions } = collectLessons(lessonTimes, reject);
  const supervisions = entriesOf(schedule, 'supervisionTimes', reject).flatMap((entry) =>
    readSupervision(entry, times, reject),
  );
  const events = entriesOf(schedule, 'eventTimes', reject).flatMap((entry) => readEvent(entry, reject) ?? []);
  const plan: ParsedPlan = {
    ...createPlan('davinci-json'),
    times,
    lessons,
    supervisions,
    substitutions: [...substitutions, ...events.flatMap((event) => ('events' in event ? event.events : []))],
    holidays: events.flatMap((event) => ('holiday' in event ? [event.holiday] : [])),
  };
  // Without dates nothing tells alternating weeks apart.
  if (isEveryWeek(plan)) findings.warn('weeks_assumed_every');
  return completePlan(
    { ...plan, school_year: toPlanYear(null, plan), scope: toScope(plan, schedule) },
    units,
    findings,
  );
}

/**
 * The JSON export of Davinci 6 (docs/import-formats.md, Davinci). References are codes. Counts: lessons, their places,
 * codes, changes and events of single days.
 */
export const davinciParser: Parser = { formats: ['davinci-json'], recognise, parse };
