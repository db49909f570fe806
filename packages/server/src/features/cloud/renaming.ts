import { CLOUD_NAME_MAXIMUM, keepExtension, nameProblem, sameName } from '@kreide/core/features/cloud';
import { extensionOf } from '@kreide/core/features/files';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { renameFiles } from '../files/index.ts';
import { type OpenCloud, refuseExtension, refuseField } from './opening.ts';
import { listNames, placeEntries, setExtension } from './queries/change.ts';
import { touchCloud } from './queries/clouds.ts';
import { type EntryRow, findEntry } from './queries/entries.ts';
import { listVersionFiles } from './queries/versions.ts';
import { isHandedIn } from './showing.ts';

/** What somebody says of a name, cleaned; refused in words. */
export function takeName(entered: string, path: string, t: Translate): string {
  refuseField(t, path, nameProblem(entered), { maximum: CLOUD_NAME_MAXIMUM });
  return entered.normalize('NFC').replace(/\s+/g, ' ').trim();
}

interface Renaming {
  readonly cloud: OpenCloud;
  readonly row: EntryRow;
  readonly entered: string;
  /** The field that is told of a name which cannot be taken. */
  readonly path: string;
  readonly t: Translate;
  readonly now: Date;
  /** The extension may become another, as programs save: under a name for the moment, and then as what they were. */
  readonly isFree?: boolean;
}

/** Gives an entry of a cloud that is locked another name in its folder; a file keeps its extension, or takes one that its folder takes. Answers it as it is then. */
export async function renameEntry(
  trx: Kysely<DB>,
  { cloud: { key }, row, entered, path, t, now, isFree = false }: Renaming,
): Promise<EntryRow | undefined> {
  const named = takeName(entered, path, t);
  const name = row.file_id === null || isFree ? named : takeName(keepExtension(named, row.name), path, t);
  const place = { id: row.parent_id, isHandIn: isHandedIn(row) };
  const takenBy = await listNames(trx, key, place, [row.id]);
  if (takenBy(row.user_id).has(sameName(name))) refuseField(t, path, 'nameTaken');
  await placeEntries(trx, key, [{ id: row.id, name, user_id: row.user_id }], place, now);
  const extension = extensionOf(name);
  if (row.file_id !== null && extension !== row.extension) {
    refuseExtension(t, path, row, [name]);
    await setExtension(trx, key, row.id, extension);
  }
  if (row.file_id !== null) {
    // What it was called must not outlive the change in a former content.
    const files = [row.file_id, ...(await listVersionFiles(trx, key, row.id))];
    await renameFiles(
      trx,
      key.school_id,
      files.map((id) => ({ id, name })),
    );
  }
  await touchCloud(trx, key, { isHandedIn: place.isHandIn }, now);
  return findEntry(trx, key, { id: row.id });
}
