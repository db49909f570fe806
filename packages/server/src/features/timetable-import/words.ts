import { type ChangeRow, NO_PARTS, SOURCES, type SourceKey, type Upload } from '@kreide/core/features/timetable-import';
import { type DateStyle, isDate, type Language, type Translate, weekdayNames, writeDate } from '@kreide/core/kernel';
import type { ChangeLine, ChangeSide } from './plan/lines.ts';
import type { UploadRow } from './queries.ts';

/** Number of rejected rows that an upload stores; further ones are only counted. */
export const REJECTED_KEPT = 1000;

/** Formats that no planning program of the list owns. */
const GENERAL_FORMATS: ReadonlySet<string> = new Set(['fet', 'ical', 'xhstt']);

/** `asc-2012` was read as aSc, `untis-gpu` as Untis; what belongs to none of them counts as the generic API. */
export function sourceOfFormat(format: string): SourceKey | null {
  if (GENERAL_FORMATS.has(format)) return 'generic-api';
  const found = SOURCES.find((source) => format === source.key || format.startsWith(`${source.key}-`));
  return found?.key ?? null;
}

/** The reader of an upload. */
export interface Reader {
  readonly language: Language;
  readonly t: Translate;
}

/** A date of the plan in the reader's language; any other text, such as a comment, is unchanged. */
const written = (date: string, language: Language, style: DateStyle) =>
  isDate(date) ? writeDate(language, date, style) : date;

/** Dates in stored texts. */
function withDates(text: string, language: Language): string {
  return text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (date) => written(date, language, 'dayMonthShort'));
}

/** One difference in its parts, in the reader's language. */
export function toChangeRow(line: ChangeLine, { t, language }: Reader): ChangeRow {
  const weekdays = weekdayNames(language, 'short');
  const slot = ({ weekday, date, hour, time }: ChangeSide) =>
    [weekday === null ? withDates(date ?? '', language) : weekdays[weekday], hour ?? time ?? '']
      .filter(Boolean)
      .join(' ');
  const part = (side: ChangeSide) =>
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
  const { kind: change, of } = line;
  const what = of === 'lesson' || of === 'substitution' ? `${head}${kind}` : t(`timetable-import:of.${of}`);
  const inWords = (text: string | null) => text && withDates(text, language);
  const before = line.record ? inWords(line.record.before) : line.before && part(line.before);
  const after = line.record ? inWords(line.record.after) : line.after && part(line.after);
  return {
    kind: change,
    of,
    what,
    before,
    after,
    text: `${what}: ${[before, after].filter((one) => one !== null).join(' → ')}`,
  };
}

/** Can somebody say how the files of an upload are meant? */
export function mayChooseReading({ asks, has_files, state }: UploadRow): boolean {
  return asks !== null && has_files && (state === 'FAILED' || state === 'READY');
}

type Values = Record<string, string | number>;

function withWrittenDates(values: Values, language: Language): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? written(value, language, 'medium') : value]),
  );
}

/** The fields that uploads lack which an older version compared; no plan has this revision. */
const NOTHING_COUNTED = {
  parts: NO_PARTS,
  replaceable: 0,
  is_empty: false,
  revision: -1,
};

/** The upload as sent, in the reader's language. */
export function toUpload(
  row: UploadRow,
  year: { id: number; name: string; begins_at: string; ends_at: string } | null,
  reader: Reader,
  can: { publish: boolean; isNewest: boolean; isOwn: boolean },
): Upload {
  const { t, language } = reader;
  const { changes, error } = row;
  return {
    id: row.id,
    number: row.number,
    is_own: can.isOwn,
    uuid: row.uuid,
    state: row.state,
    progress: row.progress,
    source: row.source as SourceKey | null,
    format: row.format,
    files: row.files.map(({ name, size }) => ({ name, size })),
    school_year: year && { id: year.id, name: year.name, begins_at: year.begins_at, ends_at: year.ends_at },
    counts: row.counts,
    changes: changes && {
      ...NOTHING_COUNTED,
      ...changes,
      lines: changes.lines.map((line) => {
        const { kind, of, text } = toChangeRow(line, reader);
        return { kind, of, text };
      }),
    },
    warnings: row.warnings.map((warning) =>
      t(`timetable-import:warnings.${warning.code}`, withWrittenDates(warning.params, language)),
    ),
    rejected: row.rejected.map((one) => ({
      ...one,
      code: one.reason,
      reason: t(`timetable-import:reasons.${one.reason}`),
    })),
    rejected_count: row.rejected_count,
    error:
      error &&
      `${error.file ? `${error.file}: ` : ''}${t(`timetable-import:unreadable.${error.reason}`, error.params)}`,
    failure: error && { code: error.reason, file: error.file || null },
    asks: row.asks,
    created_at: row.created_at,
    published_at: row.published_at,
    can: {
      publish: row.state === 'READY' && can.publish ? 1 : 0,
      discard: ['QUEUED', 'READY', 'FAILED'].includes(row.state) ? 1 : 0,
      undo: row.state === 'PUBLISHED' && can.publish && can.isNewest ? 1 : 0,
      reprocess: row.has_files && !['QUEUED', 'PROCESSING'].includes(row.state) ? 1 : 0,
      choose_reading: mayChooseReading(row) ? 1 : 0,
    },
  };
}
