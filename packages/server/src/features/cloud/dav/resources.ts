import { CLOUD_MAXIMUM_ENTRIES, CLOUD_ORDER_DEFAULT, sameName } from '@kreide/core/features/cloud';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { type ChatFileRow, listChatFiles, measureChatFiles, readerOf } from '../../channels/index.ts';
import { type OpenCloud, openCloud } from '../opening.ts';
import { listOwnClouds } from '../queries/dav.ts';
import { type EntryRow, findByPath, findEntry, listEntries } from '../queries/entries.ts';
import type { OpenChat } from '../reserved.ts';
import type { DavAddress } from './headers.ts';
import { mayBeMade, nameClouds, nameEntries } from './names.ts';
import type { DavCall } from './unit.ts';

/** What an address leads to. The clouds of somebody lie in one folder; the files of a chat in a folder of its cloud. */
export type Resource =
  | { readonly kind: 'clouds' }
  | { readonly kind: 'cloud'; readonly id: number; readonly name: string; readonly cloud: OpenCloud | null }
  | { readonly kind: 'entry'; readonly cloud: OpenCloud; readonly row: EntryRow }
  | { readonly kind: 'chat'; readonly cloud: OpenCloud; readonly chat: OpenChat; readonly last_at: string }
  | { readonly kind: 'chatFile'; readonly cloud: OpenCloud; readonly row: ChatFileRow };

type Of<Kind extends Resource['kind']> = Extract<Resource, { kind: Kind }>;
export type CloudResource = Of<'cloud'> & { readonly cloud: OpenCloud };
export type EntryResource = Of<'entry'>;

/** Most that a folder shows; a channel holds no more. */
const ALL = {
  offset: 0,
  limit: CLOUD_MAXIMUM_ENTRIES,
  search: undefined,
  file_type: undefined,
  ...CLOUD_ORDER_DEFAULT,
};

export const isFolder = (one: Resource): boolean =>
  one.kind === 'entry' ? one.row.file_id === null : one.kind !== 'chatFile';

const listClouds = async ({ actor, t }: DavCall, db: Kysely<DB>) =>
  nameClouds(await listOwnClouds(db, readerOf(actor, t)));

export const openCloudOf = ({ actor, now, t }: DavCall, db: Kysely<DB>, id: number): Promise<OpenCloud> =>
  openCloud({ params: { id }, actor, db, now, t, fail }, 'view');

const findChat = async (db: Kysely<DB>, cloud: OpenCloud): Promise<Of<'chat'> | null> => {
  const filling = cloud.chat && (await measureChatFiles(db, cloud.chat));
  return filling && cloud.chat ? { kind: 'chat', cloud, chat: cloud.chat, last_at: filling.last_at } : null;
};

/** What lies in a folder, with the names that it has there. */
export async function listMembers(
  call: DavCall,
  db: Kysely<DB>,
  resource: Resource,
): Promise<{ name: string; resource: Resource }[]> {
  if (resource.kind === 'chatFile') return [];
  if (resource.kind === 'clouds')
    return [...(await listClouds(call, db)).values()].map(({ id, name }) => ({
      name,
      resource: { kind: 'cloud', id, name, cloud: null },
    }));
  if (resource.kind === 'chat') {
    const { cloud, chat } = resource;
    const rows = await listChatFiles(db, chat, ALL);
    const names = nameEntries(
      rows.map((row) => ({ ...row, user_id: null })),
      call.actor.user_id,
    );
    return rows.map((row, at) => ({ name: names[at] ?? row.name, resource: { kind: 'chatFile', cloud, row } }));
  }
  const cloud =
    resource.kind === 'entry' ? resource.cloud : (resource.cloud ?? (await openCloudOf(call, db, resource.id)));
  if (resource.kind === 'entry' && resource.row.file_id !== null) return [];
  const parent_id = resource.kind === 'entry' ? resource.row.id : null;
  const rows = await listEntries(db, cloud.key, { ...ALL, parent_id });
  const names = nameEntries(rows, call.actor.user_id);
  const chat = parent_id === null ? await findChat(db, cloud) : null;
  return [
    ...(chat ? [{ name: chat.chat.name, resource: chat }] : []),
    ...rows.map((row, at) => ({ name: names[at] ?? row.name, resource: { kind: 'entry', cloud, row } as const })),
  ];
}

/** The same step by step, by the names that folders show: slower, for those that were made. */
async function walk(
  call: DavCall,
  db: Kysely<DB>,
  cloud: Of<'cloud'>,
  names: readonly string[],
): Promise<Resource | null> {
  let at: Resource = cloud;
  for (const name of names) {
    const found: Resource | undefined = (await listMembers(call, db, at)).find(
      (one) => sameName(one.name) === sameName(name),
    )?.resource;
    if (!found) return null;
    at = found;
  }
  return at;
}

/** What lies at an address for somebody; null: nothing that they see. */
export async function findResource(call: DavCall, db: Kysely<DB>, { names }: DavAddress): Promise<Resource | null> {
  const [first, ...rest] = names;
  if (first === undefined) return { kind: 'clouds' };
  const known = (await listClouds(call, db)).get(sameName(first));
  if (!known) return null;
  const cloud = await openCloudOf(call, db, known.id);
  const top = { kind: 'cloud', ...known, cloud } as const;
  if (rest.length === 0) return top;
  const isChat = cloud.chat !== null && sameName(rest[0] ?? '') === sameName(cloud.chat.name);
  const chat = isChat ? await findChat(db, cloud) : null;
  if (chat) {
    if (rest.length === 1) return chat;
    const files = rest.length === 2 ? await listMembers(call, db, chat) : [];
    return files.find(({ name }) => sameName(name) === sameName(rest[1] ?? ''))?.resource ?? null;
  }
  const id = await findByPath(db, cloud.key, rest);
  const row = id === null ? undefined : await findEntry(db, cloud.key, { id });
  if (row) return { kind: 'entry', cloud, row };
  return rest.some(mayBeMade) ? walk(call, db, top, rest) : null;
}

/** The address of what something lies in, and its name there; null: it is the uppermost. */
export function parentOf(address: DavAddress): { parent: DavAddress; name: string } | null {
  const name = address.names.at(-1);
  return name === undefined
    ? null
    : { parent: { ...address, names: address.names.slice(0, -1), isFolder: true }, name };
}

/** The numbers of something and of the folders above it, whose locks may hold it. */
export const lineOf = (resource: Resource): { id: number | null; above: number[] } =>
  resource.kind === 'entry'
    ? { id: resource.row.id, above: resource.row.above.map(({ id }) => id) }
    : { id: null, above: [] };
