import {
  CLOUD_FILE_ABILITIES,
  CLOUD_ORDER_DEFAULT,
  type CloudFile,
  type CloudFileDetails,
} from '@kreide/core/features/cloud';
import { extensionOf } from '@kreide/core/features/files';
import { toCan } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { addressesEnd } from '../../kernel/files/index.ts';
import {
  type ChatFileRow,
  listChatFiles,
  listChatFilesBy,
  measureChatFiles,
  type SeenChat,
} from '../channels/index.ts';
import { addressOf } from '../files/index.ts';
import type { CloudKey, Listing } from './queries/entries.ts';
import { type Showing, toUser } from './showing.ts';

/** The chat of a channel as a folder of its cloud. */
export interface OpenChat extends SeenChat {
  readonly uuid: string;
  /** What the folder is called, in the language of the reader. */
  readonly name: string;
}

/** For whom the folder of a chat is. */
type Reading = Pick<Showing, 'actor' | 'fileKey' | 'now'> & { readonly key: CloudKey };

const NOTHING = Object.fromEntries(CLOUD_FILE_ABILITIES.map((one) => [one, false])) as Record<
  (typeof CLOUD_FILE_ABILITIES)[number],
  boolean
>;

/** What the entries of this folder have in common: nobody describes, limits or hands in anything here. */
const plain = (now: Date) =>
  ({
    reserved: 'chat_attachment' as const,
    description: '',
    is_protected_folder: false,
    upload_limited_at: null,
    allowed_extensions: [],
    handed_in_at: null,
    returned_at: null,
    is_collaborative: false,
    expires_at: addressesEnd(now).toISOString(),
  }) satisfies Partial<CloudFile>;

const UNEDITED = {
  thumbnail_uri: null,
  has_thumbnail: false,
  has_wopi_support: false,
  edit_uri: null,
  edit_access_token: null,
  edit_expires_at: null,
  returned_to: null,
} as const;

const detailsOf = ({ channel_id }: CloudKey, uuid: string) => `/channels/cloud/${channel_id}/files/${uuid}`;

/** The folder with what a chat holds; null: it holds nothing that the reader sees. */
export async function findChatFolder(
  db: Kysely<DB>,
  chat: OpenChat | null,
  { key, now }: Reading,
): Promise<CloudFile | null> {
  const filling = chat && (await measureChatFiles(db, chat));
  if (!filling) return null;
  const { uuid, name, chat_id: id } = chat;
  return {
    ...plain(now),
    id,
    uuid,
    cloud_id: key.channel_id,
    user_id: null,
    user: null,
    parent_id: null,
    parent: null,
    hash: null,
    name,
    path: `/${name}`,
    extension: '',
    file_type: 'DIR',
    type: '',
    size: filling.size,
    duration_in_seconds: null,
    thumbnail: null,
    children_count: filling.count,
    alt_name: '',
    can_show_preview: false,
    created_at: filling.first_at,
    updated_at: filling.last_at,
    can: toCan(NOTHING),
    meta: {
      ...UNEDITED,
      uri: null,
      download_uri: null,
      details_uri: detailsOf(key, uuid),
      absolute_path: `/${name}`,
      parent: '/',
      subtitle: null,
      username: null,
    },
  };
}

function toChatFile(row: ChatFileRow, chat: OpenChat, { actor, key, fileKey, now }: Reading): CloudFile {
  const uri = addressOf(row, { audience: `user:${actor.user_id}`, key: fileKey, now });
  const username = row.firstname === null ? null : `${row.firstname} ${row.lastname}`;
  const path = `/${chat.name}/${row.name}`;
  return {
    ...plain(now),
    id: row.id,
    uuid: row.uuid,
    cloud_id: key.channel_id,
    user_id: row.user_id,
    user: toUser(row),
    parent_id: chat.chat_id,
    parent: { uuid: chat.uuid, name: chat.name },
    hash: row.sha256.toString('hex'),
    name: row.name,
    path,
    extension: extensionOf(row.name),
    file_type: 'FILE',
    type: row.mime,
    size: row.size,
    duration_in_seconds: row.voice_seconds ?? row.duration_in_seconds,
    thumbnail: null,
    children_count: 0,
    alt_name: row.alt_name,
    can_show_preview: row.width !== null,
    created_at: row.created_at,
    updated_at: row.updated_at ?? row.created_at,
    can: toCan({ ...NOTHING, download: true }),
    meta: {
      ...UNEDITED,
      uri,
      download_uri: uri,
      details_uri: detailsOf(key, row.uuid),
      absolute_path: path,
      parent: `/${chat.name}`,
      subtitle: username,
      username,
    },
  };
}

/** A page of what lies in the folder of a chat; there are no folders in it. */
export async function listChatFolder(
  db: Kysely<DB>,
  chat: OpenChat,
  { file_type, ...listing }: Omit<Listing, 'parent_id'>,
  reading: Reading,
): Promise<CloudFile[]> {
  if (file_type === 'DIR') return [];
  const rows = await listChatFiles(db, chat, listing);
  return rows.map((row) => toChatFile(row, chat, reading));
}

/** The folder of a chat, or what lies in it, with all that is told of one thing alone; null: it has another uuid. */
export async function findInChat(
  db: Kysely<DB>,
  chat: OpenChat | null,
  uuid: string,
  reading: Reading & { readonly limit: number },
): Promise<CloudFileDetails | null> {
  if (!chat) return null;
  if (uuid === chat.uuid) {
    const folder = await findChatFolder(db, chat, reading);
    const wanted = { ...CLOUD_ORDER_DEFAULT, file_type: undefined, search: undefined, offset: 0, limit: reading.limit };
    return (
      folder && {
        ...folder,
        parents: [],
        taken_extensions: [],
        children: await listChatFolder(db, chat, wanted, reading),
      }
    );
  }
  const [row] = await listChatFilesBy(db, chat, [uuid]);
  if (!row) return null;
  const { chat_id: file_id, name } = chat;
  const parents = [{ file_id, parent_id: null, uuid: chat.uuid, name }];
  return { ...toChatFile(row, chat, reading), parents, taken_extensions: [], children: [] };
}

/** Is something of this the folder of the chat, or in it? Nobody changes it here. */
export async function isOfChat(db: Kysely<DB>, chat: OpenChat | null, uuids: readonly string[]): Promise<boolean> {
  return chat !== null && (uuids.includes(chat.uuid) || (await listChatFilesBy(db, chat, uuids)).length > 0);
}
