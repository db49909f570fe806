import type { TimeRecord } from '@kreide/core/features/timetable-import';
import type { Findings } from '../findings.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH } from '../plan.ts';
import type { UnitCollector, UnitKind } from '../unit-collector.ts';
import { entriesOf, type Fields, isFields, listOf, type Reject, textOf, timeOf } from './values.ts';

const LISTS: readonly [list: string, kind: UnitKind][] = [
  ['teachers', 'teachers'],
  ['classes', 'grades'],
  ['rooms', 'bookables'],
  ['subjects', 'subjects'],
];

/** The lists of teachers, classes, rooms and subjects. Lessons refer to their codes. */
export function defineUnits(result: Fields, units: UnitCollector, reject: Reject): void {
  for (const [list, kind] of LISTS) {
    for (const entry of entriesOf(result, list, reject)) {
      const { fields } = entry;
      const code = textOf(fields, 'code');
      const firstname = textOf(fields, 'firstName');
      const lastname = textOf(fields, 'lastName');
      const name = textOf(fields, 'description') ?? lastname;
      const color = textOf(fields, 'color');
      if (code === null) reject(entry, 'code', 'missing_value');
      else if (code.length > MAX_CODE_LENGTH) reject(entry, 'code', 'too_long', code);
      else if ([name, firstname, lastname].some((text) => (text?.length ?? 0) > MAX_TEXT_LENGTH)) {
        reject(entry, 'description', 'too_long', name);
      } else {
        const record = {
          external_id: null,
          code,
          name,
          ...(kind === 'teachers' ? { firstname, lastname } : {}),
          color: color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null,
        };
        if (!units.define(kind, record)) reject(entry, 'code', 'duplicate_id', code);
      }
    }
  }
}

/** Absences say why somebody is missing. That is private, so they are left out. */
export function warnOfAbsences(result: Fields, findings: Findings): void {
  for (const table of ['teacherAbsences', 'classAbsences', 'roomAbsences']) {
    const list = result[table];
    if (Array.isArray(list) && list.length > 0) findings.warn('table_ignored', { table });
  }
}

/** The number in a label such as `3.` or `3. Stunde`; else the label, else its place. */
function toHours(labels: readonly (string | null)[]): string[] {
  const numbers = labels.map((label) => /^\d{1,2}(?!\d)/.exec(label ?? '')?.[0] ?? null);
  const isNumbered = !numbers.includes(null) && new Set(numbers.map(Number)).size === labels.length;
  return labels.map((_label, index) => String(isNumbered ? Number(numbers[index]) : index + 1));
}

/** The periods of the first time frame; a school with several is told which one was read. */
export function readTimes(result: Fields, findings: Findings, reject: Reject): TimeRecord[] {
  const [frame, ...others] = entriesOf(result, 'timeframes', reject);
  if (!frame) return [];
  const name = textOf(frame.fields, 'code', 'description') ?? '';
  if (others.length > 0) findings.warn('time_grids_ignored', { name, count: others.length });
  const slots = entriesOf(frame.fields, 'timeslots', reject).flatMap((entry) => {
    const begins = timeOf(entry.fields, 'startTime');
    const ends = timeOf(entry.fields, 'endTime');
    if (begins === null || ends === null) reject(entry, begins === null ? 'startTime' : 'endTime', 'bad_time');
    else if (ends <= begins) reject(entry, 'endTime', 'bad_range', textOf(entry.fields, 'endTime'));
    else return [{ label: textOf(entry.fields, 'label'), begins_at: begins, ends_at: ends }];
    return [];
  });
  const hours = toHours(slots.map(({ label }) => label));
  return slots.map(({ begins_at, ends_at }, index) => ({
    hour: hours[index]!,
    weekday: null,
    begins_at,
    ends_at,
    type: 'LESSON',
  }));
}

/** The period that begins at a time, else the one that holds it. */
export function hourAt(time: string, times: readonly TimeRecord[]): string | null {
  const slot =
    times.find(({ begins_at }) => begins_at === time) ??
    times.find(({ begins_at, ends_at }) => begins_at <= time && time < ends_at);
  return slot?.hour ?? null;
}

/** What an entry says about classes, teachers and rooms. */
export const codesOf = (fields: Fields) => ({
  grades: listOf(fields, 'classCodes'),
  teachers: listOf(fields, 'teacherCodes'),
  rooms: listOf(fields, 'roomCodes'),
});
export type Codes = ReturnType<typeof codesOf>;

/** Who and what is absent or new in a change; the other lists stay. */
export function changedCodes(fields: Fields, part: 'absent' | 'new'): Codes {
  const list = (kind: string) => listOf(fields, `${part}${kind}Codes`);
  return { grades: list('Class'), teachers: list('Teacher'), rooms: list('Room') };
}

export const changesOf = ({ changes }: Fields) => (isFields(changes) ? changes : null);
