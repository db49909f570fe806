import type { WebUntisMethod } from '@kreide/core/features/timetable-import';
import { addDays } from '@kreide/core/kernel';
import { dayOf, type Fields, isFields, type Snapshot, type SnapshotAnswers, textOf } from '@kreide/formats/webuntis';
import { isRefusal, WebUntisFailure } from './failure.ts';
import type { Session } from './session.ts';

export interface Range {
  begins_at: string;
  ends_at: string;
}

/** Days of one request for a plan: a class answers them within a second or two. */
const DAYS_PER_CALL = 91;
/** Of all periods together: more than any school has, and less than an upload may be. */
const PERIODS_BYTES = 48_000_000;
/** More are no school. */
const CLASSES_MAXIMUM = 2000;
const FIELDS = ['id', 'name'];

const toNumber = (date: string) => Number(date.replaceAll('-', ''));
const listOf = (result: unknown): readonly unknown[] => {
  if (!Array.isArray(result)) throw new WebUntisFailure('no_webuntis');
  return result;
};

/** A list that not every account may see; null: this one may not. */
async function optional(session: Session, method: WebUntisMethod, params?: object): Promise<readonly unknown[] | null> {
  try {
    return listOf(await session.call(method, params));
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}

const toRange = (year: Fields): Range | null => {
  const [begins_at, ends_at] = [dayOf(year, 'startDate'), dayOf(year, 'endDate')];
  return begins_at !== null && ends_at !== null && begins_at <= ends_at ? { begins_at, ends_at } : null;
};

/** The time that the interface has anything for: the running school year, else the next, as far as it says. */
export async function readSchoolYear(session: Session, today: string): Promise<Range | null> {
  const years = ((await optional(session, 'getSchoolyears')) ?? [])
    .flatMap((year) => (isFields(year) ? (toRange(year) ?? []) : []))
    .toSorted((a, b) => (a.begins_at < b.begins_at ? -1 : 1));
  const running = years.find((year) => year.begins_at <= today && today <= year.ends_at);
  if (running) return running;
  const current = await session.call('getCurrentSchoolyear').catch((thrown: unknown) => {
    // Between two years no one runs.
    if (isRefusal(thrown) || (thrown instanceof WebUntisFailure && thrown.reason === 'no_date')) return null;
    throw thrown;
  });
  return (isFields(current) && toRange(current)) || years.find((year) => year.begins_at > today) || null;
}

/** When the last plan was brought to WebUntis, in ms; null: it does not say. */
export async function readImportTime(session: Session): Promise<number | null> {
  try {
    const time = await session.call('getLatestImportTime');
    return typeof time === 'number' && Number.isSafeInteger(time) && time > 0 ? time : null;
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}

const ELEMENT_FIELDS = ['id', 'name', 'orgid', 'orgname'] as const;
const PERIOD_FIELDS = [
  'date',
  'startTime',
  'endTime',
  'code',
  'lstype',
  'lsnumber',
  'sg',
  'lstext',
  'substText',
  'info',
] as const;
const LISTS = ['kl', 'te', 'su', 'ro'] as const;

const pick = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

/** The parts of a period that make the plan. Its number changes with every import there, so it is left out. */
function toCompact(period: unknown): string {
  if (!isFields(period)) return JSON.stringify(period);
  const lists = LISTS.map((list) => {
    const elements = Array.isArray(period[list]) ? period[list] : [];
    return [list, elements.map((one: unknown) => (isFields(one) ? pick(one, ELEMENT_FIELDS) : one))] as const;
  });
  return JSON.stringify({ ...pick(period, PERIOD_FIELDS), ...Object.fromEntries(lists) });
}

export const timetableParams = (classId: string, range: Range) => ({
  options: {
    element: { id: Number(classId), type: 1 },
    startDate: toNumber(range.begins_at),
    endDate: toNumber(range.ends_at),
    showInfo: true,
    showSubstText: true,
    showLsText: true,
    showLsNumber: true,
    showStudentgroup: true,
    klasseFields: FIELDS,
    teacherFields: FIELDS,
    subjectFields: FIELDS,
    roomFields: FIELDS,
  },
});

/** The numbers of the classes that the account sees. */
export function classIdsOf(classes: readonly unknown[]): string[] {
  const ids = classes.flatMap((one) => (isFields(one) ? (textOf(one, 'id') ?? []) : []));
  return [...new Set(ids.filter((id) => /^\d{1,15}$/.test(id)))].slice(0, CLASSES_MAXIMUM);
}

function* piecesOf({ begins_at, ends_at }: Range): Generator<Range> {
  for (let first = begins_at; first <= ends_at; first = addDays(first, DAYS_PER_CALL)) {
    const last = addDays(first, DAYS_PER_CALL - 1);
    yield { begins_at: first, ends_at: last < ends_at ? last : ends_at };
  }
}

interface Periods {
  readonly periods: readonly unknown[];
  /** The days that WebUntis has something to say about: an account may see a part of the year only. */
  readonly range: Range;
}

/** One class: its periods by the part of the range, without those that are closed; null: the account may not see it. */
async function readClass(session: Session, id: string, range: Range): Promise<[Range, string[]][] | null> {
  const answers: [Range, string[]][] = [];
  for (const piece of piecesOf(range)) {
    try {
      const result = await session.call('getTimetable', timetableParams(id, piece));
      answers.push([piece, listOf(result).map(toCompact)]);
    } catch (thrown) {
      if (isRefusal(thrown)) return null;
      if (!(thrown instanceof WebUntisFailure) || thrown.reason !== 'no_date') throw thrown;
    }
  }
  return answers;
}

/** The periods of all classes, each once and always in the same order. A class that the account may not see is left out. */
async function readPeriods(session: Session, classes: readonly string[], range: Range): Promise<Periods> {
  const periods = new Set<string>();
  const open: Range[] = [];
  let [bytes, seen] = [0, 0];
  for (const id of classes) {
    const answers = await readClass(session, id, range);
    if (!answers) continue;
    seen += 1;
    for (const [piece, answer] of answers) {
      open.push(piece);
      for (const period of answer) {
        if (periods.has(period)) continue;
        periods.add(period);
        bytes += period.length;
        if (bytes > PERIODS_BYTES) throw new WebUntisFailure('too_large');
      }
    }
  }
  if (seen === 0) throw new WebUntisFailure('no_right', { method: 'getTimetable' });
  if (open.length === 0) throw new WebUntisFailure('no_date', { method: 'getTimetable' });
  const [first] = open.map(({ begins_at }) => begins_at).toSorted();
  const last = open
    .map(({ ends_at }) => ends_at)
    .toSorted()
    .at(-1);
  return {
    periods: [...periods].toSorted().map((period) => JSON.parse(period) as unknown),
    range: { begins_at: first ?? range.begins_at, ends_at: last ?? range.ends_at },
  };
}

/** Everything that the account sees of the plan in a range. Throws `WebUntisFailure`. */
export async function readPlan(session: Session, range: Range): Promise<Snapshot> {
  const classes = listOf(await session.call('getKlassen'));
  const ids = classIdsOf(classes);
  const read = ids.length === 0 ? { periods: [], range } : await readPeriods(session, ids, range);
  // An account without a view must not empty the plan.
  if (read.periods.length === 0) throw new WebUntisFailure('no_plan');
  const days = { startDate: toNumber(read.range.begins_at), endDate: toNumber(read.range.ends_at) };
  const answers: SnapshotAnswers = {
    getKlassen: classes,
    getTeachers: await optional(session, 'getTeachers'),
    getSubjects: await optional(session, 'getSubjects'),
    getRooms: await optional(session, 'getRooms'),
    getTimegridUnits: await optional(session, 'getTimegridUnits'),
    getHolidays: await optional(session, 'getHolidays'),
    getSubstitutions: await optional(session, 'getSubstitutions', { ...days, departmentId: 0 }),
    getTimetable: read.periods,
  };
  return { webuntis: 1, range: read.range, answers };
}
