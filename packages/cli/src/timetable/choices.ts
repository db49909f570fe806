import { isDate, mondayOf } from '@kreide/core/kernel';

/**
 * The school year in the form of the server, from `2026/27`, `2026-2027`, `2026 / 2027` or `2026`; null when it is
 * none.
 */
export function toSchoolYear(text: string): string | null {
  const match = /^\s*(\d{4})(?:\s*[/-]\s*(\d{2}|\d{4}))?\s*$/.exec(text);
  if (!match?.[1]) return null;
  const begin = Number(match[1]);
  const end =
    match[2] === undefined
      ? begin + 1
      : match[2].length === 2
        ? begin - (begin % 100) + Number(match[2])
        : Number(match[2]);
  const wrapped = match[2]?.length === 2 && end <= begin ? end + 100 : end;
  return wrapped === begin + 1 ? `${begin} / ${wrapped}` : null;
}

/** A date from `2026-08-31` or `31.8.2026`; null when it does not exist. */
export function toDateText(text: string): string | null {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim());
  const date = german ? `${german[3]}-${german[2]?.padStart(2, '0')}-${german[1]?.padStart(2, '0')}` : text.trim();
  return isDate(date) ? date : null;
}

/** The first Monday of week A: the date itself or the Monday of its week. */
export function toAnchor(text: string): { date: string } | { monday: string } | null {
  const date = toDateText(text);
  if (date === null) return null;
  const monday = mondayOf(date);
  return monday === date ? { date } : { monday };
}
