import type { AuditLogEntry } from '@kreide/core/features/audit';
import { type Language, type Translate, writeMoment } from '@kreide/core/kernel';
import Papa from 'papaparse';

export interface CsvReader {
  readonly t: Translate;
  readonly language: Language;
  readonly time_zone: string;
}

/** Spreadsheets take the encoding from it. */
const BOM = '\uFEFF';

/** What a spreadsheet would calculate: also in the wide forms of the signs, and in texts of several lines. */
const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/;

/** Only English spreadsheets take the comma for the end of a cell. */
const delimiterOf = (language: Language): string => (language === 'en' ? ',' : ';');

const write = (rows: readonly (readonly unknown[])[], { language }: CsvReader): string =>
  `${Papa.unparse(rows as unknown[][], { delimiter: delimiterOf(language), escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;

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
  return BOM + write([titles], reader);
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
  return write(lines, reader);
}
