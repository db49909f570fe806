import type { Holiday } from '@kreide/core/features/structure';
import type { DrawingName } from '../../ui/drawings.ts';

/** Easter Sunday of a year, `MM-DD`: the anonymous Gregorian algorithm. */
export function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const day = epact + weekday - 7 * correction + 114;
  return `${String(Math.floor(day / 31)).padStart(2, '0')}-${String((day % 31) + 1).padStart(2, '0')}`;
}

/** What is drawn on the board of holidays, by when they are: their names are written in many ways. */
export function drawingOf({ begins_at, ends_at }: Pick<Holiday, 'begins_at' | 'ends_at'>): DrawingName {
  const holds = (day: string) =>
    [begins_at, ends_at].some((date) => {
      const year = Number(date.slice(0, 4));
      const on = `${year}-${day === 'easter' ? easterOf(year) : day}`;
      return begins_at <= on && on <= ends_at;
    });
  if (holds('12-24')) return 'tree';
  if (holds('easter')) return 'egg';
  if (holds('07-15') || holds('08-10')) return 'sun';
  return /-(09|10|11)-/.test(begins_at) ? 'leaf' : 'stroke';
}
