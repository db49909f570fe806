/**
 * Writes Access databases (Jet 4, `.mdb`) for tests, as large and as broken as a test needs them: rows of texts and whole
 * numbers on pages of 4 kB, without indexes. mdbtools reads what it writes as well as the server does.
 */
import { Buffer } from 'node:buffer';

const PAGE = 4096;
/** The first page is scrambled from here on, by a key that is the same in every file. */
const SCRAMBLED = { from: 0x18, length: 128, key: Buffer.from([0xc7, 0xda, 0x39, 0x6b]) };
const PASSWORD = { at: 0x42, length: 40 };
/** 26 November 2026 as Access counts days; it hides the password too. */
const CREATED = 46_352;

const SYSTEM_TABLE = 'MSysObjects';
const LONG = 0x04;
const TEXT = 0x0a;
const OLE = 0x0b;
/** What Access keeps about a table; every database has the column, ours has nothing in it. */
const PROPERTIES = 'LvProp';

export type Cell = string | number | null;
export interface AccessTable {
  readonly name: string;
  /** Names of the columns; a column of numbers alone holds numbers, any other texts. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Column {
  readonly name: string;
  readonly type: number;
  /** Its place among those of texts, or the offset among those of numbers. */
  readonly place: number;
}

/** RC4: what OpenSSL does not offer any more. */
function scramble(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    const kept = state[a]!;
    state[a] = state[b]!;
    state[b] = kept;
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + state[at]! + key[at % key.length]!) & 255;
    swap(at, other);
  }
  let a = 0;
  let b = 0;
  return Buffer.from(
    bytes.map((byte) => {
      a = (a + 1) & 255;
      b = (b + state[a]!) & 255;
      swap(a, b);
      return byte ^ state[(state[a]! + state[b]!) & 255]!;
    }),
  );
}

function toColumns({ columns, rows }: AccessTable): Column[] {
  let texts = 0;
  let numbers = 0;
  return columns.map((name, at) => {
    const isNumber = rows.length > 0 && rows.every((row) => typeof row[at] === 'number');
    const place = isNumber ? 4 * numbers++ : texts++;
    return { name, type: isNumber ? LONG : name === PROPERTIES ? OLE : TEXT, place };
  });
}

function toRecord(columns: readonly Column[], row: readonly Cell[]): Buffer {
  const numbers = columns.filter(({ type }) => type === LONG);
  const texts = columns.filter(({ type }) => type !== LONG);
  const fixed = Buffer.alloc(2 + 4 * numbers.length);
  fixed.writeUInt16LE(columns.length);
  const present = Buffer.alloc(Math.ceil(columns.length / 8));
  const parts: Buffer[] = [];
  for (const [at, { type, place }] of columns.entries()) {
    const cell = row[at] ?? null;
    if (cell !== null) present[at >> 3]! |= 1 << (at & 7);
    if (type === LONG) fixed.writeInt32LE(Number(cell), 2 + place);
    else parts.push(Buffer.from(cell === null ? '' : String(cell), 'utf16le'));
  }
  const ends = Buffer.alloc(2 * (texts.length + 1) + 2);
  let end = fixed.length;
  const offsets = [end, ...parts.map((part) => (end += part.length))];
  for (const [at, offset] of [...offsets].reverse().entries()) ends.writeUInt16LE(offset, 2 * at);
  ends.writeUInt16LE(texts.length, ends.length - 2);
  return Buffer.concat([fixed, ...parts, ends, present]);
}

/** Pages of records, from the end of each page to its beginning. */
function toDataPages(records: readonly Buffer[], owner: number): Buffer[] {
  const pages: Buffer[] = [];
  let rest = [...records];
  while (rest.length > 0) {
    const page = Buffer.alloc(PAGE);
    page.writeUInt16LE(0x0101, 0);
    page.writeUInt32LE(owner, 4);
    let free = PAGE;
    let count = 0;
    for (const record of rest) {
      if (free - record.length < 14 + 2 * (count + 1) || count === 255) break;
      free -= record.length;
      record.copy(page, free);
      page.writeUInt16LE(free, 14 + 2 * count);
      count += 1;
    }
    if (count === 0) throw new Error('A row is larger than a page.');
    page.writeUInt16LE(count, 12);
    page.writeUInt16LE(free - 14 - 2 * count, 2);
    rest = rest.slice(count);
    pages.push(page);
  }
  return pages;
}

function toDefinition(table: AccessTable, columns: readonly Column[], maps: { used: number; free: number }): Buffer {
  const page = Buffer.alloc(PAGE);
  page.writeUInt16LE(0x0102, 0);
  page.writeUInt32LE(table.rows.length, 16);
  page[40] = table.name === SYSTEM_TABLE ? 0x53 : 0x4e;
  page.writeUInt16LE(columns.length, 41);
  page.writeUInt16LE(columns.filter(({ type }) => type !== LONG).length, 43);
  page.writeUInt16LE(columns.length, 45);
  // The maps stand on page 1; their row is the lowest byte.
  page.writeUInt32LE((1 << 8) | maps.used, 55);
  page.writeUInt32LE((1 << 8) | maps.free, 59);
  let at = 63;
  for (const [index, { type, place }] of columns.entries()) {
    page[at] = type;
    page.writeUInt16LE(index, at + 5);
    page.writeUInt16LE(type === LONG ? 0 : place, at + 7);
    page.writeUInt16LE(index, at + 9);
    page[at + 15] = type === LONG ? 0x03 : 0x02;
    page.writeUInt16LE(type === LONG ? place : 0, at + 21);
    page.writeUInt16LE(type === LONG ? 4 : 510, at + 23);
    at += 25;
  }
  for (const { name } of columns) {
    const text = Buffer.from(name, 'utf16le');
    page.writeUInt16LE(text.length, at);
    text.copy(page, at + 2);
    at += 2 + text.length;
  }
  page.writeUInt16LE(0xffff, at);
  page.writeUInt32LE(at + 2, 8);
  page.writeUInt16LE(PAGE - at - 2, 2);
  return page;
}

function toFirstPage(password: string): Buffer {
  const page = Buffer.alloc(PAGE);
  page.writeUInt32LE(0x100, 0);
  page.write('Standard Jet DB\0', 4, 'latin1');
  page.writeUInt32LE(1, 0x14);
  page.writeUInt16LE(1252, 0x3c);
  page.writeUInt16LE(0x0409, 0x6e);
  page.writeDoubleLE(CREATED, 0x72);
  const hidden = Buffer.alloc(PASSWORD.length);
  hidden.write(password, 'utf16le');
  const mask = Buffer.alloc(4);
  mask.writeInt32LE(CREATED);
  for (const [at, byte] of hidden.entries()) page[PASSWORD.at + at] = byte ^ mask[at % 4]!;
  const { from, length, key } = SCRAMBLED;
  scramble(key, page.subarray(from, from + length)).copy(page, from);
  return page;
}

/** A map of pages, one bit each from page 0. */
function toMap(pages: readonly number[], total: number): Buffer {
  const map = Buffer.alloc(5 + Math.max(64, Math.ceil(total / 8)));
  for (const page of pages) map[5 + (page >> 3)]! |= 1 << (page & 7);
  return map;
}

/** The bytes of a database with these tables. */
export function accessFile(tables: readonly AccessTable[], { password = '' } = {}): Uint8Array {
  const firstFree = 2;
  const system: AccessTable = {
    name: SYSTEM_TABLE,
    columns: ['Id', 'Name', 'Type', 'Flags', PROPERTIES],
    // Definitions follow the one of the system, one page each.
    rows: [
      [firstFree, SYSTEM_TABLE, 1, -2_147_483_648],
      ...tables.map(({ name }, at) => [firstFree + 1 + at, name, 1, 0]),
    ],
  };
  const all = [system, ...tables].map((table, at) => ({ table, columns: toColumns(table), owner: firstFree + at }));
  let next = firstFree + all.length;
  const held = all.map(({ table, columns, owner }) => {
    const pages = toDataPages(
      table.rows.map((row) => toRecord(columns, row)),
      owner,
    );
    const numbers = pages.map(() => next++);
    return { pages, numbers };
  });
  const maps = held.flatMap(({ numbers }) => [toMap(numbers, next), toMap([], next)]);
  const [mapPage, tooMany] = toDataPages(maps, 0);
  if (!mapPage || tooMany) throw new Error('The maps of these tables are larger than a page.');
  const definitions = all.map(({ table, columns }, at) =>
    toDefinition(table, columns, { used: 2 * at, free: 2 * at + 1 }),
  );
  return new Uint8Array(
    Buffer.concat([toFirstPage(password), mapPage, ...definitions, ...held.flatMap(({ pages }) => pages)]),
  );
}
