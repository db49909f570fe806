import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GENERATED = join(import.meta.dirname, '../../../packages/server/src/kernel/data/database.generated.ts');

/** The tables that have a `school_id`, by the types made from the migrated database. */
export function readSchoolTables(): Set<string> {
  const text = readFileSync(GENERATED, 'utf8');
  const rows = [...text.matchAll(/export interface (\w+) \{\n([^}]*)\}/g)];
  const withSchool = new Set(rows.filter(([, , body]) => /^ {2}school_id:/m.test(body ?? '')).map(([, name]) => name));
  const tables = rows.find(([, name]) => name === 'DB')?.[2] ?? '';
  const entries = [...tables.matchAll(/(\w+): (\w+);/g)];
  return new Set(entries.filter(([, , type]) => withSchool.has(type)).map(([, table]) => table as string));
}
