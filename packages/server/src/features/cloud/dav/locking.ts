import { cloudApi } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { FastifyReply } from 'fastify';
import { fail } from '../../../kernel/http/failures.ts';
import { refusalOf } from '../../../kernel/http/mount.ts';
import { listTree } from '../queries/change.ts';
import { lockCloud } from '../queries/clouds.ts';
import {
  countDavLocks,
  type DavLock,
  insertDavLock,
  listDavLocks,
  refreshDavLock,
  removeDavLock,
} from '../queries/dav.ts';
import { findLock } from '../queries/editing.ts';
import { entryCanOf } from '../showing.ts';
import { locksOn, takeTokens } from './conditions.ts';
import { refuse } from './failures.ts';
import { type DavAddress, headerOf, parseDepth, parseTimeout, TOKEN_PREFIX, toHref, toToken } from './headers.ts';
import type { DavParts } from './parts.ts';
import { writeLock } from './properties.ts';
import { open } from './reading.ts';
import { type EntryResource, findResource, isFolder, lineOf } from './resources.ts';
import type { DavCall } from './unit.ts';
import { bring, nothing } from './writing.ts';
import { childOf, isOf, readXml, writeXml, XML_HEAD, type XmlElement } from './xml.ts';

/** Most locks of one person at once, and most characters of what a program says of who holds one. */
const MAXIMUM = { locks: 500, owner: 4000 };

/** What somebody wants to hold, and how. */
interface LockWish {
  readonly is_exclusive: boolean;
  readonly owner: string;
}

function toLockWish(body: XmlElement): LockWish {
  const scope = isOf(body, 'lockinfo') ? childOf(body, 'lockscope') : undefined;
  const type = childOf(body, 'locktype');
  if (!scope || !type || !childOf(type, 'write')) return refuse(400);
  const is_exclusive = childOf(scope, 'exclusive') !== undefined;
  if (!is_exclusive && !childOf(scope, 'shared')) return refuse(400);
  const said = childOf(body, 'owner');
  const owner = said ? writeXml(said) : '';
  return owner.length <= MAXIMUM.owner ? { is_exclusive, owner } : refuse(413);
}

/** Whoever would not write or rename something does not hold it either. */
function refuseNoWriter(call: DavCall, { row, cloud }: EntryResource): void {
  const refused = refusalOf(cloudApi.updateFile, call.actor);
  if (refused) throw refused;
  const can = entryCanOf(row, { ...cloud, actor: call.actor, now: call.now });
  if (!isAllowed(can, row.file_id === null ? 'rename' : 'replace')) fail('forbidden');
}

const answer = ({ reply, now }: DavCall, lock: DavLock, address: DavAddress) =>
  reply
    .type('application/xml; charset=utf-8')
    .send(
      `${XML_HEAD}<D:prop xmlns:D="DAV:"><D:lockdiscovery>${writeLock(lock, toHref(address), now)}</D:lockdiscovery></D:prop>`,
    );

async function refresh(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { kysely } = parts.database;
  const tokens = await takeTokens(call, kysely, address);
  const resource = await open(call, parts, address);
  const locks = await locksOn(call, kysely, lineOf(resource));
  const lock = locks.find(({ token, user_id }) => tokens.has(token) && user_id === call.actor.user_id);
  if (!lock || resource.kind !== 'entry') return refuse(412, 'lock-token-matches-request-uri');
  refuseNoWriter(call, resource);
  const expires = new Date(call.now.getTime() + parseTimeout(call.request) * 1000);
  await refreshDavLock(kysely, resource.cloud.key, lock.token, expires);
  return answer(call, { ...lock, expires_at: expires.toISOString() }, address);
}

/** Holds something for a program; what is not there yet becomes an empty file first, as the protocol has it. */
export async function lock(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { request, reply, actor, now } = call;
  const { kysely } = parts.database;
  const body = await readXml(request.body);
  if (body === null) return refresh(call, parts, address);
  const wish = toLockWish(body);
  const depth = parseDepth(request, 'infinity');
  if (depth === 1) return refuse(400);
  const isNew = (await findResource(call, kysely, address)) === null;
  if (isNew && address.isFolder) return refuse(409);
  if (isNew) await bring(call, parts, address, { body: nothing(), size: 0 });
  else await takeTokens(call, kysely, address);
  const resource = await open(call, parts, address);
  if (resource.kind !== 'entry') return refuse(403);
  refuseNoWriter(call, resource);
  const { row, cloud } = resource;
  const is_deep = depth === 'infinity' && isFolder(resource);
  const expires_at = new Date(now.getTime() + parseTimeout(request) * 1000).toISOString();
  const held = { cloud_file_id: row.id, user_id: actor.user_id, is_deep, expires_at, ...wish };
  const token = await kysely.transaction().execute(async (trx) => {
    await lockCloud(trx, cloud.key);
    // An office server writes to it.
    if ((await findLock(trx, cloud.key, row.id, now)) !== null)
      return refuse(423, 'no-conflicting-lock', [toHref(address)]);
    const holding = await locksOn(call, trx, lineOf(resource));
    const below = is_deep ? (await listTree(trx, cloud.key, [row.id])).map(({ id }) => id) : [];
    const others = [...holding, ...(await listDavLocks(trx, actor, below, now))];
    if (others.some((one) => one.is_exclusive || wish.is_exclusive))
      return refuse(423, 'no-conflicting-lock', [toHref(address)]);
    if ((await countDavLocks(trx, actor, now)) >= MAXIMUM.locks) return refuse(507);
    return insertDavLock(trx, cloud.key, held);
  });
  reply.code(isNew ? 201 : 200).header('lock-token', `<${TOKEN_PREFIX}${token}>`);
  return answer(call, { ...held, token }, address);
}

/** Lets go of something: whoever holds it, or who manages its cloud. */
export async function unlock(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { kysely } = parts.database;
  const sent = /^<([^>]*)>$/.exec(headerOf(call.request, 'lock-token')?.trim() ?? '')?.[1];
  if (sent === undefined) return refuse(400);
  const resource = await open(call, parts, address);
  const locks = await locksOn(call, kysely, lineOf(resource));
  const found = locks.find(({ token }) => token === toToken(sent));
  if (!found || resource.kind !== 'entry') return refuse(409, 'lock-token-matches-request-uri');
  if (found.user_id !== call.actor.user_id && !isAllowed(resource.cloud.can, 'manage')) return refuse(403);
  await removeDavLock(kysely, resource.cloud.key, found.token);
  return call.reply.code(204).send('');
}
