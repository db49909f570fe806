import type { SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { resolveMasters } from './masters.ts';
import { aChange, aPlan, aRow, aState, aStoredChange, SOURCE, toResolution, UNITS } from './plan.fixtures.ts';
import type { SubstitutionRow } from './state.ts';
import { resolveSubstitutions } from './substitutions.ts';

const WEEK = { from: '2026-11-16', to: '2026-11-20' };
function resolve(
  substitutions: SubstitutionRecord[],
  inForce: SubstitutionRow[] = [],
  range: typeof WEEK | null = WEEK,
  lessons = [aRow(5)],
) {
  const state = aState({ substitutions: inForce, lessons });
  const resolution = toResolution(state, aPlan({ ...UNITS, substitutions, scope: { substitutions: range } }));
  const found = resolveSubstitutions(resolution, resolveMasters(resolution), state.lessons);
  return { ...found, notes: resolution.notes };
}
/** What differs, by keys. */
const keysOf = ({ added, changed, removed }: ReturnType<typeof resolve>) => ({
  added: added.map((row) => row.external_key),
  changed: changed.map(({ after }) => after.external_key),
  removed: removed.map((row) => row.external_key),
});
/** As `aChange` becomes one with the lesson that it replaces. */
const stored = (id: number, more: Partial<SubstitutionRow> = {}) =>
  aStoredChange(id, {
    from_bookable_ids: [1],
    bookable_ids: [1],
    replaces: [{ lesson_id: 5, lesson_date: '2026-11-16' }],
    ...more,
  });

describe('the substitutions of a file', () => {
  it('are added, changed and removed, and the same ones are left alone', () => {
    const found = resolve(
      [aChange('s1'), aChange('s2', { comment: 'Room 5' }), aChange('s4')],
      [1, 2, 3].map((id) => stored(id)),
    );
    expect(keysOf(found)).toEqual({ added: ['s4'], changed: ['s2'], removed: ['s3'] });
    expect(found.changed[0]).toMatchObject({ before: { id: 2, comment: null }, after: { id: -1, comment: 'Room 5' } });
    expect(found.added[0]?.id).toBe(-2);
  });

  it('are left out, with the other end of a move, where people here have decided about the lesson', () => {
    const decided = stored(1, { source: 'manual', external_key: 'desk:1' });
    const away = { kind: 'MOVED_TO' as const };
    const file = [
      aChange('s1', away),
      aChange('s1:arrival', { kind: 'MOVED_FROM', date: '2026-11-17' }),
      aChange('s2'),
    ];
    const lessons = [aRow(5), aRow(6, { weekday: 2 })];
    const found = resolve(file.slice(0, 2), [decided], WEEK, lessons);
    expect(keysOf(found)).toEqual({ added: [], changed: [], removed: [] });
    expect(found.notes.warnings).toEqual([{ code: 'substitutions_decided', params: { total: 1 } }]);
    // What is in force of the file stays, and an additional lesson beside it is no other word about it.
    const both = resolve([aChange('s2'), aChange('s3', { kind: 'ADDITIONAL' })], [decided, stored(2)], WEEK, lessons);
    expect(keysOf(both)).toEqual({ added: ['s3'], changed: [], removed: [] });
  });

  it('change nothing where the file does not speak of any', () => {
    expect(keysOf(resolve([aChange('s4')], [stored(1)], null))).toEqual({ added: [], changed: [], removed: [] });
  });

  it.each<[Partial<SubstitutionRecord>]>([
    [{ kind: 'CANCLED' }],
    [{ is_hidden: true }],
    [{ hour: '2' }],
    [{ comment: 'x' }],
    [{ to: { subject: 'D', grades: null, teachers: ['Krn'], bookables: null } }],
    [{ counterpart: { date: '2026-11-17', hour: '1', begins_at: null, ends_at: null, external_id: null } }],
  ])('are changed by each of their values: %j', (more) => {
    expect(keysOf(resolve([aChange('s1', more)], [stored(1)]))).toEqual({ added: [], changed: ['s1'], removed: [] });
  });

  it('are the same whatever the order of the lessons that they replace, and not where these are others', () => {
    const replaces = (...ids: number[]) => ({
      replaces: ids.map((lesson_id) => ({ lesson_id, lesson_date: '2026-11-16' })),
    });
    const lessons = [aRow(7), aRow(5)];
    const changed = (...ids: number[]) =>
      keysOf(resolve([aChange('s1')], [stored(1, replaces(...ids))], WEEK, lessons)).changed;
    expect([changed(5, 7), changed(7, 5), changed(5), changed(5, 8)]).toEqual([[], [], ['s1'], ['s1']]);
  });

  it('of another school year are reported and left out, its first and last day are not', () => {
    const days = ['2026-08-30', '2026-08-31', '2027-07-16', '2027-07-17'];
    const found = resolve(days.map((date) => aChange(date, { date })));
    expect(keysOf(found).added).toEqual(['2026-08-31', '2027-07-16']);
    expect(found.notes.rejected.map(({ column, value, reason }) => [column, value, reason])).toEqual([
      ['date', '9b M Brg: 2026-08-30/1', 'outside_school_year'],
      ['date', '9b M Brg: 2027-07-17/1', 'outside_school_year'],
    ]);
  });

  it('with one key are the first of them, the others are reported', () => {
    const found = resolve([aChange('s1', { comment: 'first' }), aChange('s1', { comment: 'second' })]);
    expect(found.added.map(({ comment }) => comment)).toEqual(['first']);
    expect(found.notes.rejected).toMatchObject([
      { column: 'id', value: '9b M Brg: 2026-11-16/1', reason: 'duplicate_id' },
    ]);
  });

  it('without a time are reported, and one in force under that key goes', () => {
    const found = resolve([aChange('s1', { hour: '9' })], [stored(1)]);
    expect(keysOf(found)).toEqual({ added: [], changed: [], removed: ['s1'] });
    expect(found.notes.rejected).toMatchObject([{ reason: 'no_grid_time' }]);
  });
});

describe('a substitution that the file does not have', () => {
  it('goes if its day is within the range, both ends included', () => {
    const days = ['2026-11-15', '2026-11-16', '2026-11-20', '2026-11-21'];
    const inForce = days.map((date, index) => stored(index + 1, { date, external_key: date }));
    expect(keysOf(resolve([], inForce)).removed).toEqual(['2026-11-16', '2026-11-20']);
  });

  it('goes if this source or the demo made it', () => {
    const inForce = [SOURCE, 'demo', 'asc', 'manual'].map((source, index) =>
      stored(index + 1, { source, external_key: source }),
    );
    expect(keysOf(resolve([], inForce)).removed).toEqual([SOURCE, 'demo']);
  });

  it('of the demo goes although the file has one with its key', () => {
    const found = resolve([aChange('s1')], [stored(1, { source: 'demo' })]);
    expect(keysOf(found)).toEqual({ added: ['s1'], changed: [], removed: ['s1'] });
  });

  it('is compared where the file moves it from a day outside the range', () => {
    const found = resolve([aChange('s1')], [stored(1, { date: '2026-11-09' })]);
    expect(keysOf(found)).toEqual({ added: [], changed: ['s1'], removed: [] });
  });

  it('stays if it is an exam and the file has none, and the other way round', () => {
    const inForce = [stored(1, { external_key: 'exam 1' }), stored(2)];
    expect(keysOf(resolve([aChange('s9')], inForce)).removed).toEqual(['s2']);
    expect(keysOf(resolve([aChange('exam 9')], inForce)).removed).toEqual(['exam 1']);
    expect(keysOf(resolve([aChange('s9'), aChange('exam 9')], inForce)).removed).toEqual(['exam 1', 's2']);
    expect(keysOf(resolve([], inForce)).removed).toEqual(['s2']);
    // What the demo made is no exam of this program.
    expect(keysOf(resolve([], [stored(1, { external_key: 'exam 1', source: 'demo' })])).removed).toEqual(['exam 1']);
  });
});

describe('a move that goes', () => {
  const departure = stored(1, { external_key: 'm1' });
  const arrival = stored(2, { external_key: 'm1:arrival', date: '2026-11-30' });

  it('takes its other end with it, wherever that is', () => {
    expect(keysOf(resolve([], [departure, arrival])).removed).toEqual(['m1', 'm1:arrival']);
    expect(keysOf(resolve([], [departure, stored(3, { date: '2026-11-30' })])).removed).toEqual(['m1']);
  });

  it('takes it once, and not if the file has it', () => {
    expect(keysOf(resolve([], [departure, { ...arrival, date: '2026-11-17' }])).removed).toEqual(['m1', 'm1:arrival']);
    const found = resolve([aChange('m1:arrival', { date: '2026-11-30' })], [departure, arrival]);
    expect(keysOf(found)).toEqual({ added: [], changed: ['m1:arrival'], removed: ['m1'] });
  });

  it('leaves the other end of another program', () => {
    expect(keysOf(resolve([], [departure, { ...arrival, source: 'asc' }])).removed).toEqual(['m1']);
  });
});

describe('a surprise in the substitutions', () => {
  const many = (count: number, more: Partial<SubstitutionRow> = {}) =>
    Array.from({ length: count }, (_, index) => stored(index + 1, more));
  const kept = (count: number) => Array.from({ length: count }, (_, index) => aChange(`s${index + 1}`));
  const warnings = (records: SubstitutionRecord[], inForce: SubstitutionRow[]) =>
    resolve(records, inForce).notes.warnings;

  it('is that more than a fifth goes, and at least ten', () => {
    const removed = (count: number, total: number) => [
      { code: 'substitutions_removed', params: { removed: count, total, ...WEEK } },
    ];
    expect(warnings(kept(40), many(50))).toEqual([]);
    expect(warnings(kept(39), many(50))).toEqual(removed(11, 50));
    expect(warnings(kept(39), many(49))).toEqual(removed(10, 49));
    expect(warnings(kept(1), many(10))).toEqual([]);
    expect(warnings([], many(10))).toEqual(removed(10, 10));
  });

  it('is that another program wrote some for the same days; each program is named once', () => {
    const beside = [
      stored(1, { source: 'b' }),
      stored(2, { source: 'a' }),
      stored(3, { source: 'b' }),
      stored(4, { source: 'c', date: '2026-11-23' }),
      stored(5, { source: 'manual', replaces: [] }),
      stored(6),
    ];
    expect(warnings(kept(6), beside)).toEqual([
      { code: 'substitutions_beside', params: { total: 3, sources: 'a, b' } },
    ]);
  });
});
