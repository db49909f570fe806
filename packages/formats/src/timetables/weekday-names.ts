import { type Weekday, weekdayNamesIn } from '@kreide/core/kernel';

/** Languages in which planning programs name the days. */
const LOCALES =
  'de en es uk fr it tr ar he fa ur pt nl pl cs sk sl hr sr bs mk bg ro hu el sq ru be kk uz ka hy az sv da nb fi et lv lt is ga mt eu ca gl th vi id ms hi bn zh ja ko'.split(
    ' ',
  );

/** Letters only, without marks, case and apostrophes: `П'ятниця.` as `п’ятниця`, `الإثنين` as `الاثنين`. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mark}\p{Pattern_White_Space}\s.'’ʼ`´\u200c-\u200f]/gu, '');

/** The names of one language, each with its weekday. */
interface Names {
  readonly whole: ReadonlyMap<string, Weekday>;
  readonly long: readonly (readonly [string, Weekday])[];
}

function readNames(locale: string): Names {
  const whole = new Map<string, Weekday>();
  const long: [string, Weekday][] = [];
  for (const weekday of ['long', 'short'] as const) {
    for (const [day, name] of weekdayNamesIn(locale, weekday).entries()) {
      if (day === 0) continue;
      whole.set(fold(name), day as Weekday);
      if (weekday === 'short') continue;
      // The first part alone names the day in Portuguese: `segunda-feira`.
      long.push([fold(name.split('-')[0] ?? ''), day as Weekday]);
      // The word for day before the name is often left out: `יום ראשון`.
      const [, last] = name.split(' ');
      if (last) whole.set(fold(last), day as Weekday);
    }
  }
  return { whole, long };
}

let known: readonly Names[] | null = null;

/** Two letters may be the beginning of one name, one letter is a plan's own. */
const FEWEST_LETTERS = 2;

/** The weekday of a name or of its beginning in one language; null: it is none, or of two. */
function findDay({ whole, long }: Names, name: string): Weekday | null {
  const word = fold(name);
  const exact = whole.get(word);
  if (exact !== undefined) return exact;
  if (word.length < FEWEST_LETTERS || !/^\p{Letter}+$/u.test(word)) return null;
  const begun = long.filter(([one]) => one.startsWith(word));
  return begun.length === 1 ? (begun[0]?.[1] ?? null) : null;
}

/**
 * The weekdays of the names of a plan's days, in whichever language reads most of them; null for a name that is none.
 * Where languages read the names as different days, none is read.
 */
export function readDayNames(names: readonly string[]): (Weekday | null)[] {
  known ??= LOCALES.map(readNames);
  const nothing = names.map(() => null);
  let best: (Weekday | null)[] = nothing;
  let most = 0;
  let isClear = true;
  for (const language of known) {
    const read = names.map((name) => findDay(language, name));
    const count = read.filter((day) => day !== null).length;
    if (count === 0 || count < most) continue;
    if (count > most) [best, most, isClear] = [read, count, true];
    else if (read.some((day, at) => day !== best[at])) isClear = false;
  }
  return isClear ? best : nothing;
}
