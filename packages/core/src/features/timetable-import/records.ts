/**
 * The neutral records that every parser delivers and that every publication is made of. Nothing here knows a file
 * format and nothing knows the database. Codes are free text and compared exactly: never trimmed inside, never split on
 * blanks.
 */

import type { Weekday } from '../../kernel/calendar/dates.ts';
import type { Kind } from '../timetable/index.ts';
import type { PlanYear } from './plan-year.ts';
import type { AskedReading, ReadingAnswer } from './reading-schema.ts';
import type { Reason, WarningCode } from './reasons.ts';
import type { UploadCounts } from './schema.ts';

/** An uploaded file: bytes and the name for messages. Archives are already unpacked. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
}

/** Options of an upload; where one is omitted a default applies and a warning says so. */
export interface ParseOptions {
  /** The school year the plan belongs to. */
  school_year?: { begins_at: string; ends_at: string };
  /** IANA zone of the school, for files with times in UTC or in another zone. */
  time_zone?: string | undefined;
  /** Period times where the file has none. */
  grid?: TimeRecord[] | undefined;
  /** Monday of a week A (first week of the cycle). */
  anchor?: string | undefined;
  /** Untis: import substitutions marked "do not print" (T-3.93). */
  do_not_print?: boolean | undefined;
  /** Untis GPU009: read week lists as ISO calendar weeks instead of school weeks. */
  supervision_weeks?: 'school' | 'calendar' | undefined;
  /** How files that can be read in several ways are meant: said at this upload. */
  reading?: ReadingAnswer | undefined;
  /** The earlier answers of the school, by the make of the files. */
  readings?: Readonly<Record<string, ReadingAnswer>> | undefined;
}

/** When a weekly placement takes place. */
export type Weeks =
  | { kind: 'every' }
  /** `mask[i]` says whether week i of a cycle of `mask.length` weeks is held; week 0 is dated by the anchor. */
  | { kind: 'cycle'; mask: boolean[]; name: string }
  /**
   * A label whose weeks the file does not define (Untis lesson group `A`); resolved by name or treated as every week.
   */
  | { kind: 'label'; label: string }
  /** The week numbers of the school year, 1 = the week of its first day. */
  | { kind: 'school_weeks'; weeks: number[] }
  /** Exactly these dates, whatever the weekday says. */
  | { kind: 'dates'; dates: string[] };

/** One period (or break) of the school's day. */
export interface TimeRecord {
  /** Period key as text: `0`, `1` … */
  hour: string;
  /** Null: the same on every day. */
  weekday: Weekday | null;
  begins_at: string;
  ends_at: string;
  type: 'LESSON' | 'BREAK';
}

/** A teacher, grade, room or subject. `code` is what people see and what rows refer to. */
export interface EntityRecord {
  /** The source's own id, stable inside one school's file history; null when it has none (then `code` is the key). */
  external_id: string | null;
  code: string;
  name: string | null;
  /** Fields that only some sources have. */
  firstname?: string | null;
  lastname?: string | null;
  title?: string | null;
  email?: string | null;
  /** `#rrggbb`. */
  color?: string | null;
}

/** A group of pupils that a lesson is for. */
export interface CourseRecord {
  external_id: string | null;
  code: string;
  name: string | null;
  subject: string | null;
  grades: string[];
  teachers: string[];
  /** True: the whole grade, nobody has to be enrolled. */
  is_required: boolean;
}

/** A lesson with its placements. References are `key`s: external ids where the source has them, else codes. */
export interface LessonRecord {
  /** Stable inside one source; the parser makes it from (classes, subject, teachers) where the file has no id. */
  external_id: string;
  subject: string | null;
  grades: string[];
  teachers: string[];
  course: string | null;
  /** Validity; null = the whole school year. */
  begins_at: string | null;
  ends_at: string | null;
  comment: string | null;
  /** Empty: an unplaced lesson, kept and counted, not shown. */
  placements: PlacementRecord[];
}

/** Where and when a lesson takes place, once in a week or on given dates. */
export interface PlacementRecord {
  /** Null when `weeks` gives dates. */
  weekday: Weekday | null;
  /** Period key; null when only times are known. */
  hour: string | null;
  /** Wall times where the file has them; else the grid decides. */
  begins_at: string | null;
  ends_at: string | null;
  bookables: string[];
  weeks: Weeks;
  /** Teachers of this slot where they differ from the lesson's. */
  teachers?: string[];
}

/** What a substitution is about, before or after. Null = not named (before) or unchanged (after); [] = nobody, none. */
export interface SubstitutionSide {
  subject: string | null;
  grades: string[] | null;
  teachers: string[] | null;
  bookables: string[] | null;
}

/** A change of one day: a cancelled, moved, added or changed lesson, an event, a message. */
export interface SubstitutionRecord {
  /** Stable inside one source; made from (date, hour, classes, subject, teachers) where the file has no id. */
  external_id: string;
  date: string;
  hour: string | null;
  begins_at: string | null;
  ends_at: string | null;
  /** Null: a changed teacher, room or subject. */
  kind: Kind | null;
  /** The `external_id` of the lesson it changes, where the source says so. */
  lesson: string | null;
  /**
   * Of an exam whose lessons are not in the file: their numbers and courses, with which their `external_id`s begin. The
   * plan in force knows the classes; without any it is not known whom the exam is for.
   */
  exam_of?: { numbers: string[]; courses: string[] };
  from: SubstitutionSide;
  to: SubstitutionSide;
  /** Text for people. Never an absence reason. */
  comment: string | null;
  /** Only for those who may see hidden substitutions. */
  is_hidden: boolean;
  /** The other end of a move. */
  counterpart: {
    date: string;
    hour: string | null;
    begins_at: string | null;
    ends_at: string | null;
    external_id: string | null;
  } | null;
  moved_comment: string | null;
}

/** Who looks after an area in a break. */
export interface SupervisionRecord {
  area: string;
  teacher: string | null;
  weekday: Weekday;
  /** The break before this period. */
  before_hour: string;
  minutes: number | null;
  weeks: Weeks;
}

/** Days without lessons, both ends included. */
export interface HolidayRecord {
  name: string;
  shortcut: string | null;
  begins_at: string;
  ends_at: string;
  is_public: boolean;
}

/** A row that could not be used; the others are kept (T-3.92 ff.). */
export interface Rejected {
  file: string;
  /** 1-based line; null where the school's own data is the reason. */
  row: number | null;
  /** Field name or 1-based number. */
  column: string | null;
  value: string | null;
  reason: Reason;
}

/** Something that was assumed or ignored, for the person who decides. */
export interface Warning {
  code: WarningCode;
  params: Record<string, string | number>;
}

/** A closed range of dates; with `days` only these of it. */
export interface DateScope {
  from: string;
  to: string;
  days?: string[];
}

/** Does a file speak about this date? */
export function isInScope({ from, to, days }: DateScope, date: string): boolean {
  return date >= from && date <= to && (days === undefined || days.includes(date));
}

/** What the file covers: an import replaces only what its own source wrote within this scope. */
export interface Scope {
  /** Master data kinds that the file lists completely: missing ones are ended. */
  complete: ('grades' | 'teachers' | 'bookables' | 'subjects' | 'courses' | 'times' | 'holidays' | 'supervisions')[];
  /**
   * The whole weekly plan of the school year, only the dated lessons of a closed date range (a day plan), or nothing.
   */
  lessons: 'all' | 'none' | DateScope;
  /** Substitutions of these dates are replaced. */
  substitutions: DateScope | null;
}

/** The content of one upload. */
export interface ParsedPlan {
  /**
   * `asc-2012`, `asc-legacy`, `untis-gpu`, `untis-xml`, `indiware-splan`, `indiware-vpmobil`, `indiware-vp`, `csv`,
   * `davinci-json`, `davinci-sdtf`, `davinci-html`, `fet`, `ical`, `time2007-access`, `untis-gpn`, `webuntis-json`,
   * `xhstt`.
   */
  format: string;
  scope: Scope;
  /** The school year that the file names, else the dates of its records; null without any date (aSc). */
  school_year: PlanYear | null;
  times: TimeRecord[];
  grades: EntityRecord[];
  teachers: EntityRecord[];
  bookables: EntityRecord[];
  subjects: EntityRecord[];
  courses: CourseRecord[];
  lessons: LessonRecord[];
  substitutions: SubstitutionRecord[];
  supervisions: SupervisionRecord[];
  holidays: HolidayRecord[];
  /** What the file holds and was accepted; docs/imports.md says what each means per kind of file. */
  counts: UploadCounts;
  warnings: Warning[];
  rejected: Rejected[];
  /** For files that can be read in several ways: the way in which these were read. */
  asked?: AskedReading;
}
