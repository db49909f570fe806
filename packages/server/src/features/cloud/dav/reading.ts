import type { FastifyReply } from 'fastify';
import { addressesEnd, openFileAnswer, planFileAnswer } from '../../../kernel/files/index.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { type DavProperty, listDavLocks, listDavProperties } from '../queries/dav.ts';
import { countSent } from '../queries/traffic.ts';
import { fillingOf, shareOf } from '../uploading.ts';
import { refuse } from './failures.ts';
import { type DavAddress, headerOf, parseDepth, toHref } from './headers.ts';
import type { DavParts } from './parts.ts';
import { toWish, wantsRoom, writeResponse } from './properties.ts';
import { findResource, isFolder, lineOf, listMembers, type Resource } from './resources.ts';
import type { DavCall } from './unit.ts';
import { readXml, XML_HEAD } from './xml.ts';

export const open = async (call: DavCall, { database }: Pick<DavParts, 'database'>, address: DavAddress) =>
  (await findResource(call, database.kysely, address)) ?? fail('not_found');

export const sendMultistatus = (reply: FastifyReply, responses: readonly string[]): FastifyReply =>
  reply
    .code(207)
    .type('application/xml; charset=utf-8')
    .send(`${XML_HEAD}<D:multistatus xmlns:D="DAV:">${responses.join('')}</D:multistatus>`);

/** Bytes of a channel that are used and left; of somebody's clouds together nobody can say it. */
async function measure({ database, quotas }: DavParts, resource: Resource) {
  if (resource.kind === 'clouds' || !resource.cloud || !isFolder(resource)) return null;
  const { key } = resource.cloud;
  const { size } = await fillingOf(database.kysely, key);
  // To the byte, it would tell that somebody has handed something in.
  const used = key.reviews ? size : Math.ceil(size / 1_000_000) * 1_000_000;
  return { used, left: Math.max(0, shareOf(quotas) - used) };
}

/** What something is, and with depth 1 what lies in it. */
export async function propfind(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { request, reply, now } = call;
  const { kysely } = parts.database;
  const depth = parseDepth(request, 'infinity');
  if (depth === 'infinity') return refuse(403, 'propfind-finite-depth');
  const wish = toWish(await readXml(request.body)) ?? refuse(400);
  const resource = await open(call, parts, address);
  const members = depth === 1 ? await listMembers(call, kysely, resource) : [];
  const line = lineOf(resource);
  const ids = members.flatMap((one) => (one.resource.kind === 'entry' ? [one.resource.row.id] : []));
  const school = call.actor;
  const all = [...(line.id === null ? [] : [line.id]), ...line.above, ...ids];
  const locks = Map.groupBy(await listDavLocks(kysely, school, all, now), (one) => one.cloud_file_id);
  const dead = Map.groupBy(await listDavProperties(kysely, school, all), (one) => one.cloud_file_id);
  const held = (id: number | null, above: readonly number[]) => [
    ...(id === null ? [] : (locks.get(id) ?? [])),
    ...(locks.size === 0 ? [] : above.flatMap((one) => (locks.get(one) ?? []).filter(({ is_deep }) => is_deep))),
  ];
  const noted = (id: number | null): DavProperty[] => (id === null ? [] : (dead.get(id) ?? []));
  const room = wantsRoom(wish) ? await measure(parts, resource) : null;
  const self = { ...address, isFolder: isFolder(resource) };
  const href = toHref(self);
  const name = address.names.at(-1) ?? address.slink;
  const below = line.id === null ? [] : [line.id, ...line.above];
  const base = toHref({ ...self, isFolder: true });
  return sendMultistatus(reply, [
    writeResponse(href, { resource, name, locks: held(line.id, line.above), now, room }, noted(line.id), wish),
    ...members.map((one) => {
      const id = one.resource.kind === 'entry' ? one.resource.row.id : null;
      const at = `${base}${encodeURIComponent(one.name)}${isFolder(one.resource) ? '/' : ''}`;
      const shown = { ...one, locks: held(id, id === null ? [] : below), now, room: null };
      return writeResponse(at, shown, noted(id), wish);
    }),
  ]);
}

/** The content of a file, or of a part of it; of a folder the names of what is in it. */
export async function get(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { request, reply, actor, now } = call;
  const { store, database } = parts;
  const resource = await open(call, parts, address);
  const isHead = request.method === 'HEAD';
  if (isFolder(resource)) {
    const members = isHead ? [] : await listMembers(call, database.kysely, resource);
    const names = members.map((one) => `${one.name}${isFolder(one.resource) ? '/' : ''}\n`);
    return reply.type('text/plain; charset=utf-8').send(isHead ? '' : names.join(''));
  }
  if (resource.kind !== 'entry' && resource.kind !== 'chatFile') return fail('not_found');
  const { row } = resource;
  const stored = 'file_uuid' in row ? { uuid: row.file_uuid, id: row.file_id } : { uuid: row.uuid, id: null };
  const { sha256, mime, size, name } = row;
  if (stored.uuid === null || sha256 === null || mime === null) return fail('not_found');
  const match = headerOf(request, 'if-match');
  const file = { uuid: stored.uuid, name, mime, size: Number(size), sha256 };
  const asked = {
    method: isHead ? ('HEAD' as const) : ('GET' as const),
    range: isHead ? undefined : headerOf(request, 'range'),
    ifRange: headerOf(request, 'if-range'),
    ifNoneMatch: headerOf(request, 'if-none-match'),
  };
  const grant = { audience: `user:${actor.user_id}` as const, expires: addressesEnd(now) };
  const answer = planFileAnswer(file, grant, asked, now);
  if (match !== undefined && !match.split(',').some((one) => ['*', answer.headers.etag].includes(one.trim())))
    return refuse(412);
  if (answer.range !== null && stored.id !== null) {
    const { start, end } = answer.range;
    const sent = { school_id: actor.school_id, id: stored.id };
    await countSent(database.kysely, sent, { bytes: end - start + 1, isBeginning: start === 0 });
  }
  const changed = 'updated_at' in row && row.updated_at !== null ? row.updated_at : row.created_at;
  reply.code(answer.status).headers(answer.headers);
  // It may be another one with the next call.
  reply.header('cache-control', 'private, no-cache').header('last-modified', new Date(changed).toUTCString());
  // Browsers remember the password and send it for the pages of others too.
  reply.header('cross-origin-resource-policy', 'same-origin');
  return reply.send((await openFileAnswer(store, file, answer)) ?? '');
}
