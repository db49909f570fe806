import { expect, test } from 'vitest';
import { countParts } from './parts.ts';
import { aState, aStoredChange, aUnit, PERIODS } from './plan.fixtures.ts';
import type { HolidayRow, SupervisionRow, TimeRow } from './state.ts';

type Change = Parameters<typeof countParts>[1];
const NOTHING = { added: 0, changed: 0, removed: 0 };

/** What is counted when only this changes. */
function count(change: Partial<Omit<Change, 'masters'>> & { masters?: unknown[] }, state = {}) {
  const { masters = [], ...more } = change;
  return countParts(aState(state), {
    masters: { changes: masters } as unknown as Change['masters'],
    substitutions: { added: [], changed: [], removed: [] } as unknown as Change['substitutions'],
    times: null,
    holidays: null,
    supervisions: null,
    ...more,
  });
}

const period = PERIODS[0] as TimeRow;
const holiday: HolidayRow = {
  name: 'Herbst',
  shortcut: 'H',
  begins_at: '2026-10-12',
  ends_at: '2026-10-23',
  is_public: true,
} as HolidayRow;
const duty: SupervisionRow = {
  uuid: 'd',
  source: 'untis',
  area: 'Hof',
  teacher_id: 1,
  weekday: 1,
  before_hour: '3',
  minutes: 20,
  time_begins_at: '09:35',
  time_ends_at: '09:55',
  weeks: null,
  dates: null,
};

test('parts that a file does not mention stay as they are', () => {
  expect(Object.values(count({}, { holidays: [holiday], supervisions: [duty] }))).toEqual(Array(9).fill(NOTHING));
});

test('master data is counted by kind: new, changed, brought back, ended', () => {
  const of = (entity: string, before: unknown, after: unknown) => ({ entity, before, after });
  const [old, now, ended] = [aUnit(1, 'A'), aUnit(1, 'B'), aUnit(1, 'A', { ended: true })];
  const parts = count({
    masters: [
      of('grade', null, now),
      of('grade', null, ended),
      of('teacher', old, now),
      of('teacher', ended, now),
      of('teacher', ended, ended),
      of('bookable', old, ended),
      of('course', null, now),
    ],
  });
  expect(parts.grades).toEqual({ added: 2, changed: 0, removed: 0 });
  expect(parts.teachers).toEqual({ added: 0, changed: 3, removed: 0 });
  expect(parts.bookables).toEqual({ added: 0, changed: 0, removed: 1 });
  expect(parts.courses).toEqual({ added: 1, changed: 0, removed: 0 });
  expect(parts.subjects).toEqual(NOTHING);
});

test('periods are the same by kind, weekday and number; any other difference is a change', () => {
  const times = (after: Partial<TimeRow>[]) =>
    count({ times: after.map((one) => ({ ...period, ...one })) }, { times: [period] }).times;
  expect(times([{}])).toEqual(NOTHING);
  for (const change of [{ begins_at: '07:55' }, { ends_at: '08:50' }] as const)
    expect(times([change]), JSON.stringify(change)).toEqual({ ...NOTHING, changed: 1 });
  for (const other of [{ hour: '2' }, { weekday: 1 }, { type: 'BREAK' }] as const)
    expect(times([other]), JSON.stringify(other)).toEqual({ added: 1, changed: 0, removed: 1 });
  expect(times([])).toEqual({ ...NOTHING, removed: 1 });
});

test('holidays are the same by name, one of several with that name by its days first', () => {
  const days = (after: Partial<HolidayRow>[], before: Partial<HolidayRow>[] = [{}]) =>
    count(
      { holidays: after.map((one) => ({ ...holiday, ...one })) },
      { holidays: before.map((one) => ({ ...holiday, ...one })) },
    ).holidays;
  expect(days([{}])).toEqual(NOTHING);
  for (const change of [
    { shortcut: 'X' },
    { begins_at: '2026-10-13' },
    { ends_at: '2026-10-24' },
    { is_public: false },
  ])
    expect(days([change]), JSON.stringify(change)).toEqual({ ...NOTHING, changed: 1 });
  expect(days([{ name: 'Ostern' }])).toEqual({ added: 1, changed: 0, removed: 1 });
  const two = [{}, { begins_at: '2026-10-19' }];
  expect(days([{ begins_at: '2026-10-19' }, {}], two)).toEqual(NOTHING);
  expect(days([{ begins_at: '2026-10-19' }], two)).toEqual({ ...NOTHING, removed: 1 });
  expect(days([{}, {}, {}], two)).toEqual({ added: 1, changed: 1, removed: 0 });
});

test('supervisions are the same by post, whatever their identity', () => {
  const duties = (after: Partial<SupervisionRow>) =>
    count({ supervisions: [{ ...duty, ...after }] }, { supervisions: [duty] }).supervisions;
  expect(duties({ uuid: null })).toEqual(NOTHING);
  expect(duties({ minutes: 15 })).toEqual({ ...NOTHING, changed: 1 });
  for (const other of [{ area: 'Tor' }, { teacher_id: 2 }, { weekday: 2 }, { before_hour: '4' }, { source: 'csv' }])
    expect(duties(other), JSON.stringify(other)).toEqual({ added: 1, changed: 0, removed: 1 });
});

test('exams are the substitutions whose key says so', () => {
  const of = (...keys: string[]) => keys.map((external_key, index) => aStoredChange(index, { external_key }));
  const changed = of('exam|3', 'exams').map((after) => ({ before: after, after }));
  const substitutions = { added: of('exam 1', 'exam|2', 's exam 1'), changed, removed: of('exam 4', 'examen') };
  const parts = count({ substitutions: substitutions as unknown as Change['substitutions'] });
  expect(parts.exams).toEqual({ added: 2, changed: 1, removed: 1 });
});
