import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_MAXIMUM_ENTRIES,
  type CloudFile,
  type cloudApi,
  freeName,
  sameName,
} from '@kreide/core/features/cloud';
import { ApiError, sizeUnitOf, type Translate, writeSize } from '@kreide/core/kernel';
import { max } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { Quotas } from '../../kernel/config/config.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { isRasterImage, toFileName, toRenditions } from '../../kernel/files/index.ts';
import type { HandlerContext, ReceivedFile } from '../../kernel/http/context.ts';
import { countChatBytes, holdChannel, type ShareKeeper } from '../channels/index.ts';
import {
  type Bringing,
  countComing,
  keepUploads,
  refuseOverQuota,
  removeFiles,
  type StoredUpload,
  storeUpload,
  type UploadParts,
} from '../files/index.ts';
import {
  type OpenCloud,
  openCloud,
  openTarget,
  placeOf,
  refuseExtension,
  refuseField,
  toRecorded,
  toWritten,
} from './opening.ts';
import { countKept } from './queries/bin.ts';
import { insertEntries, listNames, type Place, type TakenNames } from './queries/change.ts';
import { type Filling, getFilling, lockCloud, touchCloud } from './queries/clouds.ts';
import { type CloudKey, listByUuids } from './queries/entries.ts';
import { countTraffic } from './queries/traffic.ts';
import { matchFiles, replaceFiles, type Stored } from './replacing.ts';
import { toCloudFile } from './showing.ts';
import { tellOfFiles, type UploadTeller } from './telling.ts';
import type { EditingFor } from './wopi/editing.ts';

/** Width of the small pictures of a list, for screens with two or three points a pixel. */
const THUMBNAIL_WIDTH = 320;

/** A picture in small; a file that is none, or that cannot be read, goes without. */
async function makeThumbnail(parts: UploadParts, received: ReceivedFile, file: StoredUpload, bringing: Bringing) {
  if (!isRasterImage(file.mime)) return null;
  const [rendition] = await toRenditions(received.path, [THUMBNAIL_WIDTH]).catch((error: unknown) => {
    if (error instanceof ApiError) return [];
    throw error;
  });
  if (!rendition) return null;
  const { content } = rendition;
  const path = `${received.path}.${randomUUID()}`;
  await writeFile(path, content, { mode: 0o600 });
  const sha256 = createHash('sha256').update(content).digest();
  return storeUpload(parts, { name: 'thumbnail.webp', path, size: content.length, sha256 }, bringing);
}

/** How many bytes the files of one channel may take: a share of what their school has. */
export const shareOf = ({ channel, school }: Quotas): number => Math.min(channel, school);

/** Refuses what does not fit into a channel with its chat, in words: what somebody sends there counts as well. */
export const keepShare =
  (quotas: Quotas): ShareKeeper =>
  async (db, { school_id, channel_id, bytes, language, t }) => {
    const filling = await fillingOf(db, { school_id, channel_id });
    refuseOverflow({ t, language, quotas }, filling, { bytes, entries: 0 });
  };

/** What files that come in parts into a cloud are told by. */
export const roomOf = ({ channel_id }: CloudKey): string => `cloud:${channel_id}`;

/** How full a channel is: its cloud with the bin, the versions and what comes in parts, and in bytes its chat. */
export async function fillingOf(db: Kysely<DB>, key: CloudKey, cloud?: Filling): Promise<Filling> {
  const filling = cloud ?? (await getFilling(db, key));
  const { bin, versions } = await countKept(db, key);
  const coming = await countComing(db, key.school_id, roomOf(key));
  return { ...filling, size: filling.size + bin + versions + coming + (await countChatBytes(db, key)) };
}

/** The same for a change: nobody else sends or brings files there until the commit. */
export async function lockFilling(db: Kysely<DB>, key: CloudKey): Promise<Filling> {
  await holdChannel(db, { school_id: key.school_id, id: key.channel_id });
  return fillingOf(db, key, await lockCloud(db, key));
}

/** Refuses what would not fit, in words. */
export function refuseOverflow(
  { t, language, quotas }: { t: Translate; language: string; quotas: Quotas },
  filling: Filling,
  added: { bytes: number; entries: number },
) {
  const { size, files_count, folders_count } = filling;
  const maximum = shareOf(quotas);
  if (size + added.bytes > maximum)
    refuseField(t, 'files', 'quota', {
      used: writeSize(language, size, sizeUnitOf(size)),
      maximum: writeSize(language, maximum, sizeUnitOf(maximum)),
    });
  refuseCrowd(t, 'files', files_count + folders_count + added.entries);
}

export function refuseCrowd(t: Translate, path: string, entries: number): void {
  if (entries > CLOUD_MAXIMUM_ENTRIES) refuseField(t, path, 'tooManyEntries', { maximum: CLOUD_MAXIMUM_ENTRIES });
}

/** Names for what comes into a folder: who is late gets a number, which is said. */
export function placeNames<Entry extends { name: string; user_id: number | null }>(
  entries: readonly Entry[],
  takenBy: TakenNames,
  t: Translate,
): { placed: (Entry & { name: string })[]; warnings: string[] } {
  const warnings: string[] = [];
  const known = new Map<number | null, Set<string>>();
  const placed = entries.map((entry) => {
    const taken = known.get(entry.user_id) ?? takenBy(entry.user_id);
    known.set(entry.user_id, taken);
    const name = freeName(entry.name, taken);
    taken.add(sameName(name));
    if (name !== entry.name) warnings.push(t('cloud:renamed', { name: entry.name, as: name }));
    return { ...entry, name };
  });
  return { placed, warnings };
}

const idsOf = (stored: readonly Stored[]) =>
  stored.flatMap(({ file, thumbnail }) => [file.id, ...(thumbnail ? [thumbnail.id] : [])]);

/** Stored files that come nowhere go, and their room is free at once. */
export const giveBack = (
  { actor, now }: Pick<Adding, 'actor' | 'now'>,
  { database }: Pick<UploadParts, 'database'>,
  stored: readonly Stored[],
) => removeFiles(database.kysely, actor.school_id, idsOf(stored), now);

type Adding = Pick<HandlerContext<typeof cloudApi.upload>, 'actor' | 'db' | 'now' | 't'>;
type Storing = Adding & Pick<HandlerContext<typeof cloudApi.upload>, 'files' | 'language'>;

/** Keeps the files of a call with their small pictures, outside of its transaction: it takes as long as they are large. */
export async function storeFiles(
  { files, actor, now, language, t }: Storing,
  parts: UploadParts,
  alts: readonly string[],
  limits: Pick<Bringing, 'going' | 'maximum' | 'isEmptyTaken'> = {},
): Promise<Stored[]> {
  const { school_id, user_id } = actor;
  const stored: Stored[] = [];
  for (const [at, received] of files.entries()) {
    const bringing = { school_id, user_id, now, language, t, alt_name: alts[at] ?? '', ...limits };
    try {
      const file = await storeUpload(parts, received, bringing);
      const place = stored.push({ file, thumbnail: null }) - 1;
      stored[place] = { file, thumbnail: await makeThumbnail(parts, received, file, { ...bringing, alt_name: '' }) };
    } catch (refusal) {
      await giveBack({ actor, now }, parts, stored);
      throw refusal;
    }
  }
  return stored;
}

/** Puts stored files where they belong, under names that are free there. */
export async function addFiles(
  { actor, db, now, t }: Adding,
  { key }: OpenCloud,
  place: Place,
  stored: readonly Stored[],
): Promise<{ uuids: string[]; warnings: string[] }> {
  if (stored.length === 0) return { uuids: [], warnings: [] };
  const { school_id, user_id } = actor;
  const { placed, warnings } = placeNames(
    stored.map(({ file, thumbnail }) => ({ name: file.name, user_id, file, thumbnail })),
    await listNames(db, key, place),
    t,
  );
  const uuids = await insertEntries(
    db,
    key,
    place,
    placed.map(({ name, file, thumbnail }) => ({
      name,
      user_id,
      file: { id: file.id, size: file.size, thumbnail_id: thumbnail?.id ?? null },
    })),
    now,
  );
  await keepUploads(db, school_id, idsOf(stored), 'cloud_file');
  const size = stored.reduce((sum, { file }) => sum + file.size, 0);
  await touchCloud(db, key, { size, files: stored.length, isHandedIn: place.isHandIn }, now);
  await countTraffic(db, key, { uploads: stored.length, upstream: size });
  return { uuids, warnings };
}

const namesOf = (files: readonly ReceivedFile[]) => files.map(({ name }) => toFileName(name));

/** What showing what was brought, and telling of it, needs. */
export interface PlacingParts {
  readonly fileKey: Uint8Array;
  readonly editingFor: EditingFor;
  readonly tellOfUploads: UploadTeller;
}

/** What was stored, where it goes, and how. */
interface Placing {
  readonly parent: string | null | undefined;
  readonly has_push: boolean;
  readonly is_replacing: boolean;
  readonly names: readonly string[];
  readonly stored: readonly Stored[];
  readonly added: { readonly bytes: number; readonly entries: number };
  /** What is changed first in the transaction. */
  readonly before?: (trx: Kysely<DB>) => Promise<void>;
}

type PlacingContext = HandlerContext<typeof cloudApi.upload> | HandlerContext<typeof cloudApi.finishUpload>;

/** Puts stored files into a cloud or one of its folders, in the transaction of the call; what may not come there any more goes at once. */
export async function placeStored(
  context: PlacingContext,
  parts: PlacingParts & UploadParts,
  cloud: OpenCloud,
  placing: Placing,
): Promise<{ rows: CloudFile[]; warnings: string[] }> {
  try {
    return await place(context, parts, cloud, placing);
  } catch (refusal) {
    // What is refused is not in the transaction yet, which is still open.
    if (refusal instanceof ApiError) await giveBack(context, parts, placing.stored);
    throw refusal;
  }
}

async function place(
  context: PlacingContext,
  { fileKey, editingFor, tellOfUploads, quotas }: PlacingParts & Pick<UploadParts, 'quotas'>,
  cloud: OpenCloud,
  { parent, has_push, is_replacing, names, stored, added, before: first }: Placing,
): Promise<{ rows: CloudFile[]; warnings: string[] }> {
  const { actor, now, t, language, write, record } = context;
  const trx = await write();
  await first?.(trx);
  refuseOverflow({ t, language, quotas }, await lockFilling(trx, cloud.key), added);
  const inside = { ...context, db: trx };
  // It took as long as the files are large: the folder may be gone or closed by now.
  const folder = await openTarget(inside, cloud, parent);
  refuseExtension(t, 'files', folder, names);
  const at = placeOf(folder);
  const { replaced, fresh } = is_replacing
    ? await matchFiles(inside, cloud, at, stored)
    : { replaced: [], fresh: stored };
  await replaceFiles(inside, cloud, at, replaced);
  const { uuids, warnings } = await addFiles(inside, cloud, at, fresh);
  if (has_push) await tellOfFiles(trx, cloud.key, at.isHandIn, tellOfUploads, now);
  const rows = await listByUuids(trx, cloud.key, [...uuids, ...replaced.map(({ row }) => row.uuid)]);
  const former = new Map(replaced.map(({ row }) => [row.id, row]));
  for (const row of rows) {
    const before = former.get(row.id);
    if (before) record({ entity: 'cloud_files', id: row.id, before: toWritten(before), after: toWritten(row) });
    else record({ entity: 'cloud_files', id: row.id, before: null, after: toRecorded(row) });
  }
  const showing = { actor, ...cloud, fileKey, now, editing: await editingFor(language) };
  return { rows: rows.map((row) => toCloudFile(row, showing)), warnings };
}

/** Takes files into a cloud, or into one of its folders (C-7.58). */
export async function uploadFiles(context: HandlerContext<typeof cloudApi.upload>, parts: UploadParts & PlacingParts) {
  const { body, files, actor, db, t, language } = context;
  const { school_id, user_id } = actor;
  const cloud = await openCloud(context, 'upload');
  const names = namesOf(files);
  refuseExtension(t, 'files', await openTarget(context, cloud, body.parent), names);
  if (files.length === 0) refuseField(t, 'files', 'filesRequired');
  const alts = body.alt_names ?? [];
  for (const [at, alt] of alts.entries())
    if (!max(alt.trim(), CLOUD_ALT_MAXIMUM))
      refuseField(t, `body.alt_names.${at}`, 'altMax', { maximum: CLOUD_ALT_MAXIMUM });
  const added = { bytes: files.reduce((sum, { size }) => sum + size, 0), entries: files.length };
  refuseOverflow({ t, language, quotas: parts.quotas }, await fillingOf(db, cloud.key), added);
  await refuseOverQuota(db, parts.quotas, { school_id, user_id, language, t }, added.bytes);

  const stored = await storeFiles(context, parts, alts);
  const { rows, warnings } = await placeStored(context, parts, cloud, {
    parent: body.parent,
    has_push: body.has_push === true,
    is_replacing: body.is_replacing === true,
    names,
    stored,
    added,
  });
  return { data: rows, meta: { warnings } };
}
