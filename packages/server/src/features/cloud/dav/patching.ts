import { cloudApi } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { refusalOf } from '../../../kernel/http/mount.ts';
import { lockCloud } from '../queries/clouds.ts';
import { keepDavProperty, listDavProperties, measureDavProperties, removeDavProperty } from '../queries/dav.ts';
import type { CloudKey } from '../queries/entries.ts';
import { entryCanOf } from '../showing.ts';
import { refuseHeld, takeTokens } from './conditions.ts';
import { refuse } from './failures.ts';
import { type DavAddress, toHref } from './headers.ts';
import type { DavParts } from './parts.ts';
import { open, sendMultistatus } from './reading.ts';
import { isFolder } from './resources.ts';
import type { DavCall } from './unit.ts';
import { childOf, DAV, elementsOf, escapeXml, isOf, readXml, writeXml, type XmlElement } from './xml.ts';

/** Most properties of one file or folder, and most characters of each and of its names. */
const MAXIMUM = { properties: 60, content: 4000, namespace: 400, name: 200 };

/** Most characters of all that is noted in a cloud: whoever opens a folder is sent what is noted in it. */
const NOTED = 4_000_000;

export async function refuseManyNotes(db: Kysely<DB>, key: CloudKey): Promise<void> {
  if ((await measureDavProperties(db, key)) > NOTED) refuse(507);
}

interface Change {
  readonly isSet: boolean;
  readonly property: XmlElement;
}

function toChanges(body: XmlElement | null): Change[] {
  if (!body || !isOf(body, 'propertyupdate')) return refuse(400);
  const changes = elementsOf(body).flatMap((one) => {
    const isSet = isOf(one, 'set');
    const prop = isSet || isOf(one, 'remove') ? childOf(one, 'prop') : undefined;
    return prop ? elementsOf(prop).map((property) => ({ isSet, property })) : [];
  });
  return changes.length > 0 ? changes : refuse(400);
}

/** Why something is not noted; null: it is. What the protocol names has its value here from the thing itself. */
function problemOf({ isSet, property }: Change): string | null {
  if (property.uri === DAV) return '403 Forbidden';
  const isLong = property.uri.length > MAXIMUM.namespace || property.local.length > MAXIMUM.name;
  return isSet && (isLong || writeXml(property).length > MAXIMUM.content) ? '507 Insufficient Storage' : null;
}

function writeResult(href: string, changes: readonly Change[], problems: readonly (string | null)[]): string {
  const isWhole = problems.every((one) => one === null);
  const parts = changes.map(({ property: { uri, local } }, at) => {
    const status = isWhole ? '200 OK' : (problems[at] ?? '424 Failed Dependency');
    const why = problems[at]?.startsWith('403') ? '<D:error><D:cannot-modify-protected-property/></D:error>' : '';
    const name = uri === DAV ? `<D:${local}/>` : `<${local} xmlns="${escapeXml(uri)}"/>`;
    return `<D:propstat><D:prop>${name}</D:prop><D:status>HTTP/1.1 ${status}</D:status>${why}</D:propstat>`;
  });
  return `<D:response><D:href>${href}</D:href>${parts.join('')}</D:response>`;
}

/** Notes what a program wants to know again of a file or folder: all of it, or nothing. */
export async function proppatch(call: DavCall, parts: DavParts, address: DavAddress): Promise<FastifyReply> {
  const { request, reply, actor, now } = call;
  const { kysely } = parts.database;
  const changes = toChanges(await readXml(request.body));
  const resource = await open(call, parts, address);
  if (resource.kind !== 'entry') return refuse(403);
  const { row, cloud } = resource;
  const refused = refusalOf(cloudApi.updateFile, actor);
  if (refused) throw refused;
  if (!isAllowed(entryCanOf(row, { ...cloud, actor, now }), 'rename')) return fail('forbidden');
  const tokens = await takeTokens(call, kysely, address);
  const above = row.above.map(({ id }) => id);
  const problems = changes.map(problemOf);
  await kysely.transaction().execute(async (trx) => {
    await lockCloud(trx, cloud.key);
    await refuseHeld(call, trx, tokens, { own: [row.id], above }, address);
    if (problems.some((one) => one !== null)) return;
    for (const { isSet, property } of changes) {
      const named = { cloud_file_id: row.id, namespace: property.uri, name: property.local };
      if (isSet) await keepDavProperty(trx, cloud.key, { ...named, content: writeXml(property) });
      else await removeDavProperty(trx, cloud.key, named);
    }
    if ((await listDavProperties(trx, actor, [row.id])).length > MAXIMUM.properties) refuse(507);
    await refuseManyNotes(trx, cloud.key);
  });
  const href = toHref({ ...address, isFolder: isFolder(resource) });
  return sendMultistatus(reply, [writeResult(href, changes, problems)]);
}
