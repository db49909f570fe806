import type { SourceFile } from '@kreide/core/features/timetable-import';
import { decodeText, detectDelimiter, readRows, type TextRow } from '../../../tables/text.ts';

/** The GPU files that are read, by the number in their default name `GPU001.TXT`. */
export const GPU_KINDS = ['001', '002', '003', '004', '005', '006', '009', '014', '017', '018'] as const;
export type GpuKind = (typeof GPU_KINDS)[number];

/** Files of the same export that are irrelevant for a timetable (pupils, absences, choices …): skipped by name. */
const PASSED_OVER = ['007', '008', '010', '011', '012', '013', '015', '016', '019'];

/** One file of a text export, read but not interpreted yet. */
export interface GpuFile {
  name: string;
  kind: GpuKind;
  rows: TextRow[];
}

const isInt = (value: string | undefined) => /^\d{1,9}$/.test(value?.trim() ?? '');
const isCount = (value: string | undefined) => /^\d{0,9}$/.test(value?.trim() ?? '');
const isDecimal = (value: string | undefined) => /^\d*(\.\d+)?$/.test(value?.trim() ?? '');
const isDate = (value: string | undefined) => /^(19|20|21)\d{6}$/.test(value?.trim() ?? '');
const isDateOrEmpty = (value: string | undefined) => !value?.trim() || isDate(value);
const isDay = (value: string | undefined) => /^[1-7]$/.test(value?.trim() ?? '');
const isPeriod = (value: string | undefined) => /^(1?\d|20)$/.test(value?.trim() ?? '');

type Shape = (fields: readonly string[]) => boolean;

/** Field counts of the four master data files with their trailing delimiter; the distance decides between them. */
const MASTER_FIELDS: Partial<Record<GpuKind, number>> = { '003': 33, '004': 46, '005': 18, '006': 22 };

function isMaster(kind: GpuKind): Shape {
  const typical = MASTER_FIELDS[kind]!;
  return (fields) => {
    const distance = Math.abs(fields.length - typical);
    if (distance > 3 || !fields[0]?.trim()) return false;
    // A lesson row, a substitution, a course choice and a pupil have the same number of fields.
    if (isInt(fields[0]) && isInt(fields[1])) return false;
    if (kind === '005' && (isInt(fields[1]) || isDate(fields[12]))) return false;
    return Object.values(MASTER_FIELDS).every((other) => Math.abs(fields.length - other) >= distance);
  };
}

const SHAPES: Record<GpuKind, Shape> = {
  // An absence has a date where a lesson has its subject.
  '001': (f) => f.length >= 7 && f.length <= 10 && isInt(f[0]) && !isDate(f[3]) && isDay(f[5]) && isPeriod(f[6]),
  '002': (f) => f.length >= 40 && isInt(f[0]) && isDecimal(f[1]) && isDateOrEmpty(f[14]) && isDateOrEmpty(f[15]),
  '003': isMaster('003'),
  '004': isMaster('004'),
  '005': isMaster('005'),
  '006': isMaster('006'),
  '009': (f) => f.length >= 5 && f.length <= 7 && !!f[0] && isDay(f[2]) && isPeriod(f[3]) && isCount(f[4]),
  '014': (f) => f.length >= 20 && f.length < 40 && isDate(f[1]) && isCount(f[17]) && isCount(f[4]),
  '017': (f) => f.length >= 10 && f.length <= 13 && isDate(f[3]) && isPeriod(f[4]) && isPeriod(f[5]),
  '018': (f) => f.length >= 4 && f.length <= 6 && !!f[0] && isDate(f[2]) && isDate(f[3]),
};

/** How many rows are examined, and what share of them must fit: one bad row never hides the kind of a file. */
const SAMPLE_ROWS = 200;
const NEEDED_SHARE = 0.6;

function nameOf(file: SourceFile): string | null {
  return /gpu(0\d\d)/i.exec(file.name)?.[1] ?? null;
}

/**
 * The kind of a GPU file by the shape of its rows (docs/import-formats.md, GPU files); the name only decides between
 * several candidates. Null when it is none; `ignored` for a file whose name belongs to the export but not to the plan.
 */
export function readGpuFile(file: SourceFile): GpuFile | 'ignored' | null {
  const named = nameOf(file);
  const isPassedOver = named !== null && PASSED_OVER.includes(named);
  const { text } = decodeText(file.bytes);
  const delimiter = text.includes('\0') ? null : detectDelimiter(text);
  if (delimiter === null) return isPassedOver ? 'ignored' : null;
  const rows = readRows(text, delimiter);
  if (hasHeader(rows)) return isPassedOver ? 'ignored' : null;
  const kind = findKind(rows, named);
  // Master data is recognised by its field count alone, which is similar for pupils and course choices.
  if (isPassedOver && (kind === null || kind in MASTER_FIELDS)) return 'ignored';
  return kind === null ? null : { name: file.name, kind, rows };
}

/** Column names of tables that have a header; GPU files have none. */
const COLUMN_NAMES =
  /^(id|art|status|class(es)?|teachers?|subject|rooms?|weekday|period|date|kind|fach|kurs|raum|klassen?|wochentag|stunde|woche|sourcedid|datelastmodified|username|givenname|familyname|lesson_?id|lehrerkuerzel|role)$/i;

/** Does the table begin with column names? Then it is not a GPU file. */
function hasHeader(rows: readonly TextRow[]): boolean {
  const first = rows[0]?.fields.filter((cell) => cell !== '') ?? [];
  return first.filter((cell) => COLUMN_NAMES.test(cell.trim())).length >= 3;
}

/** The kind that most rows fit; `named` breaks ties. Null without rows, without a fit, or with an unbroken tie. */
export function findKind(rows: readonly TextRow[], named: string | null): GpuKind | null {
  const sample = rows.slice(0, SAMPLE_ROWS).filter((row) => !row.is_broken);
  if (sample.length === 0) return null;
  const fits = GPU_KINDS.map((kind) => ({
    kind,
    share: sample.filter((row) => SHAPES[kind](row.fields)).length / sample.length,
  }));
  const best = Math.max(...fits.map((fit) => fit.share));
  const candidates = fits.filter((fit) => fit.share >= NEEDED_SHARE && fit.share > best - 0.1).map((fit) => fit.kind);
  if (candidates.length === 1) return candidates[0]!;
  return candidates.find((kind) => kind === named) ?? null;
}
