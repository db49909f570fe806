import { Buffer } from 'node:buffer';
import type { SourceFile } from '@kreide/core/features/timetable-import';
import MDBReader, { type Column } from 'mdb-reader';
import { unreadable } from '../findings.ts';
import { withWholeUnits } from './whole-units.ts';

/** Columns whose values are codes or numbers; long texts, pictures and the like stand on pages of their own. */
const READ: ReadonlySet<Column['type']> = new Set([
  'byte',
  'integer',
  'long',
  'bigint',
  'numeric',
  'float',
  'double',
  'text',
]);
/** A database with more tables holds no timetable. */
const TABLES_MAXIMUM = 500;
/** How often one look at a table reads one page at most. More looks mean that pages refer to each other in a circle. */
const LOOKS_AT_PAGE = 50;

export interface AccessTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly string[];
  /** The first rows as texts, at most this many. */
  read(limit: number): Record<string, string>[];
}

const startsWith = (bytes: Uint8Array, offset: number, signature: string) =>
  Buffer.from(bytes.subarray(offset, offset + signature.length)).toString('latin1') === signature;

/** A database of any version of Access. */
export function isAccess({ bytes }: SourceFile): boolean {
  return startsWith(bytes, 4, 'Standard Jet DB') || startsWith(bytes, 4, 'Standard ACE DB');
}

const toText = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

/** The bytes, which throw when a page is asked for again and again: pages of a broken file may refer to each other. */
function watch(bytes: Uint8Array): { buffer: Buffer; begin: () => void } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const looks = new Map<number, number>();
  const slice = buffer.slice.bind(buffer);
  buffer.slice = (start = 0, end?: number) => {
    const count = (looks.get(start) ?? 0) + 1;
    if (count > LOOKS_AT_PAGE) throw new Error(`The page at ${start} is part of a circle.`);
    looks.set(start, count);
    return slice(start, end);
  };
  return { buffer, begin: () => looks.clear() };
}

/** The tables that people made, without those of Access itself. Throws `UnreadableFile` when the database cannot be read or is locked. */
export function openAccess({ name, bytes }: SourceFile): AccessTable[] {
  const { buffer, begin } = watch(bytes);
  /** Every error of the library is the file's fault. */
  const trying = <T>(read: () => T): T => {
    begin();
    try {
      return withWholeUnits(read);
    } catch (error) {
      const isLocked = error instanceof Error && /password|encrypt|crypto/i.test(error.message);
      throw unreadable(name, isLocked ? 'access_locked' : 'access_broken');
    }
  };
  const database = trying(() => new MDBReader(buffer));
  if (trying(() => database.getPassword()) !== null) throw unreadable(name, 'access_locked');
  const names = trying(() => database.getTableNames()).slice(0, TABLES_MAXIMUM);
  return names.map((tableName) =>
    trying(() => {
      const table = database.getTable(tableName);
      const columns = table.getColumns().flatMap((column) => (READ.has(column.type) ? [column.name] : []));
      return {
        name: tableName,
        rows: table.rowCount,
        columns,
        read: (rowLimit: number) =>
          trying(() => {
            const rows = table.getData({ columns, rowLimit });
            // In place: a new object for each of thousands of rows takes as long as reading them.
            for (const row of rows) for (const column of columns) row[column] = toText(row[column]);
            return rows as Record<string, string>[];
          }),
      };
    }),
  );
}
