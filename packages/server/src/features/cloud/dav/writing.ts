import { Readable } from 'node:stream';
import { cloudApi, sameName } from '@kreide/core/features/cloud';
import { LARGE_FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import type { FastifyReply } from 'fastify';
import { fail } from '../../../kernel/http/failures.ts';
import { receiveBody } from '../../../kernel/http/uploads.ts';
import { refuseOverQuota } from '../../files/index.ts';
import { openTarget, refuseExtension } from '../opening.ts';
import { listTree } from '../queries/change.ts';
import { removeDavLocksOn } from '../queries/dav.ts';
import { entryCanOf } from '../showing.ts';
import { fillingOf, giveBack, lockFilling, placeStored, refuseOverflow, shareOf, storeFiles } from '../uploading.ts';
import { refuseHeld, refuseOtherState, takeTokens } from './conditions.ts';
import { refuse } from './failures.ts';
import { type DavAddress, headerOf, parseDepth } from './headers.ts';
import type { DavParts } from './parts.ts';
import { type DavPlace, openPlace } from './places.ts';
import { open } from './reading.ts';
import { type EntryResource, findResource, isFolder, lineOf, openCloudOf, type Resource } from './resources.ts';
import { type DavCall, type DavUnit, inUnit } from './unit.ts';

/** Most files that one person sends to one process at once: each lies on its disk until it is whole. */
const AT_ONCE = 8;
const sending = new Map<string, number>();

/** Takes its turn among what one person sends or copies. */
export async function inTurn<Result>({ actor }: DavCall, run: () => Promise<Result>): Promise<Result> {
  const key = `${actor.school_id} ${actor.user_id}`;
  const count = sending.get(key) ?? 0;
  if (count >= AT_ONCE) return fail('too_many', { retry_after: 5 });
  sending.set(key, count + 1);
  try {
    return await run();
  } finally {
    const left = (sending.get(key) ?? 1) - 1;
    if (left > 0) sending.set(key, left);
    else sending.delete(key);
  }
}

/** A file that is there already and that somebody may write, or null; what is no file is refused. */
function toReplaced(call: DavCall, resource: Resource | null): EntryResource | null {
  if (resource === null) return null;
  if (isFolder(resource)) return refuse(405);
  if (resource.kind !== 'entry') return refuse(403);
  const { row, cloud } = resource;
  const can = entryCanOf(row, { ...cloud, actor: call.actor, now: call.now });
  return isAllowed(can, 'replace') ? resource : refuse(403);
}

/** A file that is brought: what is at its address, and where it comes. */
async function openBringing(call: DavCall, db: DavUnit['db'], address: DavAddress, tokens: ReadonlySet<string>) {
  const found = await findResource(call, db, address);
  refuseOtherState(call, found);
  const former = toReplaced(call, found);
  const place = await openPlace(call, db, address);
  const changed = former
    ? { own: [former.row.id], above: place.line }
    : { own: place.line.slice(0, 1), above: place.line.slice(1) };
  await refuseHeld(call, db, tokens, changed, address);
  refuseExtension(call.t, 'files', place.folder, [place.name]);
  return { former, place };
}

/** Refuses what there is no room for, before its bytes come; answers how many may come. */
async function refuseNoRoom(call: DavCall, parts: DavParts, { cloud }: DavPlace, bytes: number, entries: number) {
  const { kysely } = parts.database;
  const { actor, t, language } = call;
  const saying = { t, language, quotas: parts.quotas };
  const filling = await fillingOf(kysely, cloud.key);
  refuseOverflow(saying, filling, { bytes, entries });
  const { school_id, user_id } = actor;
  const left = await refuseOverQuota(kysely, parts.quotas, { school_id, user_id, language, t }, bytes);
  return Math.min(LARGE_FILE_MAXIMUM_BYTES, Math.max(0, Math.min(left, shareOf(parts.quotas) - filling.size)));
}

/** What comes, and what it is called and how much of it there is. */
interface Content {
  readonly body: Readable;
  /** Bytes, if the sender says it. */
  readonly size: number | null;
}

/**
 * Brings a whole file to an address. It is taken as the app takes one: what was there stays as a version, and rights, locks and room are
 * looked at before its bytes come and after. Answers whether it is new, and its ETag if its bytes were kept as they are.
 */
export async function bring(
  call: DavCall,
  parts: DavParts,
  address: DavAddress,
  { body, size }: Content,
): Promise<{ isNew: boolean; etag: string | null; id: number }> {
  const { kysely } = parts.database;
  const tokens = await takeTokens(call, kysely, address);
  const begun = await openBringing(call, kysely, address, tokens);
  const { id, name, folder, cloud } = begun.place;
  const opening = { params: { id }, actor: call.actor, db: kysely, now: call.now, t: call.t, fail };
  await openTarget(opening, cloud, folder?.uuid);
  if (!isAllowed(cloud.can, 'upload')) return fail('forbidden');
  const room = await refuseNoRoom(call, parts, begun.place, size ?? 0, begun.former ? 0 : 1);
  const receiving = { name, maximum: room, folder: parts.temporaryFolder };
  const received = await receiveBody(body, receiving).catch((thrown: unknown) => {
    // Nobody had said how much would come.
    if (room < LARGE_FILE_MAXIMUM_BYTES && thrown instanceof ApiError && thrown.code === 'too_large')
      return refuse(507);
    throw thrown;
  });
  try {
    const limits = { maximum: LARGE_FILE_MAXIMUM_BYTES, isEmptyTaken: true };
    const stored = await storeFiles({ ...call, db: kysely, files: [received] }, parts, [], limits);
    // It took as long as the file is large: the time of a folder, or the right, may be over by now.
    const later = { ...call, now: parts.clock.now() };
    const placed = inUnit(parts, later, async (unit) => {
      const context = unit.as(cloudApi.upload, { params: { id }, files: [received] });
      const current = await openCloudOf(later, kysely, id);
      if (!isAllowed(current.can, 'upload')) return fail('forbidden');
      let isNew = true;
      const { rows } = await placeStored(context, parts, current, {
        parent: folder?.uuid,
        has_push: false,
        is_replacing: true,
        names: [name],
        stored,
        added: { bytes: received.size, entries: begun.former ? 0 : 1 },
        before: async (trx) => {
          await lockFilling(trx, current.key);
          const { former } = await openBringing(later, trx, address, tokens);
          isNew = former === null;
        },
      });
      const [row] = rows;
      // Somebody had the same name at the last moment.
      if (!row || sameName(row.name) !== sameName(name)) return refuse(409);
      const isKept = row.hash === received.sha256.toString('hex');
      return { isNew, etag: isKept ? `"${received.sha256.toString('base64url')}"` : null, id: row.id };
    });
    return await placed.catch(async (thrown: unknown) => {
      await giveBack(later, parts, stored);
      throw thrown;
    });
  } finally {
    await received.discard();
  }
}

const lengthOf = ({ request }: DavCall): number | null => {
  const sent = headerOf(request, 'content-length');
  return sent === undefined ? null : Number(sent);
};

/** A body without a byte. */
export const nothing = (): Readable => Readable.from([]);

export async function put(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { request, reply } = call;
  // A part of a file would become the whole.
  if (headerOf(request, 'content-range') !== undefined) return refuse(400);
  if (address.isFolder) return refuse(405);
  const body = (request.body as Readable | null | undefined) ?? nothing();
  const { isNew, etag } = await inTurn(call, () => bring(call, parts, address, { body, size: lengthOf(call) }));
  if (etag !== null) reply.header('etag', etag);
  return reply.code(isNew ? 201 : 204).send('');
}

const hasBody = (call: DavCall): boolean =>
  (lengthOf(call) ?? 0) > 0 || headerOf(call.request, 'transfer-encoding') !== undefined;

export async function makeFolder(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  if (hasBody(call)) return refuse(415);
  const { kysely } = parts.database;
  const tokens = await takeTokens(call, kysely, address);
  await inUnit(parts, call, async (unit) => {
    if (await findResource(call, unit.db, address)) return refuse(405);
    const { id, name, folder, line } = await openPlace(call, unit.db, address);
    await refuseHeld(call, unit.db, tokens, { own: line.slice(0, 1), above: line.slice(1) }, address);
    const body = { name, parent: folder?.uuid ?? null };
    return parts.changing.createDirectory(unit.as(cloudApi.createDirectory, { params: { id }, body }));
  });
  return call.reply.code(201).send('');
}

/** Puts something into the bin; it is refused where others hold it, or something in it. */
export async function binResource(
  call: DavCall,
  parts: DavParts,
  unit: DavUnit,
  { row, cloud }: EntryResource,
  { tokens, address }: { tokens: ReadonlySet<string>; address: DavAddress },
): Promise<void> {
  const { db } = unit;
  const tree = (await listTree(db, cloud.key, [row.id])).map(({ id }) => id);
  const { above } = lineOf({ kind: 'entry', row, cloud });
  const [parent = []] = [above.slice(-1)];
  await refuseHeld(call, db, tokens, { own: [...tree, ...parent], above }, address);
  const wanted = { params: { id: row.channel_id }, body: { files: [row.uuid] } };
  await parts.changing.remove(unit.as(cloudApi.remove, wanted));
  await removeDavLocksOn(await unit.write(), cloud.key, tree);
}

export async function remove(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { kysely } = parts.database;
  const resource = await open(call, parts, address);
  if (resource.kind !== 'entry') return refuse(403);
  if (isFolder(resource) && parseDepth(call.request, 'infinity') !== 'infinity') return refuse(400);
  refuseOtherState(call, resource);
  const tokens = await takeTokens(call, kysely, address);
  await inUnit(parts, call, (unit) => binResource(call, parts, unit, resource, { tokens, address }));
  return call.reply.code(204).send('');
}
