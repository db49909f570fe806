import type { ParsedPlan, ParseOptions, SourceFile, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { completePlan } from '../complete-plan.ts';
import type { Reject } from '../davinci/values.ts';
import { createFindings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan, fillTimes } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { collectSlots, indexSubstitutions, readChange } from './changes.ts';
import { collectCourses, createLessons } from './lessons.ts';
import { defineUnits, readCodes, readHolidays, readTimes } from './master-data.ts';
import { dayOf, readPeriods, readSubstitutions } from './periods.ts';
import { isSnapshot, readSnapshot } from './snapshot.ts';

/** Periods that are no lessons: supervisions, standby and office hours. */
const NO_LESSONS: ReadonlySet<string> = new Set(['oh', 'sb', 'bs']);

/** Two parallel periods may have nothing that tells them apart: the second gets a number. */
function nameApart(changes: readonly SubstitutionRecord[]): SubstitutionRecord[] {
  const used = new Map<string, number>();
  return changes.map((change) => {
    const count = (used.get(change.external_id) ?? 0) + 1;
    used.set(change.external_id, count);
    return count === 1 ? change : { ...change, external_id: `${change.external_id}#${count}` };
  });
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, other] = files;
  if (!file) throw unreadable('', 'no_files');
  if (other) throw unreadable(other.name, 'one_file_only', { other: file.name });
  const { range: stated, answers } = readSnapshot(file);
  const findings = createFindings();
  const reject: Reject = ({ path }, field, reason, value) =>
    findings.reject(file.name, { column: `${path} ${field}`.trim(), value: value == null ? null : `${value}` }, reason);
  const [begins_at, ends_at] = [dayOf(stated, 'begins_at'), dayOf(stated, 'ends_at')];
  if (begins_at === null || ends_at === null || begins_at > ends_at) throw unreadable(file.name, 'date_missing');
  const range = { begins_at, ends_at };
  const units = createUnitCollector();
  defineUnits(answers, units, reject);
  const own = readTimes(answers, reject);
  const holidays = readHolidays(answers, reject).filter((one) => one.begins_at <= ends_at && one.ends_at >= begins_at);
  const reading = { codes: readCodes(answers), reject };
  const find = indexSubstitutions(readSubstitutions(answers, reading));
  const lessons = createLessons(own);
  const all = readPeriods(answers, reading);
  const periods = all.filter(({ type }) => type === null || !NO_LESSONS.has(type));
  if (periods.length < all.length) findings.warn('supervisions_skipped', { count: all.length - periods.length });
  const exams = periods.filter(({ type }) => type === 'ex').length;
  if (exams > 0) findings.warn('exams_as_events', { count: exams });
  const slots = collectSlots(periods);
  const changes = periods.flatMap((period) => readChange(period, { lessons, slots, find }) ?? []);
  const isRefused = ['getTeachers', 'getSubjects', 'getRooms'].some((method) => answers[method] === null);
  if (isRefused) findings.warn('master_data_incomplete');
  const complete: ParsedPlan['scope']['complete'] = [
    ...(own.length > 0 ? (['times'] as const) : []),
    ...(holidays.length > 0 ? (['holidays'] as const) : []),
  ];
  const planned = lessons.finish(range, holidays);
  const plan = {
    ...createPlan('webuntis-json'),
    times: fillTimes(own, options.grid),
    holidays,
    lessons: planned,
    courses: collectCourses(planned),
    substitutions: nameApart(changes),
  };
  return completePlan(
    {
      ...plan,
      school_year: toPlanYear(null, {}, [begins_at, ends_at]),
      scope: {
        complete,
        // No lesson at all means that the account sees none: what is in force stays.
        lessons: plan.lessons.length > 0 ? 'all' : 'none',
        substitutions: periods.length > 0 ? { from: begins_at, to: ends_at } : null,
      },
    },
    units,
    findings,
  );
}

/**
 * What was read over the JSON-RPC interface of WebUntis (docs/import-formats.md, WebUntis). References are codes, times
 * are wall times. Nobody and nothing is ended because it is not listed: accounts see a part of a school only. Counts: lessons, their
 * places, changed periods.
 */
export const webuntisParser: Parser = {
  formats: ['webuntis-json'],
  recognise: (files) => (files.length > 0 && files.every(isSnapshot) ? 1 : 0),
  parse,
};
