import type { Holiday, Period } from '@kreide/core/features/structure';
import type { Weekday } from '@kreide/core/kernel';
import { UNIT_KINDS, type UnitKind } from '../../structure/index.ts';
import type { StoredLesson, StoredSubstitution, StoredSupervision } from '../../timetable/index.ts';

/** The five kinds of master data that a plan refers to. */
export const MASTERS = UNIT_KINDS;
export type Master = UnitKind;
/** Their tables, which are also the lists of a parsed plan. */
export const MASTER_TABLES = {
  grade: 'grades',
  teacher: 'teachers',
  bookable: 'bookables',
  subject: 'subjects',
  course: 'courses',
} as const satisfies Record<Master, string>;

/** The part of our record that an import compares and changes. Negative ids are those of new records. */
export interface MasterRow {
  id: number;
  shortcut: string;
  name: string | null;
  source: string;
  ended: boolean;
  /** Further columns that an import may set: `firstname`, `color`, `subject_id` … */
  extra: Record<string, unknown>;
}

/** A row of the version in force, or of the next one. */
export interface LessonRow extends StoredLesson {
  weekday: Weekday | null;
}

/** Negative ids: not created yet. */
export type SubstitutionRow = StoredSubstitution;

export interface TimeRow extends Omit<Period, 'is_hidden'> {
  weekday: Weekday | null;
}

export interface HolidayRow extends Holiday {
  is_public: boolean;
}

/** Without a uuid: a new post. */
export type SupervisionRow = Omit<StoredSupervision, 'uuid'> & { uuid: string | null };

/** The plan in force before a publication. */
export interface ImportState {
  year: { id: number; name: string; begins_at: string; ends_at: string; anchor: string | null; revision: number };
  masters: Record<Master, MasterRow[]>;
  /** `<entity> <external key>` of this source → our id. */
  keys: Map<string, number>;
  /** The same, as somebody has chosen it. */
  choices: Map<string, number>;
  lessons: LessonRow[];
  /** Current ones of the whole school year. */
  substitutions: SubstitutionRow[];
  times: TimeRow[];
  holidays: HolidayRow[];
  supervisions: StoredSupervision[];
}

export function keyOf(entity: Master | 'lesson', external: string): string {
  return `${entity} ${external}`;
}
