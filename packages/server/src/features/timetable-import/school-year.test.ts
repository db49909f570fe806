import { describe, expect, it } from 'vitest';
import { chooseYear } from './school-year.ts';

const year = (first: number, is_active = false) => ({
  name: `${first} / ${first + 1}`,
  begins_at: `${first}-08-01`,
  ends_at: `${first + 1}-07-15`,
  is_active,
});
const stated = (first: number) => ({
  begins_at: `${first}-08-24`,
  ends_at: `${first + 1}-07-16`,
  by: 'stated' as const,
});
const TODAY = '2026-11-18';

describe('the school year of a file', () => {
  it('is the active one, else that of today, the next, the newest', () => {
    const years = [year(2025), year(2026), year(2027, true)];
    expect(chooseYear(years, undefined, null, TODAY)).toEqual({ year: years[2] });
    expect(chooseYear([year(2025), year(2026)], undefined, null, TODAY)).toEqual({ year: year(2026) });
    expect(chooseYear([year(2027), year(2028)], undefined, null, TODAY)).toEqual({ year: year(2027) });
    expect(chooseYear([], undefined, null, TODAY)).toMatchObject({ reason: 'no_school_year' });
  });

  it('has to be that of the plan, or both are named', () => {
    const years = [year(2026, true), year(2027)];
    expect(chooseYear(years, undefined, stated(2026), TODAY)).toEqual({ year: years[0] });
    const refused = (file: ReturnType<typeof stated>) => chooseYear(years, undefined, file, TODAY);
    expect(refused(stated(2009))).toEqual({
      reason: 'other_school_year',
      params: { file_year: '2009 / 2010', school_year: '2026 / 2027' },
    });
    expect(refused(stated(2027))).toMatchObject({ params: { file_year: '2027 / 2028' } });
  });

  it('must not be over', () => {
    expect(chooseYear([year(2025, true)], undefined, stated(2025), TODAY)).toEqual({
      reason: 'school_year_over',
      params: { school_year: '2025 / 2026', current: '2026 / 2027' },
    });
  });

  it('is the one that somebody names, whatever the file says', () => {
    const years = [year(2025), year(2026, true)];
    expect(chooseYear(years, '2025 / 2026', stated(2009), TODAY)).toEqual({ year: years[0] });
    expect(chooseYear(years, '2031 / 2032', null, TODAY)).toMatchObject({ reason: 'no_school_year' });
  });
});
