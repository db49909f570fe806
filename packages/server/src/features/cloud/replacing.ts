import type { cloudApi } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { describeFiles, keepUploads, removeFiles, renameFiles, type StoredUpload } from '../files/index.ts';
import type { OpenCloud } from './opening.ts';
import { keyOf, listNamed, type Place } from './queries/change.ts';
import { touchCloud } from './queries/clouds.ts';
import { isAnyLocked } from './queries/editing.ts';
import { type EntryRow, listByUuids } from './queries/entries.ts';
import { countTraffic } from './queries/traffic.ts';
import { keepVersions, replaceContents, trimVersions } from './queries/versions.ts';
import { entryCanOf } from './showing.ts';

/** A file that is stored, with its small picture. */
export interface Stored {
  readonly file: StoredUpload;
  readonly thumbnail: StoredUpload | null;
}

/** A stored file, and the file whose content it becomes. */
export interface Replacement {
  readonly row: EntryRow;
  readonly stored: Stored;
}

type Replacing = Pick<HandlerContext<typeof cloudApi.upload>, 'actor' | 'db' | 'now' | 'fail'>;

/**
 * Which of some stored files have the name of a file in their place that their bringer may write. The others come as new ones, as does
 * the second of two with one name.
 */
export async function matchFiles(
  { actor, db, now }: Replacing,
  cloud: OpenCloud,
  place: Place,
  stored: readonly Stored[],
): Promise<{ replaced: Replacement[]; fresh: Stored[] }> {
  const keyFor = ({ file }: Stored) => keyOf(file.name, actor.user_id, place);
  const named = await listNamed(db, cloud.key, place, stored.map(keyFor));
  const rows = await listByUuids(
    db,
    cloud.key,
    named.map(({ uuid }) => uuid),
  );
  const free = new Map(
    rows
      .filter((row) => isAllowed(entryCanOf(row, { actor, ...cloud, now }), 'replace'))
      .map((row) => [keyOf(row.name, row.user_id, place), row]),
  );
  const replaced: Replacement[] = [];
  const fresh: Stored[] = [];
  for (const one of stored) {
    const row = free.get(keyFor(one));
    if (row) replaced.push({ row, stored: one });
    else fresh.push(one);
    free.delete(keyFor(one));
  }
  return { replaced, fresh };
}

/** Gives files their new contents; what they had stays as a version. */
export async function replaceFiles(
  { actor, db, now, fail }: Replacing,
  { key }: OpenCloud,
  place: Place,
  replaced: readonly Replacement[],
): Promise<void> {
  if (replaced.length === 0) return;
  const { school_id, user_id } = actor;
  const ids = replaced.map(({ row }) => row.id);
  if (await isAnyLocked(db, key, ids, now)) return fail('document_open');
  // What was empty for the moment, as programs begin a file, is nothing to come back to.
  const isEmpty = ({ row }: Replacement) => Number(row.size) === 0;
  const written = replaced.filter((one) => !isEmpty(one)).map(({ row }) => row.id);
  await keepVersions(db, key, written, now);
  const contents = replaced.map(({ row, stored: { file, thumbnail } }) => ({
    id: row.id,
    file_id: file.id,
    thumbnail_id: thumbnail?.id ?? null,
    size: file.size,
  }));
  await replaceContents(db, key, contents, { user_id }, now);
  const kept = contents.flatMap(({ file_id, thumbnail_id }) => [
    file_id,
    ...(thumbnail_id === null ? [] : [thumbnail_id]),
  ]);
  await keepUploads(db, school_id, kept, 'cloud_file');
  await renameFiles(
    db,
    school_id,
    replaced.map(({ row, stored }) => ({ id: stored.file.id, name: row.name })),
  );
  // Who says nothing of a picture leaves what was said of it.
  const described = replaced.filter(({ row, stored }) => stored.file.alt_name === '' && row.alt_name);
  await describeFiles(
    db,
    school_id,
    described.map(({ row, stored }) => ({ id: stored.file.id, alt_name: row.alt_name ?? '' })),
  );
  const gone = replaced.filter(isEmpty).flatMap(({ row }) => row.file_id ?? []);
  await removeFiles(db, school_id, [...gone, ...(await trimVersions(db, key, ids))], now);
  const size = replaced.reduce((sum, { row, stored }) => sum + stored.file.size - Number(row.size), 0);
  await touchCloud(db, key, { size, isHandedIn: place.isHandIn }, now);
  const upstream = replaced.reduce((sum, { stored }) => sum + stored.file.size, 0);
  await countTraffic(db, key, { uploads: replaced.length, upstream });
}
