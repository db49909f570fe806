import { SOURCES, type SourceKey, type UnreadableReason, type Upload } from '@kreide/core/features/timetable-import';
import { type Language, type Translate, weekdayNames, writeDate } from '@kreide/core/kernel';
import type { Selectable } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import type { ChangeLine } from './plan/lines.ts';
import type { Counts, Rejected, Warning } from './records.ts';

export type UploadRow = Omit<Selectable<DB['timetable_uploads']>, 'parsed'>;

/** Rejected rows that an upload keeps word for word; more are only counted. */
export const REJECTED_KEPT = 1000;

/** What `changes` holds in the database: numbers, and lines without words. */
export interface StoredChanges {
  added: number;
  changed: number;
  removed: number;
  lessons: { added: number; changed: number; removed: number };
  substitutions: { added: number; changed: number; removed: number };
  lines: ChangeLine[];
  needs_replace: boolean;
}

/** `asc-2012` was read as aSc, `untis-gpu` as Untis. */
export function sourceOfFormat(format: string): SourceKey | null {
  const found = SOURCES.find((source) => format === source.key || format.startsWith(`${source.key}-`));
  return found?.key ?? null;
}

/** Who reads an upload. */
export interface Reader {
  readonly language: Language;
  readonly t: Translate;
}

const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;

/** Dates in what is kept without words, as the reader's language writes them. */
function withDates(text: string, language: Language): string {
  return text.replace(DATE, (date) => writeDate(language, date, 'dayMonthShort'));
}

function toText(line: ChangeLine, { t, language }: Reader): string {
  const weekdays = weekdayNames(language, 'short');
  const slot = ({ weekday, date, hour, time }: NonNullable<ChangeLine['after']>) =>
    [weekday === null ? withDates(date ?? '', language) : weekdays[weekday], hour ?? time ?? '']
      .filter(Boolean)
      .join(' ');
  const part = (side: NonNullable<ChangeLine['after']>) =>
    [
      slot(side),
      side.rooms,
      side.teachers,
      ...(side.substitution_kind ? [t(`timetable-import:kinds.${side.substitution_kind}`)] : []),
      ...(side.details ?? []).map((detail) => withDates(detail, language)),
    ]
      .filter(Boolean)
      .join(', ');
  const head = [line.grades, line.subject].filter(Boolean).join(' ');
  const kind = line.substitution_kind ? ` (${t(`timetable-import:kinds.${line.substitution_kind}`)})` : '';
  if (line.before && line.after) return `${head}${kind}: ${part(line.before)} → ${part(line.after)}`;
  const side = line.after ?? line.before;
  return `${head}${kind}: ${side ? part(side) : ''}`;
}

function withWrittenDates(params: Warning['params'], language: Language): Warning['params'] {
  const isDate = /^\d{4}-\d{2}-\d{2}$/;
  const written = Object.entries(params).map(([name, value]) => [
    name,
    isDate.test(String(value)) ? writeDate(language, String(value), 'medium') : value,
  ]);
  return Object.fromEntries(written);
}

/** The upload as the wire has it, in the reader's language. */
export function toUpload(
  row: UploadRow,
  year: { id: number; name: string; begins_at: string; ends_at: string } | null,
  reader: Reader,
  can: { publish: boolean; isNewest: boolean },
): Upload {
  const { t, language } = reader;
  const changes = row.changes as StoredChanges | null;
  const warnings = row.warnings as unknown as Warning[];
  const rejected = row.rejected as unknown as Rejected[];
  const error = row.error as { reason: UnreadableReason; file: string; params: Record<string, string | number> } | null;
  const files = row.files as unknown as { name: string; size: number }[];
  return {
    id: row.id,
    uuid: row.uuid,
    state: row.state,
    progress: row.progress,
    source: row.source as SourceKey | null,
    format: row.format,
    files: files.map(({ name, size }) => ({ name, size })),
    school_year: year && { id: year.id, name: year.name, begins_at: year.begins_at, ends_at: year.ends_at },
    counts: row.counts as Counts | null,
    changes: changes && {
      ...changes,
      lines: changes.lines.map((line) => ({ kind: line.kind, of: line.of, text: toText(line, reader) })),
    },
    warnings: warnings.map((warning) =>
      t(`timetable-import:warnings.${warning.code}`, withWrittenDates(warning.params, language)),
    ),
    rejected: rejected.map((one) => ({
      ...one,
      code: one.reason,
      reason: t(`timetable-import:reasons.${one.reason}`),
    })),
    rejected_count: row.rejected_count,
    error:
      error &&
      `${error.file ? `${error.file}: ` : ''}${t(`timetable-import:unreadable.${error.reason}`, error.params)}`,
    created_at: row.created_at,
    published_at: row.published_at,
    can: {
      publish: row.state === 'READY' && can.publish ? 1 : 0,
      discard: ['QUEUED', 'READY', 'FAILED'].includes(row.state) ? 1 : 0,
      undo: row.state === 'PUBLISHED' && can.publish && can.isNewest ? 1 : 0,
    },
  };
}
