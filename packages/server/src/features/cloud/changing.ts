import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_DEPTH_MAXIMUM,
  CLOUD_NAME_MAXIMUM,
  type CloudFileAbility,
  type cloudApi,
  isHandInFolder,
  keepExtension,
  nameProblem,
  sameName,
} from '@kreide/core/features/cloud';
import { isAllowed, type Translate } from '@kreide/core/kernel';
import { max } from '@kreide/core/validation';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { reserveAttempt } from '../auth/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { describeFiles, renameFiles } from '../files/index.ts';
import { refuseExposure } from './hand-ins.ts';
import { type OpenCloud, type Opening, openCloud, openTarget, placeOf, refuseField, toRecorded } from './opening.ts';
import {
  deleteEntries,
  insertEntries,
  listNames,
  listTree,
  markHandedIn,
  placeEntries,
  restrictFolder,
  touchEntry,
} from './queries/change.ts';
import { lockCloud, touchCloud } from './queries/clouds.ts';
import { type EntryRow, findByPath, findEntry, listByUuids } from './queries/entries.ts';
import { listReturnsIn } from './queries/returns.ts';
import { entryCanOf, isHandedIn, toCloudFile } from './showing.ts';
import { placeNames, refuseCrowd } from './uploading.ts';

type Api = typeof cloudApi;

/** What the reader says of a name, cleaned; refused in words. */
function takeName(entered: string, path: string, t: Translate): string {
  refuseField(t, path, nameProblem(entered), { maximum: CLOUD_NAME_MAXIMUM });
  return entered.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Those entries, each of which has to allow it: all or none. */
async function openEntries(
  context: Opening,
  cloud: OpenCloud,
  uuids: readonly string[],
  ability: CloudFileAbility,
): Promise<EntryRow[]> {
  const { actor, db, now, fail } = context;
  const wanted = [...new Set(uuids)];
  const rows = await listByUuids(db, cloud.key, wanted);
  if (rows.length < wanted.length) return fail('not_found');
  const isFree = rows.every((row) => isAllowed(entryCanOf(row, { actor, ...cloud, now }), ability));
  return isFree ? rows : fail('forbidden');
}

const idsOf = (rows: readonly { id: number }[] = []) => rows.map(({ id }) => id);

/** What can only be said by who manages the cloud. */
const restrictionOf = (body: {
  is_protected_folder?: boolean | undefined;
  upload_limited_at?: string | null | undefined;
}) => body.is_protected_folder !== undefined || body.upload_limited_at !== undefined;

/** Making, renaming, moving, deleting and describing what is in a cloud. */
export function changingHandlers({ fileKey, withdrawTold }: { fileKey: Uint8Array; withdrawTold: WithdrawTold }) {
  const show = ({ actor, now }: Opening, cloud: OpenCloud, row: EntryRow) =>
    toCloudFile(row, { actor, ...cloud, fileKey, now });

  return {
    async createDirectory(context: HandlerContext<Api['createDirectory']>) {
      const { body, actor, db, now, t, write, record, fail } = context;
      const cloud = await openCloud(context, 'upload');
      const name = takeName(body.name, 'body.name', t);
      if ((body.is_protected_folder || body.upload_limited_at) && !isAllowed(cloud.can, 'manage'))
        return fail('forbidden');
      await openTarget(context, cloud, body.parent);
      await reserveAttempt(db, { folder: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const { files_count, folders_count } = await lockCloud(trx, cloud.key);
      refuseCrowd(t, 'body.name', files_count + folders_count + 1);
      const parent = await openTarget({ ...context, db: trx }, cloud, body.parent);
      if ((parent?.above.length ?? -1) + 2 > CLOUD_DEPTH_MAXIMUM)
        refuseField(t, 'body.parent', 'depth', { maximum: CLOUD_DEPTH_MAXIMUM });
      const place = placeOf(parent);
      const takenBy = await listNames(trx, cloud.key, place);
      if (takenBy(actor.user_id).has(sameName(name))) refuseField(t, 'body.name', 'nameTaken');
      const { is_protected_folder = false, upload_limited_at = null } = body;
      const entry = { name, user_id: actor.user_id, is_protected_folder, upload_limited_at };
      const [uuid = ''] = await insertEntries(trx, cloud.key, place, [entry], now);
      await touchCloud(trx, cloud.key, { folders: 1, isHandedIn: place.isHandIn }, now);
      const row = (await findEntry(trx, cloud.key, { uuid })) ?? fail('not_found');
      record({ entity: 'cloud_files', id: row.id, before: null, after: toRecorded(row) });
      return { data: show(context, cloud, row) };
    },

    async rename(context: HandlerContext<Api['rename']>) {
      const { body, actor, now, t, write, record, fail } = context;
      const cloud = await openCloud(context, 'view');
      const namesOf = (path: string) => path.split('/').filter((part) => part !== '');
      const trx = await write();
      await lockCloud(trx, cloud.key);
      const id = await findByPath(trx, cloud.key, namesOf(body.path));
      const row = id === null ? undefined : await findEntry(trx, cloud.key, { id });
      if (!row) return fail('not_found');
      if (!isAllowed(entryCanOf(row, { actor, ...cloud, now }), 'rename')) return fail('forbidden');
      const above = namesOf(body.path).slice(0, -1);
      const given = namesOf(body.new_path);
      // The whole path, or the name alone; another folder is a move.
      const isInPlace = given.length > 1 && above.every((name, at) => sameName(given[at] ?? '') === sameName(name));
      const entered = isInPlace && given.length === above.length + 1 ? (given.at(-1) ?? '') : body.new_path;
      const named = takeName(entered, 'body.new_path', t);
      const name = row.file_id === null ? named : takeName(keepExtension(named, row.name), 'body.new_path', t);
      const place = { id: row.parent_id, isHandIn: isHandedIn(row) };
      const takenBy = await listNames(trx, cloud.key, place, [row.id]);
      if (takenBy(row.user_id).has(sameName(name))) refuseField(t, 'body.new_path', 'nameTaken');
      await placeEntries(trx, cloud.key, [{ id: row.id, name, user_id: row.user_id }], place, now);
      if (row.file_id !== null) await renameFiles(trx, actor.school_id, [{ id: row.file_id, name }]);
      await touchCloud(trx, cloud.key, { isHandedIn: place.isHandIn }, now);
      const after = (await findEntry(trx, cloud.key, { id: row.id })) ?? fail('not_found');
      record({ entity: 'cloud_files', id: row.id, before: toRecorded(row), after: toRecorded(after) });
      return { data: show(context, cloud, after) };
    },

    async move(context: HandlerContext<Api['move']>) {
      const { body, actor, now, t, write, record } = context;
      const cloud = await openCloud(context, 'upload');
      const trx = await write();
      await lockCloud(trx, cloud.key);
      const inside = { ...context, db: trx };
      const parent = await openTarget(inside, cloud, body.parent);
      const rows = await openEntries(inside, cloud, body.files_uuid, 'move');
      const place = placeOf(parent);
      const line = parent ? [...parent.above.map(({ id }) => id), parent.id] : [];
      if (rows.some(({ id }) => line.includes(id))) refuseField(t, 'body.parent', 'intoItself');
      const tree = await listTree(
        trx,
        cloud.key,
        rows.map(({ id }) => id),
      );
      await refuseExposure({ ...inside, cloud, rows, place });
      if (place.isHandIn && !isAllowed(cloud.can, 'manage') && tree.some(({ user_id }) => user_id !== actor.user_id))
        refuseField(t, 'body.files_uuid', 'othersInside');
      const deepest = Math.max(-1, ...tree.filter(({ file_id }) => file_id === null).map(({ level }) => level));
      if (deepest >= 0 && line.length + deepest + 1 > CLOUD_DEPTH_MAXIMUM)
        refuseField(t, 'body.parent', 'depth', { maximum: CLOUD_DEPTH_MAXIMUM });
      const moved = rows.filter((row) => row.parent_id !== place.id);
      const { placed, warnings } = placeNames(moved, await listNames(trx, cloud.key, place), t);
      await placeEntries(trx, cloud.key, placed, place, now);
      const handedIn = Map.groupBy(tree, (one) => place.isHandIn || one.is_inside);
      await markHandedIn(trx, cloud.key, idsOf(handedIn.get(true)), now);
      await markHandedIn(trx, cloud.key, idsOf(handedIn.get(false)), null);
      await renameFiles(
        trx,
        actor.school_id,
        placed.flatMap(({ file_id, name }) => (file_id === null ? [] : [{ id: file_id, name }])),
      );
      await touchCloud(trx, cloud.key, { isHandedIn: place.isHandIn && rows.every(isHandedIn) }, now);
      const after = await listByUuids(trx, cloud.key, body.files_uuid);
      for (const row of after) {
        const before = rows.find(({ id }) => id === row.id) ?? row;
        record({ entity: 'cloud_files', id: row.id, before: toRecorded(before), after: toRecorded(row) });
      }
      return { data: after.map((row) => show(context, cloud, row)), meta: { warnings } };
    },

    async remove(context: HandlerContext<Api['remove']>): Promise<undefined> {
      const { body, actor, now, t, write, record } = context;
      const cloud = await openCloud(context, 'view');
      const trx = await write();
      await lockCloud(trx, cloud.key);
      const rows = await openEntries({ ...context, db: trx }, cloud, body.files, 'delete');
      const tree = await listTree(
        trx,
        cloud.key,
        rows.map(({ id }) => id),
      );
      if (!isAllowed(cloud.can, 'manage') && tree.some(({ user_id }) => user_id !== actor.user_id))
        refuseField(t, 'body.files', 'othersInside');
      await deleteEntries(
        trx,
        cloud.key,
        tree.map(({ id }) => id),
        now,
      );
      const returns = await listReturnsIn(trx, cloud.key, idsOf(tree));
      const told_of = returns.map((uuid) => `return:${uuid}` as const);
      await withdrawTold(trx, { school_id: actor.school_id, told_of }, now);
      const files = tree.filter(({ file_id }) => file_id !== null);
      const size = -files.reduce((sum, one) => sum + Number(one.size), 0);
      const gone = { size, files: -files.length, folders: files.length - tree.length };
      await touchCloud(trx, cloud.key, { ...gone, isHandedIn: rows.every(isHandedIn) }, now);
      for (const row of rows) record({ entity: 'cloud_files', id: row.id, before: toRecorded(row), after: null });
    },

    async updateFile(context: HandlerContext<Api['updateFile']>) {
      const { params, body, actor, now, t, write, record, fail } = context;
      const cloud = await openCloud(context, 'view');
      const ref = typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid };
      const row = (await findEntry(context.db, cloud.key, ref)) ?? fail('not_found');
      const can = entryCanOf(row, { actor, ...cloud, now });
      if (!isAllowed(can, 'update') && !isAllowed(can, 'restrict')) return fail('forbidden');
      if (restrictionOf(body) && !isAllowed(can, 'restrict')) return fail('forbidden');
      if (body.alt_name !== undefined && !isAllowed(can, 'update')) return fail('forbidden');
      const alt_name = body.alt_name?.replace(/\s+/g, ' ').trim();
      if (alt_name !== undefined && !max(alt_name, CLOUD_ALT_MAXIMUM))
        refuseField(t, 'body.alt_name', 'altMax', { maximum: CLOUD_ALT_MAXIMUM });
      const trx = await write();
      await lockCloud(trx, cloud.key);
      if (body.upload_limited_at === null && isHandInFolder(row))
        await refuseExposure({ ...context, db: trx, cloud, rows: [row], place: null });
      if (row.file_id !== null && alt_name !== undefined)
        await describeFiles(trx, actor.school_id, [{ id: row.file_id, alt_name }]);
      const { is_protected_folder = row.is_protected_folder, upload_limited_at = row.upload_limited_at } = body;
      if (restrictionOf(body)) await restrictFolder(trx, cloud.key, row.id, { is_protected_folder, upload_limited_at });
      await touchEntry(trx, cloud.key, row.id, now);
      const after = (await findEntry(trx, cloud.key, { id: row.id })) ?? fail('not_found');
      const said = (one: EntryRow) => ({
        alt_name: one.alt_name ?? '',
        is_protected_folder: one.is_protected_folder,
        upload_limited_at: one.upload_limited_at,
      });
      record({ entity: 'cloud_files', id: row.id, before: said(row), after: said(after) });
      return { data: show(context, cloud, after) };
    },
  };
}
