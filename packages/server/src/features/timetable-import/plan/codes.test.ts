import type { EntityRecord } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { toCodes, toPlain } from './codes.ts';
import { resolveMasters } from './masters.ts';
import { aPlan, aState, aUnit, toRecord, toResolution, UNITS } from './plan.fixtures.ts';
import type { ImportState } from './state.ts';

const resolve = (plan: Parameters<typeof aPlan>[0], state: ImportState) =>
  resolveMasters(toResolution(state, aPlan({ ...UNITS, ...plan })));
const grades = (...codes: string[]) => ({ grades: codes.map((code) => toRecord(code)) });
const teacher = (code: string, more: Partial<EntityRecord>): EntityRecord => ({ ...toRecord(code), ...more });
const choices = (...pairs: [string, number][]) => aState({ choices: new Map(pairs) });

describe('a code for which somebody has chosen', () => {
  it('stands for that record, which keeps its own short name and name', () => {
    const found = resolve(grades('IX b', '10a'), choices(['grade IX b', 1]));
    expect(found.changes).toEqual([]);
    expect(found.find('grade', 'IX b')).toBe(1);
    expect(found.keys).toEqual([{ entity: 'grade', external: 'IX b', id: 1 }]);
    expect(found.codes).toMatchObject([{ entity: 'grade', external_key: 'IX b', chosen: 1 }]);
  });

  it('leaves the record to its own code and to other ones', () => {
    const found = resolve(grades('IX b', '9b', '9 B', '10a'), choices(['grade IX b', 1], ['grade 9 B', 1]));
    expect(found.changes).toEqual([]);
    expect(['IX b', '9b', '9 B'].map((code) => found.find('grade', code))).toEqual([1, 1, 1]);
  });

  it('keeps the record from ending with a complete file, and brings an ended one back, once', () => {
    const kept = aPlan({ ...UNITS, ...grades('IX b', '10a') });
    kept.scope = { ...kept.scope, complete: ['grades'] };
    expect(resolveMasters(toResolution(choices(['grade IX b', 1]), kept)).changes).toEqual([]);
    const back = aState({
      masters: { grade: [aUnit(1, '9b', { ended: true }), aUnit(2, '10a')] },
      choices: new Map([
        ['grade IX b', 1],
        ['grade 9 B', 1],
      ]),
    });
    const { changes } = resolve(grades('IX b', '9 B', '10a'), back);
    expect(changes.map(({ before, after }) => [before?.ended, after.shortcut, after.ended])).toEqual([
      [true, '9b', false],
    ]);
  });

  it('counts more than earlier readings of it, and nothing once its record is gone', () => {
    const state = aState({ choices: new Map([['grade 9b', 2]]) });
    expect(resolve(grades('9b'), state).find('grade', '9b')).toBe(2);
    const gone = resolve(grades('IX b', '9b', '10a'), choices(['grade IX b', 99]));
    expect(gone.changes.map(({ after }) => after.shortcut)).toEqual(['IX b']);
  });
});

describe('codes that somebody has to decide about', () => {
  it('are those that the school does not have, with what is written almost like them', () => {
    const state = aState({
      masters: {
        grade: [aUnit(1, '9b'), aUnit(2, '10a'), aUnit(3, '09c', { ended: true })],
        teacher: [aUnit(1, 'Brg', { extra: { firstname: 'Ida', lastname: 'Müller' } }), aUnit(2, 'Krn')],
        subject: [],
      },
    });
    const teachers = [teacher('MUE', { firstname: 'Ida', lastname: 'Muller' }), teacher('Brg', {}), teacher('Krn', {})];
    const { codes, records } = toCodes(state, resolve({ ...grades('9 B', '9c', '10a'), teachers }, state));
    expect(codes.map(({ entity, code, name, similar }) => [entity, code, name, similar])).toEqual([
      ['grade', '9 B', null, [1]],
      ['grade', '9c', null, []],
      ['teacher', 'MUE', 'Ida Muller', [1]],
    ]);
    expect(records.map(({ entity, id, name }) => [entity, id, name])).toEqual([
      ['grade', 1, null],
      ['grade', 2, null],
      ['teacher', 1, 'Ida Müller'],
      ['teacher', 2, null],
    ]);
  });

  it('are compared by letters and numbers alone', () => {
    expect(['09 b', 'Çelik', 'R-101', 'R.0101', '10 B', '100', '–'].map(toPlain)).toEqual([
      '9b',
      'celik',
      'r101',
      'r101',
      '10b',
      '100',
      '',
    ]);
  });
});
