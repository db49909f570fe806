import type { Reason, Rejected, UnreadableReason, Warning, WarningCode } from '@kreide/core/features/timetable-import';
import { UnreadableFile } from './parser.ts';

/** The error for a whole file, with a key that compiles only if it has a text. */
export function unreadable(
  file: string,
  reason: UnreadableReason,
  params: Record<string, string | number> = {},
): UnreadableFile {
  return new UnreadableFile(file, reason, params);
}

/** Long values are cut in reports: enough to recognise the row, short enough to keep the report small. */
const MAX_VALUE_LENGTH = 200;
/** With more bad rows than this a file is not of the assumed kind. */
const MAX_REJECTED = 10_000;

/** Collects what a parser skips or assumes. */
export interface Findings {
  rejected: Rejected[];
  warnings: Warning[];
  /** Records a bad row, element or cell. Throws `UnreadableFile` (`too_many_rejected`) at the ten-thousandth. */
  reject(
    file: string,
    place: { row?: number | null; column?: string | null; value?: string | null | undefined },
    reason: Reason,
  ): void;
  /** Records an assumption; the same code with the same parameters is kept once. */
  warn(code: WarningCode, params?: Record<string, string | number>): void;
}

/** An empty collection of findings. */
export function createFindings(): Findings {
  const rejected: Rejected[] = [];
  const warnings: Warning[] = [];
  const seen = new Set<string>();
  return {
    rejected,
    warnings,
    reject(file, place, reason) {
      if (rejected.length >= MAX_REJECTED) throw unreadable(file, 'too_many_rejected', { limit: MAX_REJECTED });
      const value = place.value ?? null;
      rejected.push({
        file,
        row: place.row ?? null,
        column: place.column ?? null,
        value: value !== null && value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value,
        reason,
      });
    },
    warn(code, params = {}) {
      const key = JSON.stringify([code, params]);
      if (seen.has(key)) return;
      seen.add(key);
      warnings.push({ code, params });
    },
  };
}
