import type {
  AskedReading,
  ParseOptions,
  PartChanges,
  ReadingAnswer,
  Rejected,
  SourceKey,
  UnreadableReason,
  UploadCounts,
  Warning,
} from '@kreide/core/features/timetable-import';
import type { ChangeLine } from './plan/lines.ts';
import type { ChangeCounts } from './plan/resolve.ts';

/** One file of an upload, until it has been read. */
export interface StoredFile {
  name: string;
  size: number;
  file_uuid: string;
}

/** The options of an upload. */
export interface StoredOptions extends Omit<ParseOptions, 'school_year' | 'readings'> {
  source?: SourceKey | undefined;
  /** Its name. */
  school_year?: string | undefined;
  /** A program brought it, with upload credentials: nobody looks at it while it fails. */
  by_program?: true | undefined;
}

/** What publishing changes: numbers, and lines without text. */
export interface StoredChanges extends ChangeCounts {
  added: number;
  changed: number;
  removed: number;
  /** Missing in uploads from before it was counted. */
  parts?: PartChanges;
  lines: ChangeLine[];
  /** Lessons in force that the import may change or remove. */
  replaceable: number;
  needs_replace: boolean;
  is_empty: boolean;
  /** The revision of the plan that it was compared with. */
  revision: number;
}

/** Why nothing could be read; `file` is empty when it is about all of them. */
export interface StoredError {
  reason: UnreadableReason;
  file: string;
  params: Record<string, string | number>;
}

declare module '../../kernel/data/json.ts' {
  interface JsonColumns {
    'timetable_uploads.options': StoredOptions;
    'timetable_uploads.files': readonly StoredFile[];
    'timetable_uploads.counts': UploadCounts;
    'timetable_uploads.changes': StoredChanges;
    'timetable_uploads.warnings': readonly Warning[];
    'timetable_uploads.rejected': readonly Rejected[];
    'timetable_uploads.error': StoredError;
    'timetable_uploads.asked': AskedReading;
    'timetable_reading_choices.answer': ReadingAnswer;
  }
}
