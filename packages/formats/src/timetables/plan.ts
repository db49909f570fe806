import type { ParsedPlan, TimeRecord } from '@kreide/core/features/timetable-import';
import { isDate } from '@kreide/core/kernel';
import { remember } from './remember.ts';

/** Maximum length of ids and codes: they are keys; longer ones are a mistake and would not fit into an index. */
export const MAX_CODE_LENGTH = 200;
/** Names and notes. */
export const MAX_TEXT_LENGTH = 5000;

/** An empty plan. */
export function createPlan(format: string): ParsedPlan {
  return {
    format,
    scope: { complete: [], lessons: 'none', substitutions: null },
    school_year: null,
    times: [],
    grades: [],
    teachers: [],
    bookables: [],
    subjects: [],
    courses: [],
    lessons: [],
    substitutions: [],
    supervisions: [],
    holidays: [],
    counts: { lessons: 0, placements: 0, grades: 0, teachers: 0, bookables: 0, subjects: 0, substitutions: 0 },
    warnings: [],
    rejected: [],
  };
}

/** A wall time `7:30`, `07:30`, `7.30`, `0730` or `7:30 Uhr` as `07:30`; null when it is not one. */
export const parseTime = remember((text): string | null => {
  const found = /^(\d{1,2})(?:[:.](\d{2})(?::00)?|(\d{2}))(?:\s*(?:uhr|h))?$/i.exec(text.trim());
  if (!found) return null;
  const hours = Number(found[1]);
  const minutes = Number(found[2] ?? found[3]);
  if (hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
});

/**
 * A calendar day `2026-09-07`, `7.9.2026`, `07.09.26` or `20260907` as `2026-09-07`; null when there is no such day.
 */
export const parseDate = remember((text): string | null => {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(trimmed);
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : german
      ? [Number(german[3]) + (german[3]!.length === 2 ? 2000 : 0), Number(german[2]), Number(german[1])]
      : [0, 0, 0];
  if (year < 1900) return null;
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDate(date) ? date : null;
});

/** Period keys are text and sort as numbers. */
export function comparePeriods(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The file's own period times first, the given grid for the periods that it omits. */
export function fillTimes(own: readonly TimeRecord[], grid: readonly TimeRecord[] | undefined): TimeRecord[] {
  const known = new Set(own.filter((time) => time.type === 'LESSON').map((time) => time.hour));
  const added = (grid ?? []).filter((time) => (time.type === 'LESSON' ? !known.has(time.hour) : own.length === 0));
  return [...own, ...added];
}
