import type { AuditLogEntry } from '@kreide/core/features/audit';
import { type Language, type Translate, writeMoment } from '@kreide/core/kernel';
import { BOM, toCsv } from '../../kernel/text/csv.ts';

export interface CsvReader {
  readonly t: Translate;
  readonly language: Language;
  readonly time_zone: string;
}

/** The first line, with what stands before it. */
export function writeHead(reader: CsvReader): string {
  const { t } = reader;
  const titles = [
    t('audit:entry.number'),
    t('audit:csv.at'),
    t('audit:csv.utc'),
    t('audit:filters.search'),
    t('audit:csv.userId'),
    t('audit:entry.origin'),
    t('audit:entry.address'),
    t('audit:filters.action'),
    t('audit:csv.action'),
    t('audit:entry.record'),
    t('audit:csv.entity'),
    t('audit:csv.entityId'),
    t('audit:entry.before'),
    t('audit:entry.after'),
    t('audit:entry.request'),
  ];
  return BOM + toCsv([titles], reader.language);
}

/** Entries as lines; values before and after as JSON. */
export function writeLines(entries: readonly AuditLogEntry[], reader: CsvReader): string {
  const { t, language, time_zone } = reader;
  const lines = entries.map((entry) => [
    entry.seq,
    writeMoment(language, new Date(entry.at), time_zone, 'seconds'),
    entry.at,
    entry.user?.displayname,
    entry.user?.id,
    t(`audit:origins.${entry.origin}`),
    entry.address,
    entry.what,
    entry.action,
    entry.subject,
    entry.entity,
    entry.entity_id,
    entry.before && JSON.stringify(entry.before),
    entry.after && JSON.stringify(entry.after),
    entry.request_id,
  ]);
  return toCsv(lines, language);
}
