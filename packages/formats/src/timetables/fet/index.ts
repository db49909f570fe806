import type { AskedReading, ParsedPlan, ParseOptions, SourceFile } from '@kreide/core/features/timetable-import';
import { completePlan } from '../complete-plan.ts';
import { toDayList, toDayNames, toPlanDays } from '../day-order.ts';
import { askDays, holdToNames } from '../days-reading.ts';
import { createFindings, type Findings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan, fillTimes, MAX_CODE_LENGTH } from '../plan.ts';
import { createUnitCollector, type UnitCollector, type UnitKind } from '../unit-collector.ts';
import { readXmlRoot, type XmlNode } from '../xml.ts';
import { readRecords } from '../xml-records.ts';
import { collectLessons, type FetGrid } from './activities.ts';
import { toHours, toTimes } from './days.ts';
import { cell, type FetRow, type Reject, readFixedPlaces, readTimetable } from './places.ts';
import { readStudentSets } from './students.ts';

/** Files that FET writes beside the timetable of the activities: the same plan once more by teachers and students. */
const VIEWS: ReadonlySet<string> = new Set(['Students_Timetable', 'Teachers_Timetable', 'Rooms_Timetable']);
const PLAN = new Set([
  'Days_List',
  'Hours_List',
  'Subjects_List',
  'Teachers_List',
  'Rooms_List',
  'Year',
  'Activities_List',
  'ConstraintActivityPreferredStartingTime',
  'ConstraintActivityPreferredRoom',
]);
/** Details of planning, most of what stands inside the elements above. */
const UNREAD = new Set([
  'Activity_Group_Id',
  'Building',
  'Capacity',
  'Category',
  'Comments',
  'Number_of_Categories',
  'Number_of_Students',
  'Permanently_Locked',
  'Qualified_Subjects',
  'Target_Number_of_Hours',
  'Total_Duration',
]);

const rootOf = (file: SourceFile) => readXmlRoot(file)?.name ?? '';
const isFet = (root: string) => root === 'fet' || root === 'Activities_Timetable' || VIEWS.has(root);

function recognise(files: readonly SourceFile[]): number {
  return files.length > 0 && files.every((file) => isFet(rootOf(file))) ? 1 : 0;
}

/** The plan, and the finished timetable where there is one. */
function choose(files: readonly SourceFile[], findings: Findings) {
  const plans = files.filter((file) => rootOf(file) === 'fet');
  const timetables = files.filter((file) => rootOf(file) === 'Activities_Timetable');
  for (const file of files) if (VIEWS.has(rootOf(file))) findings.warn('file_ignored', { file: file.name });
  for (const [first, second] of [plans, timetables]) {
    if (second) throw unreadable(second.name, 'one_file_only', { other: first?.name ?? '' });
  }
  if (!plans[0]) throw unreadable(files[0]?.name ?? '', files.length === 0 ? 'no_files' : 'fet_plan_missing');
  return { plan: plans[0], timetable: timetables[0] ?? null };
}

/** Days and periods. Half days are joined: the periods of the afternoon are counted on from those of the morning. */
function readGrid(
  file: string,
  records: ReadonlyMap<string, readonly XmlNode[]>,
  options: ParseOptions,
): { grid: FetGrid; asked: AskedReading | undefined } {
  const listNames = (list: string, item: string) =>
    (records.get(list)?.[0]?.children ?? []).flatMap((node) => (node.name === item ? [cell(node, 'Name') ?? ''] : []));
  const days = listNames('Days_List', 'Day');
  const names = listNames('Hours_List', 'Hour');
  const hours = toHours(names);
  const named = toPlanDays(days);
  if (named) holdToNames(file, toDayNames(days), [...new Set(named.map(({ weekday }) => weekday))], options);
  const said = named ? null : askDays('fet', file, toDayNames(days), options);
  const found = named ?? toPlanDays(days, said?.needed()) ?? [];
  // The times in the names are those of one half only.
  const isHalved = found.some(({ isAfternoon }) => isAfternoon);
  if (isHalved && toTimes(names, hours).length > 0) {
    throw unreadable(file, 'half_days_unclear', { days: toDayList(days) });
  }
  const last = Math.max(0, ...hours.map(Number));
  const afternoon = isHalved ? hours.map((_, at) => String(last + at + 1)) : [];
  const grid = { days: new Map(days.map((day, at) => [day, found[at]!])), names, hours, afternoon };
  return { grid, asked: said?.asked };
}

/** The lists of subjects, teachers and rooms, also of those that no activity uses. */
function defineUnits(rowsOf: (list: string) => FetRow[], units: UnitCollector, reject: Reject): void {
  const lists: [list: string, item: string, kind: UnitKind][] = [
    ['Subjects_List', 'Subject', 'subjects'],
    ['Teachers_List', 'Teacher', 'teachers'],
    ['Rooms_List', 'Room', 'bookables'],
  ];
  for (const [list, item, kind] of lists) {
    for (const { file, node } of rowsOf(list)) {
      for (const row of node.children.filter(({ name }) => name === item)) {
        const code = cell(row, 'Name');
        const at = { file, node: row };
        if (code === null) reject(at, 'Name', 'missing_value');
        else if (code.length > MAX_CODE_LENGTH) reject(at, 'Name', 'too_long', code);
        else if (!units.define(kind, { external_id: null, code, name: cell(row, 'Long_Name') })) {
          reject(at, 'Name', 'duplicate_id', code);
        }
      }
    }
  }
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const findings = createFindings();
  const { plan: file, timetable } = choose(files, findings);
  const records = readRecords(file, PLAN, UNREAD);
  const reject: Reject = (row, column, reason, value = null) =>
    findings.reject(row.file, { row: row.node.line, column, value }, reason);
  const rowsOf = (name: string) => (records.get(name) ?? []).map((node) => ({ file: file.name, node }));
  const activities = rowsOf('Activities_List').flatMap(({ node }) =>
    node.children.filter(({ name }) => name === 'Activity').map((one) => ({ file: file.name, node: one })),
  );
  const placed = timetable
    ? (readRecords(timetable, new Set(['Activity'])).get('Activity') ?? []).map((node) => ({
        file: timetable.name,
        node,
      }))
    : null;
  const places = placed
    ? readTimetable(placed, reject)
    : readFixedPlaces(
        rowsOf('ConstraintActivityPreferredStartingTime'),
        rowsOf('ConstraintActivityPreferredRoom'),
        reject,
      );
  const units = createUnitCollector();
  defineUnits(rowsOf, units, reject);
  const used = new Set(
    activities.flatMap(({ node }) =>
      node.children.flatMap(({ name, text }) => (name === 'Students' ? [text.trim()] : [])),
    ),
  );
  const { grid, asked } = readGrid(file.name, records, options);
  const [first] = grid.afternoon;
  if (first !== undefined) findings.warn('half_days_joined', { period: first });
  const { lessons, courses } = collectLessons(
    activities,
    places,
    readStudentSets(records.get('Year') ?? [], used),
    grid,
    reject,
  );
  const times = fillTimes(toTimes(grid.names, grid.hours), options.grid);
  const plan = { ...createPlan('fet'), lessons, courses, times };
  // FET lists what it plans with, not all that the school has: nothing is ended.
  const whole = completePlan({ ...plan, scope: { ...plan.scope, lessons: 'all' } }, units, findings);
  return asked ? { ...whole, asked } : whole;
}

/**
 * FET: the plan (`.fet`) with what is fixed in it, or together with the timetable of its activities (docs/import-formats.md,
 * FET). References are names. Counts: lessons, their periods, names.
 */
export const fetParser: Parser = { formats: ['fet'], asks: ['days'], recognise, parse };
