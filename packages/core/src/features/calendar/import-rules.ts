/** Largest file of events, bytes; most events in it. */
export const IMPORT_BYTES_MAXIMUM = 2 * 1024 * 1024;
export const IMPORT_EVENTS_MAXIMUM = 1000;
/** Most events that one import makes: each date of a series is one. */
export const IMPORT_DATES_MAXIMUM = 5000;
/** Days within which an import can be taken back; hours within which a trial can be carried out. */
export const IMPORT_UNDO_DAYS = 30;
export const IMPORT_TRIAL_HOURS = 24;
/** Most that is listed of what was not read. */
export const IMPORT_LEFT_MAXIMUM = 200;

/** Why something of a file is not read; the text is `calendar:import.left_<reason>`. */
export const IMPORT_LEFT_REASONS = [
  'broken',
  'cancelled',
  'dates',
  'duration',
  'end',
  'exception',
  'kind',
  'length',
  'name',
  'repeatRule',
  'repeatUnit',
  'start',
] as const;
export type ImportLeftReason = (typeof IMPORT_LEFT_REASONS)[number];

/** What an import does with an event of a file. */
export const IMPORT_STATES = ['new', 'changed', 'known'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** When an event of a file is, on the clock of the school; the end of an all-day event is its last day. */
export interface FileTimes {
  readonly is_all_day: boolean;
  readonly begins_date: string;
  readonly begins_time: string;
  readonly ends_date: string;
  readonly ends_time: string;
}

/** An event as a file has it. */
export interface FileWords {
  readonly name: string;
  readonly description: string;
  readonly location: string | null;
}

/** One date of a series that is another than the rest. */
export interface FileChange extends FileWords, FileTimes {
  /** The date that it would have by the rule. */
  readonly date: string;
}

export interface FileEvent extends FileWords, FileTimes {
  /** Of the file, 1-based. */
  readonly line: number;
  /** What names it in every file; null: nothing does. */
  readonly uid: string | null;
  /** RRULE as series have it; null: it does not repeat. */
  readonly rule: string | null;
  /** Dates that the rule has and the event has not. */
  readonly excluded: readonly string[];
  readonly changes: readonly FileChange[];
}

/** What was left out of a file. */
export interface FileLeft {
  /** Of the file, 1-based. */
  readonly line: number;
  /** The name of the event, where it has one. */
  readonly name: string | null;
  readonly reason: ImportLeftReason;
  /** What stands there. */
  readonly value: string | null;
}

/** The events of an iCalendar file. */
export interface FileCalendar {
  readonly name: string;
  readonly events: readonly FileEvent[];
  readonly left: readonly FileLeft[];
  /** Zones that nobody knows: read on the clock of the school. */
  readonly zones: readonly string[];
}
