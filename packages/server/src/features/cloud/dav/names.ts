import { sameName, stemOf } from '@kreide/core/features/cloud';
import { toArchiveName } from '../archive-names.ts';
import type { EntryRow } from '../queries/entries.ts';

/** The names of clouds as folders, by their numbers: what no system takes in a name is left out, and whoever is later has a number. */
export function nameClouds(
  clouds: readonly { id: number; displayname: string }[],
): Map<string, { id: number; name: string }> {
  const named = new Map<string, { id: number; name: string }>();
  for (const { id, displayname } of clouds) {
    const plain = toArchiveName(displayname);
    let name = plain;
    for (let number = 2; named.has(sameName(name)); number += 1) name = `${plain} (${number})`;
    named.set(sameName(name), { id, name });
  }
  return named;
}

type Named = Pick<EntryRow, 'name' | 'user_id' | 'firstname' | 'lastname'>;

/**
 * The names under which a folder shows what is in it, in their order, each once: several people may have handed something in under one
 * name. Their own keeps it for the reader; those of others say whose they are.
 */
export function nameEntries(rows: readonly Named[], reader: number): string[] {
  const count = new Map<string, number>();
  for (const { name } of rows) count.set(sameName(name), (count.get(sameName(name)) ?? 0) + 1);
  const taken = new Set(rows.map(({ name }) => sameName(name)));
  return rows.map((row) => {
    if (count.get(sameName(row.name)) === 1 || row.user_id === reader) return row.name;
    const stem = stemOf(row.name);
    const end = row.name.slice(stem.length);
    const who = row.lastname === null ? '' : toArchiveName(`${row.lastname} ${row.firstname}`);
    let name = who === '' ? row.name : `${stem} (${who})${end}`;
    for (let number = 2; taken.has(sameName(name)); number += 1)
      name = `${stem} (${who === '' ? number : `${who} ${number}`})${end}`;
    taken.add(sameName(name));
    return name;
  });
}

/** May a name be one that `nameEntries` made? */
export const mayBeMade = (name: string): boolean => /\([^()]*\)(\.[A-Za-z0-9]{1,10})?$/.test(name);
