import type { HolidayRegions, PublicHoliday } from '@kreide/core/features/planner';
import { addDays, type Language } from '@kreide/core/kernel';
import type Holidays from 'date-holidays';

type Free = Omit<PublicHoliday, 'is_known'>;

/** Its rules of all countries take 10 MB: only planners who ask for them need these. */
const load = async (): Promise<typeof Holidays> => (await import('date-holidays')).default;

const DAY_HOURS = 24;
const byName = (language: Language) => {
  const { compare } = new Intl.Collator(language);
  return (one: { name: string }, other: { name: string }) => compare(one.name, other.name);
};

/** Countries by name in a language, and the regions of one; `country` null: nothing is known of it. */
export async function regionsOf(country: string, language: Language): Promise<HolidayRegions> {
  const all = new (await load())();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = Object.keys(all.getCountries())
    .filter((code) => /^[A-Z]{2}$/.test(code))
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted(byName(language));
  if (!countries.some(({ code }) => code === country)) return { country: null, countries, regions: [] };
  const states = Object.entries(all.getStates(country, language) ?? {});
  const regions = states
    .flatMap(([state, name]) => [
      { code: `${country}-${state}`, name },
      ...Object.entries(all.getRegions(country, state, language) ?? {}).map(([region, part]) => ({
        code: `${country}-${state}-${region}`,
        name: `${name}: ${part}`,
      })),
    ])
    .toSorted(byName(language));
  return { country, countries, regions };
}

/**
 * The days off by law of a country or of a part of it (`DE`, `DE-BY`, `DE-BY-KATH`) from a day to another; null: there is no such place.
 * One that takes a part of a day takes the day.
 */
export async function publicHolidaysOf(
  region: string,
  { begins_at, ends_at }: { begins_at: string; ends_at: string },
  language: Language,
): Promise<Free[] | null> {
  const [country = '', ...parts] = region.split('-');
  const known = await regionsOf(country, language);
  const isKnown = parts.length === 0 || known.regions.some(({ code }) => code === region);
  if (known.country === null || !isKnown) return null;
  const place = new (await load())();
  place.init(
    { country, ...(parts[0] && { state: parts[0] }), ...(parts[1] && { region: parts[1] }) },
    { types: ['public'] },
  );
  const years = new Set([Number(begins_at.slice(0, 4)), Number(ends_at.slice(0, 4))]);
  return [...years]
    .flatMap((year) => place.getHolidays(year, language))
    .map(({ name, date, start, end }) => {
      const first = date.slice(0, 10);
      const days = Math.ceil((end.getTime() - start.getTime()) / (DAY_HOURS * 3_600_000));
      return { name, begins_at: first, ends_at: addDays(first, Math.max(1, days) - 1) };
    })
    .filter((day) => day.ends_at >= begins_at && day.begins_at <= ends_at)
    .toSorted((one, other) => (one.begins_at < other.begins_at ? -1 : 1));
}
