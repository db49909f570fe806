import { cloudApi, sameName } from '@kreide/core/features/cloud';
import { LARGE_FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { isAllowed } from '@kreide/core/kernel';
import type { FastifyReply } from 'fastify';
import { fail } from '../../../kernel/http/failures.ts';
import { receiveBody } from '../../../kernel/http/uploads.ts';
import { refuseOverQuota } from '../../files/index.ts';
import { placeOf, refuseField, toRecorded } from '../opening.ts';
import { listTree } from '../queries/change.ts';
import { lockCloud } from '../queries/clouds.ts';
import { copyDavProperties, removeDavLocksOn } from '../queries/dav.ts';
import { findEntry } from '../queries/entries.ts';
import { renameEntry } from '../renaming.ts';
import type { Stored } from '../replacing.ts';
import { entryCanOf, isHandedIn } from '../showing.ts';
import { fillingOf, giveBack, placeStored, refuseOverflow, storeFiles } from '../uploading.ts';
import { refuseHeld, takeTokens } from './conditions.ts';
import { refuse } from './failures.ts';
import { type DavAddress, parseDepth, parseDestination, parseOverwrite } from './headers.ts';
import type { DavParts } from './parts.ts';
import { refuseManyNotes } from './patching.ts';
import { type DavPlace, openPlace } from './places.ts';
import { open } from './reading.ts';
import { type EntryResource, findResource, isFolder, listMembers, type Resource } from './resources.ts';
import { type DavCall, type DavUnit, inUnit } from './unit.ts';
import { binResource, inTurn } from './writing.ts';

/** Most files and folders that one call copies. */
const COPIED = 500;

/** From where to where, with what lies there and gives way. */
interface Way {
  readonly source: Resource;
  readonly place: DavPlace;
  readonly target: EntryResource | null;
  readonly to: DavAddress;
  readonly from: DavAddress;
  readonly tokens: ReadonlySet<string>;
}

const isWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  inner.length >= outer.length && outer.every((name, at) => sameName(inner[at] ?? '') === sameName(name));

async function openWay(call: DavCall, parts: DavParts, from: DavAddress, isMove: boolean): Promise<Way> {
  const { kysely } = parts.database;
  const to = parseDestination(call, from);
  const isOver = parseOverwrite(call.request);
  const source = await open(call, parts, from);
  const isFile = source.kind === 'chatFile' && !isMove;
  if (source.kind !== 'entry' && !isFile) return refuse(403);
  const isSame = to.names.length === from.names.length && isWithin(to.names, from.names);
  // In another case it is another name of the same thing.
  const isRenamed = isMove && isSame && to.names.at(-1) !== from.names.at(-1);
  if (!isRenamed && (isWithin(to.names, from.names) || isWithin(from.names, to.names))) return refuse(403);
  const found = isRenamed ? null : await findResource(call, kysely, to);
  const place = await openPlace(call, kysely, to);
  if (found && !isOver) return refuse(412);
  if (found && found.kind !== 'entry') return refuse(403);
  const tokens = await takeTokens(call, kysely, from);
  return { source, place, target: found, to, from, tokens };
}

/** What lies at the destination goes into the bin; whoever holds its folder is asked. */
async function makeRoom(call: DavCall, parts: DavParts, unit: DavUnit, { place, target, to, tokens }: Way) {
  const { line } = place;
  await refuseHeld(call, unit.db, tokens, { own: line.slice(0, 1), above: line.slice(1) }, to);
  if (target) await binResource(call, parts, unit, target, { tokens, address: to });
}

/** Moves something within its cloud, and gives it the name that it has there. */
async function moveWithin(call: DavCall, parts: DavParts, way: Way & { readonly source: EntryResource }) {
  const { source, place, from, tokens } = way;
  const { row, cloud } = source;
  const { t, now, actor } = call;
  await inUnit(parts, call, async (unit) => {
    const trx = await unit.write();
    await lockCloud(trx, cloud.key);
    const tree = (await listTree(trx, cloud.key, [row.id])).map(({ id }) => id);
    const above = row.above.map(({ id }) => id);
    await refuseHeld(call, trx, tokens, { own: [...tree, ...above.slice(-1)], above }, from);
    await makeRoom(call, parts, unit, way);
    const parent = place.folder?.id ?? null;
    const current = (await findEntry(trx, cloud.key, { id: row.id })) ?? fail('not_found');
    if (parent !== current.parent_id) {
      const body = { files_uuid: [row.uuid], parent: place.folder?.uuid ?? null };
      await parts.changing.move(unit.as(cloudApi.move, { params: { id: place.id }, body }));
    }
    const moved = (await findEntry(trx, cloud.key, { id: row.id })) ?? fail('not_found');
    if (moved.name !== place.name) {
      unit.as(cloudApi.rename, {});
      if (!isAllowed(entryCanOf(moved, { ...cloud, actor, now }), 'rename')) return fail('forbidden');
      const renaming = { cloud, row: moved, entered: place.name, path: 'name', t, now, isFree: true };
      const after = (await renameEntry(trx, renaming)) ?? fail('not_found');
      const change = {
        entity: 'cloud_files',
        id: row.id,
        before: toRecorded(moved),
        after: toRecorded(after),
      } as const;
      unit.record(cloudApi.rename, change);
    }
    await removeDavLocksOn(trx, cloud.key, tree);
  });
}

/** Something that is copied: where below the copy it lies, and its content if it is a file. */
interface Copied {
  readonly path: readonly string[];
  readonly resource: Resource;
}

/** Everything that a copy holds, folders before what is in them. */
async function collect(call: DavCall, parts: DavParts, source: Resource, isDeep: boolean): Promise<Copied[]> {
  const copied: Copied[] = [{ path: [], resource: source }];
  for (const { path, resource } of copied) {
    if (!isDeep || !isFolder(resource)) continue;
    for (const member of await listMembers(call, parts.database.kysely, resource))
      copied.push({ path: [...path, member.name], resource: member.resource });
    if (copied.length > COPIED) return refuse(403);
  }
  return copied;
}

const fileOf = (resource: Resource) => {
  if (resource.kind === 'chatFile') return { uuid: resource.row.uuid, size: Number(resource.row.size), alt: '' };
  if (resource.kind !== 'entry' || resource.row.file_uuid === null) return null;
  const { file_uuid, size, alt_name } = resource.row;
  return { uuid: file_uuid, size: Number(size), alt: alt_name ?? '' };
};

/** Stores the content of a file once more, as if it had come from outside. */
async function storeCopy(call: DavCall, parts: DavParts, name: string, file: NonNullable<ReturnType<typeof fileOf>>) {
  const body = await parts.store.open(file.uuid);
  const received = await receiveBody(body, { name, maximum: LARGE_FILE_MAXIMUM_BYTES, folder: parts.temporaryFolder });
  try {
    const limits = { maximum: LARGE_FILE_MAXIMUM_BYTES, isEmptyTaken: true };
    return await storeFiles({ ...call, db: parts.database.kysely, files: [received] }, parts, [file.alt], limits);
  } finally {
    await received.discard();
  }
}

/** What others have handed in, or were given back, comes nowhere where a channel would see it. */
function refuseShown({ actor, t }: DavCall, { source, place }: Way, copied: readonly Copied[]): void {
  const isSame = source.kind === 'entry' && source.row.channel_id === place.id;
  if (isSame && placeOf(place.folder).isHandIn) return;
  const isOfOthers = copied.some(({ resource }) => {
    if (resource.kind !== 'entry' || !isHandedIn(resource.row)) return false;
    return resource.row.user_id !== actor.user_id || resource.row.return_id !== null;
  });
  if (isOfOthers) refuseField(t, 'name', 'handInsStay');
}

const nameOf = ({ place }: Way, { path }: Copied) => path.at(-1) ?? place.name;

/** Makes the folders of a copy, and puts the files into them whose contents were stored. */
async function placeCopies(
  call: DavCall,
  parts: DavParts,
  unit: DavUnit,
  way: Way,
  contents: ReadonlyMap<Copied, Stored[]>,
  copied: readonly Copied[],
) {
  const { place } = way;
  const params = { id: place.id };
  const folders = new Map<string, string>();
  const keyOf = (path: readonly string[]) => path.join('/');
  for (const one of copied) {
    const name = nameOf(way, one);
    const isTop = one.path.length === 0;
    const parent = isTop ? (place.folder?.uuid ?? null) : (folders.get(keyOf(one.path.slice(0, -1))) ?? null);
    const stored = contents.get(one);
    const placing = { parent, has_push: false, is_replacing: false, names: [name] };
    const bytes = (stored ?? []).reduce((sum, { file }) => sum + file.size, 0);
    const { createDirectory } = parts.changing;
    const made = stored
      ? (
          await placeStored(unit.as(cloudApi.upload, { params }), parts, place.cloud, {
            ...placing,
            stored,
            added: { bytes, entries: 1 },
          })
        ).rows[0]
      : (await createDirectory(unit.as(cloudApi.createDirectory, { params, body: { name, parent } }))).data;
    if (!made) return fail('not_found');
    if (sameName(made.name) !== sameName(name)) refuseField(call.t, 'name', 'nameTaken');
    folders.set(keyOf(one.path), made.uuid);
    if (one.resource.kind === 'entry')
      await copyDavProperties(await unit.write(), place.cloud.key, one.resource.row.id, made.id);
  }
  await refuseManyNotes(await unit.write(), place.cloud.key);
}

/** Copies something with all that is in it, or moves it into another cloud: there it is as if it had been brought. */
async function copyAcross(
  call: DavCall,
  parts: DavParts,
  way: Way,
  { isDeep, isMove }: { isDeep: boolean; isMove: boolean },
) {
  const { source, place, from, tokens } = way;
  const { actor, t, language } = call;
  const { kysely } = parts.database;
  const { quotas } = parts;
  const copied = await collect(call, parts, source, isDeep);
  refuseShown(call, way, copied);
  const bytes = copied.reduce((sum, { resource }) => sum + (fileOf(resource)?.size ?? 0), 0);
  refuseOverflow({ t, language, quotas }, await fillingOf(kysely, place.cloud.key), { bytes, entries: copied.length });
  const { school_id, user_id } = actor;
  await refuseOverQuota(kysely, quotas, { school_id, user_id, language, t }, bytes);
  if (!isAllowed(place.cloud.can, 'upload')) return fail('forbidden');
  const contents = new Map<Copied, Stored[]>();
  try {
    for (const one of copied) {
      const file = fileOf(one.resource);
      if (file) contents.set(one, await storeCopy(call, parts, nameOf(way, one), file));
    }
    const later = { ...call, now: parts.clock.now() };
    await inUnit(parts, later, async (unit) => {
      await makeRoom(later, parts, unit, way);
      await placeCopies(later, parts, unit, way, contents, copied);
      if (isMove && source.kind === 'entry') await binResource(later, parts, unit, source, { tokens, address: from });
    });
  } catch (thrown) {
    await giveBack(call, parts, [...contents.values()].flat());
    throw thrown;
  }
}

export async function copy(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const depth = parseDepth(call.request, 'infinity');
  if (depth === 1) return refuse(400);
  const way = await openWay(call, parts, address, false);
  const isDeep = depth === 'infinity';
  await inTurn(call, () => copyAcross(call, parts, way, { isDeep, isMove: false }));
  return call.reply.code(way.target ? 204 : 201).send('');
}

export async function move(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  if (parseDepth(call.request, 'infinity') !== 'infinity') return refuse(400);
  const way = await openWay(call, parts, address, true);
  const { source } = way;
  if (source.kind === 'entry' && source.row.channel_id === way.place.id)
    await moveWithin(call, parts, { ...way, source });
  else await inTurn(call, () => copyAcross(call, parts, way, { isDeep: true, isMove: true }));
  return call.reply.code(way.target ? 204 : 201).send('');
}
