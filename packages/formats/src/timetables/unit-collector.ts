import type { EntityRecord } from '@kreide/core/features/timetable-import';

/** The four kinds of master data that lessons refer to. */
export const UNIT_KINDS = ['grades', 'teachers', 'bookables', 'subjects'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

/** Collects the master data of one plan, so that every reference inside it resolves (parser.ts). */
export interface UnitCollector {
  /** Adds a master data row; false when its key is taken already (the first row stays). */
  define(kind: UnitKind, record: EntityRecord): boolean;
  /** Records a reference to a key; a record is made from it when no row defines it. Empty keys are skipped. */
  use(kind: UnitKind, keys: readonly (string | null)[] | string | null): void;
  /** Defined and made records in the order in which they came. */
  all(): Record<UnitKind, EntityRecord[]>;
}

/** An empty collector. Codes are compared exactly (docs/import-formats.md, Rules for all sources). */
export function createUnitCollector(): UnitCollector {
  const units: Record<UnitKind, Map<string, EntityRecord>> = {
    grades: new Map(),
    teachers: new Map(),
    bookables: new Map(),
    subjects: new Map(),
  };
  const useOne = (kind: UnitKind, key: string | null) => {
    if (key && !units[kind].has(key)) units[kind].set(key, { external_id: null, code: key, name: null });
  };
  return {
    define(kind, record) {
      const key = record.external_id ?? record.code;
      if (units[kind].has(key)) return false;
      units[kind].set(key, record);
      return true;
    },
    use(kind, keys) {
      if (keys === null) return;
      if (typeof keys === 'string') useOne(kind, keys);
      else for (const key of keys) useOne(kind, key);
    },
    all() {
      return {
        grades: [...units.grades.values()],
        teachers: [...units.teachers.values()],
        bookables: [...units.bookables.values()],
        subjects: [...units.subjects.values()],
      };
    },
  };
}
