import { fieldOfHeader, isSensitiveHeader, PERSON_FIELDS, type PersonField } from './fields.ts';
import { foldHeader } from './fold.ts';
import type { Layout, Preset } from './preset.ts';
import { type FoundLayout, findLayout, HEADER_ROWS, toPlainHeader } from './presets.ts';
import type { SourceRow, SourceTable } from './source-table.ts';

export type { SourceRow, SourceTable } from './source-table.ts';

/** A column of a table with the field that it is read as. */
export interface Column {
  readonly position: number;
  /** As written; the second of the same name ends with ` (2)`. Without a header row the number of the column. */
  readonly header: string;
  readonly field: PersonField | null;
  readonly is_sensitive: boolean;
  /** Of several columns of a field the lowest is read first. */
  readonly rank?: number;
}

/** A table whose columns are known. */
export interface Headed {
  readonly columns: readonly Column[];
  readonly rows: readonly SourceRow[];
  /** Title and comment rows above the header, and the header: read, and no person. */
  readonly head: readonly SourceRow[];
  readonly has_header: boolean;
  /** The list of a program that it is, where somebody has said which program. */
  readonly layout: Layout | null;
}

/** Columns named by somebody, by header; `skip` is not read. */
export type NamedColumns = Readonly<Record<string, PersonField | 'skip'>>;

/** Equal names are legal: later ones are numbered. */
function nameApart(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.normalize('NFC').replace(/\s+/gu, ' ').trim() || String(index + 1);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

const REPEATABLE = new Set<PersonField>(['child_id', 'child_lastname', 'child_firstname', 'child_class']);

/** The columns of a header; each field is read from its first column only, except those of children. */
function toColumns(cells: readonly string[], named: NamedColumns): Column[] {
  const headers = nameApart(cells);
  const found = headers.map((header, index) => named[header] ?? fieldOfHeader(cells[index] ?? ''));
  const has = (field: PersonField) => found.includes(field);
  const used = new Set<PersonField>();
  return headers.map((header, position) => {
    const isNamed = Object.hasOwn(named, header);
    let field = found[position] ?? null;
    if (field === 'skip') field = null;
    const folded = header.toLowerCase();
    // Beside `longName` it is a short name, alone a whole one is told by its comma.
    if (!isNamed && folded === 'name' && field === 'lastname' && headers.some((one) => /^long\s?name$/i.test(one)))
      field = null;
    // A program's own number is worth less than one that outlives it.
    if (!isNamed && folded === 'id' && found.filter((one) => one === 'external_id').length > 1) field = null;
    if (!isNamed && folded === 'name' && field === 'lastname' && !has('firstname')) field = 'full_name';
    if (field !== null && used.has(field) && !REPEATABLE.has(field)) field = null;
    if (field !== null) used.add(field);
    return { position, header, field, is_sensitive: !isNamed && isSensitiveHeader(cells[position] ?? '') };
  });
}

const fieldsIn = (columns: readonly Column[]) => new Set(columns.flatMap(({ field }) => (field ? [field] : [])));

/** Enough to know people by? */
function namesPeople(columns: readonly Column[]): boolean {
  const fields = fieldsIn(columns);
  return fields.has('full_name') || (fields.has('lastname') && fields.has('firstname'));
}

const SHAPES: readonly { is: (rows: readonly SourceRow[]) => boolean; fields: readonly PersonField[] }[] = [
  {
    // Class, last name, first name, birth date, further columns: what linuxmuster reads.
    is: (rows) => rows.every(({ cells }) => cells.length >= 4 && cells.length <= 8 && /^[\d.,]*$/.test(cells[3] ?? '')),
    fields: ['class', 'lastname', 'firstname', 'birth_date', 'external_id'],
  },
];

/** In a list without a header `#` turns a whole row into a comment: that is how linuxmuster writes. */
const isComment = ({ cells }: SourceRow) => /^\s*#/.test(cells[0] ?? '');
/** Below a header it does so only where nothing else stands in the row: `#` may begin somebody's number. */
const isNote = (row: SourceRow) => isComment(row) && row.cells.slice(1).every((cell) => cell.trim() === '');

/** Finds the header of a table and what its columns are about; null: nothing in it names people. */
export function readHeader(table: SourceTable, named: NamedColumns, preset: Preset | null = null): Headed | null {
  const { rows } = table;
  const found = preset && findLayout(preset, table);
  if (found) return readLayout(rows, found, named);
  // Lists beside those of a set are about something else.
  if (preset?.is_set) return null;
  let best: { index: number; columns: Column[]; score: number } | null = null;
  for (const [index, row] of rows.slice(0, HEADER_ROWS).entries()) {
    if (isComment(row)) continue;
    const columns = toColumns(row.cells, named);
    const score = fieldsIn(columns).size;
    if (namesPeople(columns) && score > (best?.score ?? 0)) best = { index, columns, score };
  }
  if (best) {
    const below = rows.slice(best.index + 1);
    return {
      columns: best.columns,
      rows: below.filter((row) => !isNote(row)),
      head: [...rows.slice(0, best.index + 1), ...below.filter(isNote)],
      has_header: true,
      layout: null,
    };
  }
  const people = rows.filter((row) => !isComment(row));
  const numbered = Object.keys(named).some((header) => /^\d+$/.test(header));
  const shape = numbered ? null : SHAPES.find(({ is }) => people.length > 0 && is(people));
  if (!shape && !numbered) return null;
  const width = Math.max(0, ...people.slice(0, HEADER_ROWS).map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, position) => {
    const header = String(position + 1);
    const field = named[header] ?? shape?.fields[position] ?? null;
    return { position, header, field: field === 'skip' ? null : field, is_sensitive: false };
  });
  if (!namesPeople(columns)) return null;
  return { columns, rows: people, head: rows.filter(isComment), has_header: false, layout: null };
}

/** What a program's columns are about, those that it does not name by their words. */
function toLayoutColumns(
  cells: readonly string[],
  { layout, named }: { layout: Layout; named: NamedColumns },
): Column[] {
  const isCounted = layout.by_position === true || layout.needs.length === 0;
  const headers = isCounted ? cells.map((_, index) => String(index + 1)) : nameApart(cells);
  const written = new Map<string, { field: PersonField; rank: number }>();
  const folded = new Map<string, { field: PersonField; rank: number }>();
  for (const field of PERSON_FIELDS)
    for (const [rank, header] of (layout.columns?.[field] ?? []).entries()) {
      written.set(toPlainHeader(header), { field, rank });
      folded.set(foldHeader(header), { field, rank });
    }
  const isIn = (list: readonly string[] | undefined, header: string) =>
    list?.some((one) => toPlainHeader(one) === toPlainHeader(header)) ?? false;
  const own = headers.map((header, position) => {
    const plain = isCounted ? header : (cells[position] ?? '');
    if (isIn(layout.skip, plain) || isIn(layout.sensitive, plain)) return null;
    return written.get(toPlainHeader(plain)) ?? (isCounted ? null : (folded.get(foldHeader(plain)) ?? null));
  });
  const claimed = new Set([...own.flatMap((one) => one?.field ?? []), ...Object.values(named)]);
  const byWords = isCounted ? null : toColumns(cells, named);
  return headers.map((header, position) => {
    const plain = isCounted ? header : (cells[position] ?? '');
    const said = named[header];
    if (said !== undefined) return { position, header, field: said === 'skip' ? null : said, is_sensitive: false };
    const one = own[position] ?? null;
    const is_sensitive =
      isIn(layout.sensitive, plain) ||
      (one === null && isSensitiveHeader(cells[position] ?? '') && !isHeaderless(layout));
    if (one) return { position, header, field: one.field, is_sensitive: false, rank: one.rank };
    const word = byWords?.[position]?.field ?? null;
    const isFree = word !== null && !claimed.has(word) && !is_sensitive && !isIn(layout.skip, plain);
    return { position, header, field: isFree ? word : null, is_sensitive };
  });
}

const isHeaderless = (layout: Layout) => layout.needs.length === 0;

/** Reads a table as the list of a program that it is. */
function readLayout(rows: readonly SourceRow[], { layout, index }: FoundLayout, named: NamedColumns): Headed | null {
  if (layout.columns === null) return null;
  const below = rows.slice(index + 1);
  const isLeftOut = index >= 0 ? isNote : isComment;
  const people = below.filter((row) => !isLeftOut(row));
  const width = Math.max(0, ...people.slice(0, HEADER_ROWS).map(({ cells }) => cells.length));
  const header = rows[index]?.cells ?? Array.from({ length: width }, () => '');
  const columns = withOneId(toLayoutColumns(header, { layout, named }), people);
  if (!namesPeople(columns)) return null;
  const head = [...rows.slice(0, index + 1), ...below.filter(isLeftOut)];
  return { columns, rows: people, head, has_header: index >= 0, layout };
}

/** Ids of two kinds are never mixed: of the columns that may hold them, the first that is not empty. */
function withOneId(columns: readonly Column[], rows: readonly SourceRow[]): Column[] {
  const isUsed = ({ position }: Column) => rows.some(({ cells }) => (cells[position] ?? '').trim() !== '');
  const [best] = columns
    .filter(({ field }) => field === 'external_id')
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .filter(isUsed);
  return columns.map((column) =>
    column.field === 'external_id' && best !== undefined && column !== best ? { ...column, field: null } : column,
  );
}
