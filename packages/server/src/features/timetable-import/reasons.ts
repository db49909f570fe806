import { type Rejected, UnreadableFile, type Warning } from './records.ts';

/** Why one row was left out; texts in `locales/<lang>/timetable-import.json` below `reasons`. */
export const REASONS = [
  'bad_colour',
  'bad_date',
  'bad_day_mask',
  'bad_flag',
  'bad_number',
  'bad_period',
  'bad_range',
  'bad_time',
  'bad_weeks',
  'broken_quotes',
  'conflicting_rows',
  'duplicate_id',
  'duplicate_row',
  'missing_value',
  'no_grid_time',
  'outside_school_year',
  'too_few_fields',
  'too_long',
  'unknown_kind',
  'unknown_reference',
  'unknown_row_kind',
  'unknown_weekday',
  'unresolved_week_label',
  'unsupported_row',
] as const;
export type Reason = (typeof REASONS)[number];

/** What was assumed or left aside; texts below `warnings`. The names in `params` are those of the texts. */
export const WARNINGS = [
  'anchor_assumed',
  'courses_need_enrolment',
  'date_assumed',
  'day_beyond_friday',
  'day_plan_beside_weekly_plan',
  'default_grid',
  'do_not_print_skipped',
  'duplicate_codes',
  'exams_as_events',
  'file_ignored',
  'grid_missing',
  'lesson_group_ignored',
  'lessons_unplaced',
  'lessons_without_teacher',
  'master_data_incomplete',
  'moves_unpaired',
  'no_lessons',
  'people_ignored',
  'periods_without_times',
  'references_created',
  'school_year_assumed',
  'school_year_differs',
  'source_replaced',
  'substitutions_beside',
  'substitutions_removed',
  'supervision_weeks_assumed',
  'supervisions_skipped',
  'table_ignored',
  'terms_as_whole_year',
  'time_grids_ignored',
  'unknown_columns',
  'unreadable_text',
  'week_alternatives',
  'week_labels_unresolved',
  'weeks_assumed_every',
] as const;
export type WarningCode = (typeof WARNINGS)[number];

/** Why a whole file cannot be read; texts below `unreadable`. */
export const UNREADABLE = [
  'access_database',
  'binary',
  'columns_missing',
  'date_missing',
  'empty',
  'file_too_large',
  'nested_zip',
  'no_files',
  'no_school_year',
  'one_file_only',
  'out_of_memory',
  'parser_crashed',
  'sources_contradict',
  'spreadsheet',
  'too_many_entries',
  'too_many_rejected',
  'too_slow',
  'two_candidates',
  'unknown_format',
  'unpacked_too_large',
  'unsupported_format',
  'wrong_root',
  'xml_doctype',
  'xml_malformed',
  'xml_too_deep',
  'xml_truncated',
  'zip_broken',
  'zip_encrypted',
] as const;
export type UnreadableReason = (typeof UNREADABLE)[number];

/** The error for a whole file, with a key that compiles only if it has a text. */
export function unreadable(
  file: string,
  reason: UnreadableReason,
  params: Record<string, string | number> = {},
): UnreadableFile {
  return new UnreadableFile(file, reason, params);
}

/** Long values are cut in reports: a reader recognises the row, the report stays small. */
const MAX_VALUE_LENGTH = 200;
/** A file with more bad rows than this is not what it was taken for. */
const MAX_REJECTED = 10_000;

/** Collects what a parser leaves out or assumes. */
export interface Findings {
  rejected: Rejected[];
  warnings: Warning[];
  /** Notes a bad row, element or cell. Throws `UnreadableFile` (`too_many_rejected`) at the ten-thousandth. */
  reject(
    file: string,
    place: { row?: number | null; column?: string | null; value?: string | null | undefined },
    reason: Reason,
  ): void;
  /** Notes an assumption; the same code with the same parameters is kept once. */
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
