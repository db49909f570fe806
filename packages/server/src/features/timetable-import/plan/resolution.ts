import type { ParsedPlan, Reason, Rejected, Warning, WarningCode } from '@kreide/core/features/timetable-import';
import type { Grid } from './grid.ts';
import type { ImportState } from './state.ts';

/** One import with the plan in force: the input of every step of its resolution. */
export interface Resolution {
  readonly state: ImportState;
  readonly plan: ParsedPlan;
  /** Who wrote the plan: a key of the import sources, or the demo. */
  readonly source: string;
  readonly grid: Grid;
  /** First Monday of week A; null when unknown. */
  readonly anchor: string | null;
  /** Days without lessons, as day numbers. */
  readonly free: ReadonlySet<number>;
  readonly notes: Notes;
}

/** The parser's findings, and those of the resolution. */
export interface Notes {
  readonly warnings: Warning[];
  readonly rejected: Rejected[];
  warn(code: WarningCode, params?: Warning['params']): void;
  /** A record that is rejected because of the school's own data: it has no line in the file. */
  reject(column: 'date' | 'id' | 'period', value: string, reason: Reason): void;
}

export function createNotes(plan: Pick<ParsedPlan, 'warnings' | 'rejected'>): Notes {
  const warnings = [...plan.warnings];
  const rejected = [...plan.rejected];
  return {
    warnings,
    rejected,
    warn(code, params = {}) {
      warnings.push({ code, params });
    },
    reject(column, value, reason) {
      rejected.push({ file: '', row: null, column, value, reason });
    },
  };
}
