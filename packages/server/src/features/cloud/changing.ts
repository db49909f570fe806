import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_DEPTH_MAXIMUM,
  CLOUD_DESCRIPTION_MAXIMUM,
  CLOUD_EXTENSIONS_MAXIMUM,
  type CloudFileAbility,
  type cloudApi,
  extensionsProblem,
  isHandInFolder,
  sameName,
  toExtensions,
  writeExtensions,
} from '@kreide/core/features/cloud';
import { isAllowed, type Translate } from '@kreide/core/kernel';
import { max } from '@kreide/core/validation';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { reserveAttempt } from '../auth/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { describeFiles, renameFiles } from '../files/index.ts';
import { refuseExposure } from './hand-ins.ts';
import {
  type OpenCloud,
  type Opening,
  openCloud,
  openTarget,
  placeOf,
  refuseExtension,
  refuseField,
  toRecorded,
} from './opening.ts';
import { binEntries } from './queries/bin.ts';
import {
  insertEntries,
  listNames,
  listTree,
  markHandedIn,
  placeEntries,
  touchEntry,
  updateEntry,
} from './queries/change.ts';
import { lockCloud, touchCloud } from './queries/clouds.ts';
import { type EntryRow, findByPath, findEntry, listByUuids } from './queries/entries.ts';
import { listReturnsIn } from './queries/returns.ts';
import { renameEntry, takeName } from './renaming.ts';
import { isOfChat } from './reserved.ts';
import { entryCanOf, isHandedIn, toCloudFile } from './showing.ts';
import { placeNames, refuseCrowd } from './uploading.ts';
import type { EditingFor } from './wopi/editing.ts';

type Api = typeof cloudApi;

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
  if (rows.length < wanted.length) return fail((await isOfChat(db, cloud.chat, wanted)) ? 'forbidden' : 'not_found');
  const isFree = rows.every((row) => isAllowed(entryCanOf(row, { actor, ...cloud, now }), ability));
  return isFree ? rows : fail('forbidden');
}

const idsOf = (rows: readonly { id: number }[] = []) => rows.map(({ id }) => id);

/** What can only be said by who manages the cloud. */
const restrictionOf = (body: {
  is_protected_folder?: boolean | undefined;
  upload_limited_at?: string | null | undefined;
  allowed_extensions?: readonly string[] | undefined;
}) => [body.is_protected_folder, body.upload_limited_at, body.allowed_extensions].some((one) => one !== undefined);

/** What is said of a file or folder, cleaned; refused in words. */
function takeDescription(entered: string | undefined, t: Translate): string | undefined {
  const text = entered?.replace(/\r\n?/g, '\n').trim();
  if (text !== undefined && !max(text, CLOUD_DESCRIPTION_MAXIMUM))
    refuseField(t, 'body.description', 'descriptionMax', { maximum: CLOUD_DESCRIPTION_MAXIMUM });
  return text;
}

/** The extensions that a folder is limited to, cleaned; refused in words. */
function takeExtensions(entered: readonly string[] | undefined, t: Translate): string[] | undefined {
  if (entered === undefined) return undefined;
  const extensions = [...new Set(entered.flatMap((one) => toExtensions(one)))];
  const rule = extensionsProblem(extensions);
  refuseField(t, 'body.allowed_extensions', rule, { maximum: CLOUD_EXTENSIONS_MAXIMUM });
  return extensions;
}

/** Making, renaming, moving, deleting and describing what is in a cloud. */
export function changingHandlers({
  fileKey,
  withdrawTold,
  editingFor,
}: {
  fileKey: Uint8Array;
  withdrawTold: WithdrawTold;
  editingFor: EditingFor;
}) {
  const show = async (
    { actor, now, language }: Opening & Pick<HandlerContext, 'language'>,
    cloud: OpenCloud,
    row: EntryRow,
  ) => toCloudFile(row, { actor, ...cloud, fileKey, now, editing: await editingFor(language) });

  return {
    async createDirectory(context: HandlerContext<Api['createDirectory']>) {
      const { body, actor, db, now, t, write, record, fail } = context;
      const cloud = await openCloud(context, 'upload');
      const name = takeName(body.name, 'body.name', t);
      const allowed_extensions = takeExtensions(body.allowed_extensions, t) ?? [];
      const description = takeDescription(body.description, t) ?? '';
      const isRestricted = body.is_protected_folder || body.upload_limited_at || allowed_extensions.length > 0;
      if (isRestricted && !isAllowed(cloud.can, 'manage')) return fail('forbidden');
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
      const restrictions = { is_protected_folder, upload_limited_at, allowed_extensions };
      const entry = { name, user_id: actor.user_id, description, ...restrictions };
      const [uuid = ''] = await insertEntries(trx, cloud.key, place, [entry], now);
      await touchCloud(trx, cloud.key, { folders: 1, isHandedIn: place.isHandIn }, now);
      const row = (await findEntry(trx, cloud.key, { uuid })) ?? fail('not_found');
      record({ entity: 'cloud_files', id: row.id, before: null, after: toRecorded(row) });
      return { data: await show(context, cloud, row) };
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
      const renaming = { cloud, row, entered, path: 'body.new_path', t, now };
      const after = (await renameEntry(trx, renaming)) ?? fail('not_found');
      record({ entity: 'cloud_files', id: row.id, before: toRecorded(row), after: toRecorded(after) });
      return { data: await show(context, cloud, after) };
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
      const files = tree.filter(({ file_id }) => file_id !== null);
      refuseExtension(
        t,
        'body.files_uuid',
        parent,
        files.map(({ name }) => name),
      );
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
      return { data: await Promise.all(after.map((row) => show(context, cloud, row))), meta: { warnings } };
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
      const handedIn = new Set(rows.filter(isHandedIn).map(({ id }) => id));
      const gone = tree.map(({ id, root, is_inside }) => ({
        id,
        bin_id: root,
        is_handed_in: is_inside || handedIn.has(root),
      }));
      await binEntries(trx, cloud.key, gone, actor.user_id, now);
      const returns = await listReturnsIn(trx, cloud.key, idsOf(tree));
      const told_of = returns.map((uuid) => `return:${uuid}` as const);
      await withdrawTold(trx, { school_id: actor.school_id, told_of }, now);
      const files = tree.filter(({ file_id }) => file_id !== null);
      const size = -files.reduce((sum, one) => sum + Number(one.size), 0);
      const counted = { size, files: -files.length, folders: files.length - tree.length };
      await touchCloud(trx, cloud.key, { ...counted, isHandedIn: rows.every(isHandedIn) }, now);
      for (const row of rows) record({ entity: 'cloud_files', id: row.id, before: toRecorded(row), after: null });
    },

    async updateFile(context: HandlerContext<Api['updateFile']>) {
      const { params, body, actor, now, t, write, record, fail } = context;
      const cloud = await openCloud(context, 'view');
      const ref = typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid };
      const found = await findEntry(context.db, cloud.key, ref);
      const isReserved = !found && 'uuid' in ref && (await isOfChat(context.db, cloud.chat, [ref.uuid ?? '']));
      const row = found ?? fail(isReserved ? 'forbidden' : 'not_found');
      const can = entryCanOf(row, { actor, ...cloud, now });
      const describes = body.description === undefined || isAllowed(can, 'rename');
      if (![can.update, can.restrict, can.rename].includes(1) || !describes) return fail('forbidden');
      if (restrictionOf(body) && !isAllowed(can, 'restrict')) return fail('forbidden');
      if (body.alt_name !== undefined && !isAllowed(can, 'update')) return fail('forbidden');
      const alt_name = body.alt_name?.replace(/\s+/g, ' ').trim();
      if (alt_name !== undefined && !max(alt_name, CLOUD_ALT_MAXIMUM))
        refuseField(t, 'body.alt_name', 'altMax', { maximum: CLOUD_ALT_MAXIMUM });
      const extensions = takeExtensions(body.allowed_extensions, t);
      const description = takeDescription(body.description, t);
      const trx = await write();
      await lockCloud(trx, cloud.key);
      if (body.upload_limited_at === null && isHandInFolder(row))
        await refuseExposure({ ...context, db: trx, cloud, rows: [row], place: null });
      if (row.file_id !== null && alt_name !== undefined)
        await describeFiles(trx, actor.school_id, [{ id: row.file_id, alt_name }]);
      const { is_protected_folder = row.is_protected_folder, upload_limited_at = row.upload_limited_at } = body;
      await updateEntry(trx, cloud.key, row.id, {
        is_protected_folder,
        upload_limited_at,
        allowed_extensions: extensions ?? row.allowed_extensions,
        description: description ?? row.description,
      });
      await touchEntry(trx, cloud.key, row.id, now);
      const after = (await findEntry(trx, cloud.key, { id: row.id })) ?? fail('not_found');
      const said = (one: EntryRow) => ({
        alt_name: one.alt_name ?? '',
        is_protected_folder: one.is_protected_folder,
        upload_limited_at: one.upload_limited_at,
        allowed_extensions: writeExtensions(one.allowed_extensions),
        description: one.description,
      });
      record({ entity: 'cloud_files', id: row.id, before: said(row), after: said(after) });
      return { data: await show(context, cloud, after) };
    },
  };
}
