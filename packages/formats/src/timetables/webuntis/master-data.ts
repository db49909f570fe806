import type { HolidayRecord, TimeRecord } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { entriesOf, type Fields, type Reject, textOf } from '../davinci/values.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH } from '../plan.ts';
import type { UnitCollector, UnitKind } from '../unit-collector.ts';
import { type Codes, clockOf, dayOf } from './periods.ts';

const LISTS: readonly [method: string, kind: UnitKind][] = [
  ['getKlassen', 'grades'],
  ['getTeachers', 'teachers'],
  ['getSubjects', 'subjects'],
  ['getRooms', 'bookables'],
];

function colourOf(fields: Fields): string | null {
  const hex = textOf(fields, 'backColor') ?? '';
  return /^[0-9a-f]{6}$/i.test(hex) ? `#${hex.toLowerCase()}` : null;
}

/** Classes, teachers, subjects and rooms; lessons refer to their codes, which outlive the numbers of one school year. */
export function defineUnits(answers: Fields, units: UnitCollector, reject: Reject): void {
  for (const [method, kind] of LISTS) {
    for (const entry of entriesOf(answers, method, reject)) {
      const { fields } = entry;
      const code = typeof fields.name === 'string' ? fields.name : textOf(fields, 'name');
      const long = textOf(fields, 'longName');
      const firstname = textOf(fields, 'foreName');
      const isTeacher = kind === 'teachers';
      if (code === null || code.trim() === '') reject(entry, 'name', 'missing_value');
      else if (code.length > MAX_CODE_LENGTH) reject(entry, 'name', 'too_long', code);
      else if ((long?.length ?? 0) > MAX_TEXT_LENGTH || (firstname?.length ?? 0) > MAX_TEXT_LENGTH)
        reject(entry, 'longName', 'too_long', long);
      else {
        const record = {
          external_id: null,
          code,
          name: long === code ? null : long,
          ...(isTeacher ? { firstname, lastname: long === code ? null : long } : {}),
          ...(kind === 'subjects' ? { color: colourOf(fields) } : {}),
        };
        // Two records of one name are one to everybody who reads a plan.
        units.define(kind, record);
      }
    }
  }
}

const nothing: Reject = () => {};

/** Codes by number: periods name their elements by numbers alone where they were not asked for more. */
export function readCodes(answers: Fields): Codes {
  const codes = (method: string) =>
    new Map(
      entriesOf(answers, method, nothing).flatMap(({ fields }) => {
        const [id, code] = [textOf(fields, 'id'), textOf(fields, 'name')];
        return id === null || code === null ? [] : [[id, String(fields.name)] as const];
      }),
    );
  return {
    kl: codes('getKlassen'),
    te: codes('getTeachers'),
    su: codes('getSubjects'),
    ro: codes('getRooms'),
  };
}

/** Day 1 is Sunday. */
const toWeekday = (day: number) => (day === 1 ? 7 : day - 1) as Weekday;

/** The times of the periods; the same on all days where they are. */
export function readTimes(answers: Fields, reject: Reject): TimeRecord[] {
  const days = entriesOf(answers, 'getTimegridUnits', reject).flatMap((entry) => {
    const day = Number(textOf(entry.fields, 'day'));
    if (!Number.isInteger(day) || day < 1 || day > 7) {
      reject(entry, 'day', 'unknown_weekday', entry.fields.day);
      return [];
    }
    const slots = entriesOf(entry.fields, 'timeUnits', reject).flatMap(({ fields, path }, index) => {
      const begins_at = clockOf(fields, 'startTime');
      const ends_at = clockOf(fields, 'endTime');
      if (begins_at !== null && ends_at !== null && begins_at < ends_at)
        return [{ hour: (textOf(fields, 'name') ?? String(index + 1)).slice(0, 20), begins_at, ends_at }];
      reject({ fields, path: `${entry.path}.${path}` }, 'startTime', 'bad_time', fields.startTime);
      return [];
    });
    return [{ weekday: toWeekday(day), slots }];
  });
  const [first] = days;
  const shape = (one: (typeof days)[number]) => JSON.stringify(one.slots);
  const isSame = first !== undefined && days.every((one) => shape(one) === shape(first));
  const kept = isSame ? [{ ...first, weekday: null }] : days;
  return kept.flatMap(({ weekday, slots }) => slots.map((slot) => ({ ...slot, weekday, type: 'LESSON' as const })));
}

export function readHolidays(answers: Fields, reject: Reject): HolidayRecord[] {
  return entriesOf(answers, 'getHolidays', reject).flatMap((entry) => {
    const { fields } = entry;
    const begins_at = dayOf(fields, 'startDate');
    const ends_at = dayOf(fields, 'endDate');
    const name = (textOf(fields, 'longName', 'name') ?? '').slice(0, MAX_CODE_LENGTH);
    if (begins_at === null || ends_at === null) reject(entry, 'startDate', 'bad_date', fields.startDate);
    else if (begins_at > ends_at) reject(entry, 'endDate', 'bad_range', fields.endDate);
    else return [{ name, shortcut: textOf(fields, 'name'), begins_at, ends_at, is_public: false }];
    return [];
  });
}
