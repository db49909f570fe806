import type { ParsedPlan, Reason, Rejected, Warning, WarningCode } from '@kreide/core/features/timetable-import';
import type { Grid } from './grid.ts';
import type { ImportState } from './state.ts';

/** One import beside what is in force: what every step of its resolution looks at. */
export interface Resolution {
  readonly state: ImportState;
  readonly plan: ParsedPlan;
  /** Who wrote the plan: a key of the import sources, or the demo. */
  readonly source: string;
  readonly grid: Grid;
  /** First Monday of week A; null when nobody said it. */
  readonly anchor: string | null;
  /** Days without lessons, as day numbers. */
  readonly free: ReadonlySet<number>;
  readonly notes: Notes;
}

/** What the parser noted, and what the resolution adds to it. */
export interface Notes {
  readonly warnings: Warning[];
  readonly rejected: Rejected[];
  warn(code: WarningCode, params?: Warning['params']): void;
  /** A record that only the school's own data refuses: it has no line in the file. */
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
