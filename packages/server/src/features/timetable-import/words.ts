import { SOURCES, type SourceKey, type Upload } from '@kreide/core/features/timetable-import';
import type { Translate } from '../../kernel/validate.ts';
import type { ChangeLine } from './plan/lines.ts';
import type { UploadRow } from './queries.ts';

/** Rejected rows that an upload keeps word for word; more are only counted. */
export const REJECTED_KEPT = 1000;

/** `asc-2012` was read as aSc, `untis-gpu` as Untis. */
export function sourceOfFormat(format: string): SourceKey | null {
  const found = SOURCES.find((source) => format === source.key || format.startsWith(`${source.key}-`));
  return found?.key ?? null;
}

const short = (date: string) => `${Number(date.slice(8, 10))}.${Number(date.slice(5, 7))}.`;

function toText(line: ChangeLine, t: Translate): string {
  const slot = (one: { weekday: number | null; date: string | null; hour: string | null; time: string | null }) => {
    const day =
      one.weekday === null ? (one.date ? short(one.date) : '') : t(`timetable-import:weekdays.${one.weekday}`);
    return [day, one.hour ?? one.time ?? ''].filter(Boolean).join(' ');
  };
  const part = (side: NonNullable<ChangeLine['after']>) =>
    [
      slot(side),
      side.rooms,
      side.teachers,
      ...(side.substitution_kind ? [t(`timetable-import:kinds.${side.substitution_kind}`)] : []),
      ...(side.details ?? []),
    ]
      .filter(Boolean)
      .join(', ');
  const head = [line.grades, line.subject].filter(Boolean).join(' ');
  const kind = line.substitution_kind ? ` (${t(`timetable-import:kinds.${line.substitution_kind}`)})` : '';
  if (line.before && line.after) return `${head}${kind}: ${part(line.before)} → ${part(line.after)}`;
  const side = line.after ?? line.before;
  return `${head}${kind}: ${side ? part(side) : ''}`;
}

/** The upload as the wire has it, in the reader's language. */
export function toUpload(
  row: UploadRow,
  year: { id: number; name: string; begins_at: string; ends_at: string } | null,
  t: Translate,
  can: { publish: boolean; isNewest: boolean },
): Upload {
  const { changes, error } = row;
  return {
    id: row.id,
    uuid: row.uuid,
    state: row.state,
    progress: row.progress,
    source: row.source as SourceKey | null,
    format: row.format,
    files: row.files.map(({ name, size }) => ({ name, size })),
    school_year: year && { id: year.id, name: year.name, begins_at: year.begins_at, ends_at: year.ends_at },
    counts: row.counts,
    changes: changes && {
      ...changes,
      lines: changes.lines.map((line) => ({ kind: line.kind, of: line.of, text: toText(line, t) })),
    },
    warnings: row.warnings.map((warning) => t(`timetable-import:warnings.${warning.code}`, warning.params)),
    rejected: row.rejected.map((one) => ({
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
