import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitClasses, splitCourse, splitPeriods, splitUnits } from './codes.ts';
import { parseFileDate, parseLongDate, resolveDayMonth } from './dates.ts';
import { parseChangeText } from './texts.ts';

const read = (text: string) => parseChangeText(text, '2026-09-09');

describe('texts of changes', () => {
  it('reads what falls out, with code or name of the teacher', () => {
    expect(read('GEO Frau Berg fällt aus').cancelled).toEqual([{ subject: 'GEO', teacher: 'Frau Berg' }]);
    expect(read('6ETHe Ber fällt aus, bitte in die Bibliothek').cancelled).toEqual([
      { subject: '6ETHe', teacher: 'Ber' },
    ]);
  });

  it('reads where a lesson comes from and what it replaces', () => {
    const text = read('verlegt von St.6; MA Frau Berg verlegt nach St.5, Raum geändert; GEO Herr Lux fällt aus');
    expect(text.moved_from).toEqual({ date: '2026-09-09', hour: '6' });
    expect(text.moved_to).toEqual([
      { slot: { date: '2026-09-09', hour: '5' }, lesson: { subject: 'MA', teacher: 'Frau Berg' } },
    ]);
    expect(text.cancelled).toEqual([{ subject: 'GEO', teacher: 'Herr Lux' }]);
  });

  it('reads other days, in the nearest year', () => {
    expect(read('statt Di (08.09.) St.4, Vertretung').moved_from).toEqual({ date: '2026-09-08', hour: '4' });
    expect(read('EN Frau Berg gehalten am Mo (07.09.) St.5').moved_to[0]?.slot).toEqual({
      date: '2026-09-07',
      hour: '5',
    });
    expect(read('verlegt nach St.3').moved_to).toEqual([{ slot: { date: '2026-09-09', hour: '3' }, lesson: null }]);
    expect(resolveDayMonth(4, 1, '2026-12-18')).toBe('2027-01-04');
  });

  it('reads substitution, self study, new and exam, and leaves free text alone', () => {
    expect(read('für MA Frau Berg, Vertretung').instead_of).toEqual({ subject: 'MA', teacher: 'Frau Berg' });
    expect(read('für Mat Mül').instead_of).toEqual({ subject: 'Mat', teacher: 'Mül' });
    expect(read('selbst. (v), Aufgaben in der Cloud').is_self_study).toBe(true);
    expect(read('neu, Raum geändert').is_new).toBe(true);
    expect(read('Prüfung; ohne 7c').is_exam).toBe(true);
    expect(read('Treff um 9 Uhr an der Aula')).toEqual(read(''));
  });

  it('never fails, whatever is written', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(read(text).cancelled)));
  });
});

describe('codes and dates', () => {
  it('splits teachers by blanks only where every part is known, and never a room with a blank', () => {
    expect(splitUnits('To Sku', new Set(['To', 'Sku']))).toEqual(['To', 'Sku']);
    expect(splitUnits('TH 1', new Set(['TH 1']))).toEqual(['TH 1']);
    expect(splitUnits('TH 1', new Set(['TH']))).toEqual(['TH 1']);
    expect(splitUnits('Abl,Ber', new Set())).toEqual(['Abl', 'Ber']);
    expect(splitUnits(' ', new Set())).toEqual([]);
  });

  it('reads lists and ranges of classes in the order of the file', () => {
    const known = ['5a', '5b', '5c', '5d', '6-1'];
    expect(splitClasses('5a-5c,5d', known)).toEqual(['5a', '5b', '5c', '5d']);
    expect(splitClasses('5a,5b', known)).toEqual(['5a', '5b']);
    expect(splitClasses('6-1', known)).toEqual(['6-1']);
    expect(splitClasses('7-9', known)).toEqual(['7-9']);
  });

  it('tells a course from a class with a slash', () => {
    expect(splitCourse('9e/ inf1')).toEqual({ classes: '9e', course: 'inf1' });
    expect(splitCourse('5/1,5b')).toEqual({ classes: '5/1,5b', course: null });
  });

  it('reads periods and dates', () => {
    expect(splitPeriods('3-4')).toEqual(['3', '4']);
    expect(splitPeriods('0')).toEqual(['0']);
    expect(splitPeriods('4-3')).toBeNull();
    expect(splitPeriods('morning')).toBeNull();
    expect(parseLongDate('Mittwoch, 09. September 2026 (A-Woche)')).toBe('2026-09-09');
    expect(parseLongDate('Freitag, 5. März 2027')).toBe('2027-03-05');
    expect(parseFileDate('PlanKl20260909.xml')).toBe('2026-09-09');
    expect(parseFileDate('PlanKl20260231.xml')).toBeNull();
  });
});
