import type { ImportNote, Preset, SourceTable, UnreadablePeople } from '@kreide/core/features/user-import';
import type { ForeignFile } from '../reader.ts';
import { decodeLines } from '../tables/decode-lines.ts';
import { mendText } from '../tables/mend-text.ts';
import { DELIMITERS_OF_LISTS, type Delimiter, detectDelimiter, readRows, type TextRow } from '../tables/text.ts';
import { readXlsx } from '../tables/xlsx.ts';
import { UnreadableFile } from '../timetables/parser.ts';
import { isZip, readZip, type ZipLimits, ZipRefusal } from '../zip.ts';
import { isSiecle, readSiecle } from './siecle.ts';

/** Nothing of a file can be read. */
export class UnreadablePeopleFile extends Error {
  readonly file: string;
  readonly reason: UnreadablePeople;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(file: string, reason: UnreadablePeople, params: Readonly<Record<string, string | number>> = {}) {
    super(`${file}: ${reason}`);
    this.name = 'UnreadablePeopleFile';
    this.file = file;
    this.reason = reason;
    this.params = params;
  }
}

/** What is known of how a program writes. */
export type Hints = Pick<Preset, 'delimiter' | 'encoding' | 'has_no_quotes'>;

interface Into {
  readonly tables: SourceTable[];
  readonly notes: ImportNote[];
  readonly hints: Hints | null;
}

export interface Tables {
  readonly tables: readonly SourceTable[];
  readonly notes: readonly ImportNote[];
}

/** Files of one archive, and all of its bytes unpacked. */
const ENTRIES = 200;
const UNPACKED_BYTES = 256 * 1024 * 1024;
/** Lines that are named when a file is of two encodings. */
const LINES_NAMED = 20;

const toBaseName = (path: string) => (path.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(-200) || 'file';
const toShown = (path: string) => path.replace(/\p{Cc}/gu, '').slice(0, 200);
/** The path leaves the folder that the archive is unpacked to. Nothing of such an archive is trusted. */
const isUnsafe = (path: string) => /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(path);
const isWorkbook = (bytes: Uint8Array) =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 4096)).includes('[Content_Types].xml') ||
  new TextDecoder('latin1').decode(bytes.subarray(-65_536)).includes('xl/workbook.xml');

/**
 * The tables of an upload: text in any encoding and with any delimiter, workbooks, and archives of these. Throws
 * `UnreadablePeopleFile`.
 */
export async function readTables(files: readonly ForeignFile[], hints: Hints | null = null): Promise<Tables> {
  const budget = { left: UNPACKED_BYTES, limit: UNPACKED_BYTES };
  const limits = { entries: ENTRIES, budget };
  const tables: SourceTable[] = [];
  const notes: ImportNote[] = [];
  for (const file of files) {
    try {
      await readFile(file, null, limits, { tables, notes, hints });
    } catch (error) {
      if (error instanceof UnreadablePeopleFile) throw error;
      if (error instanceof ZipRefusal) throw new UnreadablePeopleFile(file.name, error.reason, error.params);
      // The messages of the libraries about broken archives help nobody at a school.
      throw new UnreadablePeopleFile(file.name, 'zip_broken');
    }
  }
  if (tables.every(({ rows }) => rows.length === 0)) throw new UnreadablePeopleFile(files[0]?.name ?? '', 'empty');
  return { tables, notes };
}

async function readFile(file: ForeignFile, entry: string | null, limits: ZipLimits, into: Into): Promise<void> {
  const { name, bytes } = file;
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0)
    throw new UnreadablePeopleFile(name, 'old_workbook');
  if (!isZip(bytes)) return readText(file, entry, into);
  if (isWorkbook(bytes)) {
    const sheets = await readXlsx(bytes, limits);
    if (sheets.length === 0) throw new UnreadablePeopleFile(name, 'zip_broken');
    for (const { name: sheet, rows, formulas } of sheets) {
      if (formulas > 0) into.notes.push({ code: 'formulas', params: { sheet, count: formulas } });
      const lines = rows.map(({ row, cells, spoilt }) => ({ line: row, cells, spoilt, is_broken: false }));
      into.tables.push({ file: name, sheet, rows: lines });
    }
    return;
  }
  if (entry !== null) throw new UnreadablePeopleFile(name, 'nested_zip', { entry });
  for await (const { path, read } of readZip(bytes, limits)) {
    if (isUnsafe(path)) throw new UnreadablePeopleFile(name, 'zip_unsafe', { entry: toShown(path) });
    if (/(^|\/)(__MACOSX\/|\.)/.test(path)) continue;
    const inside = toBaseName(path);
    await readFile({ name, bytes: await read() }, inside, limits, into);
  }
}

function readText(file: ForeignFile, entry: string | null, { tables, notes, hints }: Into): void {
  const { name, bytes } = file;
  if (isSiecle(bytes)) {
    const read = readWholeXml(file, entry);
    notes.push(...read.notes);
    return void tables.push(read.table);
  }
  const decoded = decodeLines(bytes);
  const { text, mended, example, doubtful, doubt } = mendText(decoded.text);
  if (/^\s*[<{[]/.test(text)) throw new UnreadablePeopleFile(name, 'no_list');
  if (decoded.certainty === 'guessed' && hints?.encoding !== decoded.encoding)
    notes.push({ code: 'encoding_guessed', params: { file: name } });
  if (decoded.certainty === 'mixed') {
    const lines = decoded.odd_lines.slice(0, LINES_NAMED).join(', ');
    notes.push({ code: 'encoding_mixed', params: { file: name, lines } });
  }
  if (mended > 0) notes.push({ code: 'text_mended', params: { file: name, count: mended, ...example } });
  if (doubtful > 0)
    notes.push({ code: 'text_doubtful', params: { file: name, count: doubtful, example: doubt ?? '' } });
  const isNamed = hints?.delimiter !== undefined && (text.split('\n', 1)[0] ?? '').includes(hints.delimiter);
  const delimiter = isNamed ? hints.delimiter : (detectDelimiter(text, DELIMITERS_OF_LISTS) ?? ';');
  const read = hints?.has_no_quotes ? readPlainRows(text, delimiter) : readRows(text, delimiter);
  const rows = read.map(({ row, fields, is_broken }) => ({ line: row, cells: fields, is_broken }));
  tables.push({ file: name, sheet: entry, rows, encoding: decoded.encoding, delimiter });
}

function readWholeXml(file: ForeignFile, entry: string | null): ReturnType<typeof readSiecle> {
  try {
    return readSiecle(file, entry);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UnreadablePeopleFile(file.name, 'xml_broken', { line: error.params.line ?? 1 });
  }
}

/** Rows of a program that knows no quotation marks: each line is one. */
function readPlainRows(text: string, delimiter: Delimiter): TextRow[] {
  return text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ row: index + 1, fields: line.split(delimiter), is_broken: false }))
    .filter(({ fields }) => fields.some((field) => field.trim() !== ''));
}
