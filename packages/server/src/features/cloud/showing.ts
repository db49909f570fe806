import { isOver, lettersOf } from '@kreide/core/features/channels';
import {
  type Cloud,
  type CloudAbility,
  type CloudFile,
  type CloudFileAbility,
  cloudAbilitiesOf,
  cloudFileAbilitiesOf,
  isClosedNow,
  isHandInFolder,
} from '@kreide/core/features/cloud';
import { type Can, isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { addressesEnd } from '../../kernel/files/index.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { type ChannelRow, channelCanOf } from '../channels/index.ts';
import { addressOf, archiveAddressOf } from '../files/index.ts';
import type { CloudRow } from './queries/clouds.ts';
import type { CloudView, EntryRow } from './queries/entries.ts';
import { reviews } from './queries/files-of.ts';
import { countHidden, listSeenOwners } from './queries/hidden.ts';
import { listNewestPictures } from './queries/pictures.ts';
import { listTraffic, type Traffic } from './queries/traffic.ts';
import { type Editing, newDocumentsOf } from './wopi/editing.ts';

/** For whom an answer is, and what addresses are signed with. */
export interface Showing {
  readonly actor: Actor;
  readonly can: Can<CloudAbility>;
  readonly key: CloudView;
  readonly fileKey: Uint8Array;
  readonly now: Date;
  /** What can be edited online; null: nothing. */
  readonly editing: Editing | null;
}

/** The clouds of some channels as the caller has them: what others have handed in does not count for those who do not see it. */
export async function toClouds(
  db: Kysely<DB>,
  rows: readonly CloudRow[],
  channels: readonly ChannelRow[],
  { actor, editing, now, fileKey }: Pick<Showing, 'actor' | 'editing' | 'now' | 'fileKey'>,
): Promise<Cloud[]> {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const channel_ids = channels.filter((channel) => !reviews(channel)).map(({ id }) => id);
  const owners = await listSeenOwners(db, actor, channel_ids);
  const { school_id } = actor;
  const reader = { school_id, channel_ids, owners };
  const hidden = await countHidden(db, reader);
  const ids = channels.map(({ id }) => id);
  const pictures = await listNewestPictures(db, reader, ids);
  const trafficOf = await listTraffic(
    db,
    school_id,
    ids.filter((id) => !channel_ids.includes(id)),
  );
  const thumbnailOf = (id: number) => {
    const picture = pictures.get(id);
    return picture ? addressOf(picture, { audience: `user:${actor.user_id}`, key: fileKey, now }) : null;
  };
  const hiddenById = new Map(hidden.map((one) => [one.channel_id, one]));
  return rows.flatMap((row) => {
    const channel = byId.get(row.id);
    if (!channel) return [];
    const found = {
      hidden: hiddenById.get(row.id),
      thumbnail: thumbnailOf(row.id),
      traffic: channel_ids.includes(row.id) ? UNTOLD : trafficOf(row.id),
    };
    return [toCloud(row, channel, found, { actor, editing, now })];
  });
}

const UNTOLD = { uploads: null, upstream: null, downloads: null, downstream: null };

type Hidden = Awaited<ReturnType<typeof countHidden>>[number];

function toCloud(
  row: CloudRow,
  channel: ChannelRow,
  {
    hidden,
    thumbnail,
    traffic,
  }: { hidden: Hidden | undefined; thumbnail: string | null; traffic: Traffic | typeof UNTOLD },
  { actor, editing, now }: Pick<Showing, 'actor' | 'editing' | 'now'>,
): Cloud {
  const { size = 0, files_count = 0, entries_count = 0 } = hidden ?? {};
  const can = cloudAbilitiesOf(channelCanOf(actor, channel, now));
  return {
    id: row.id,
    uuid: channel.uuid,
    channel_id: row.id,
    user_id: row.created_by,
    thumbnail,
    ...traffic,
    size: (row.size ?? 0) - Number(size),
    files_count: (row.files_count ?? 0) - Number(files_count),
    folders_count: (row.folders_count ?? 0) - Number(entries_count) + Number(files_count),
    is_locked: channel.is_disabled || isOver(channel, now),
    activity_at: row.activity_at,
    created_at: channel.created_at,
    updated_at: row.activity_at !== null && row.activity_at > row.updated_at ? row.activity_at : row.updated_at,
    can,
    meta: {
      displayname: row.displayname,
      avatar: { id: row.avatar_id, letters: lettersOf(row.displayname, row.shortcut) },
      type: channel.type,
      color: row.color,
      new_documents: isAllowed(can, 'upload') ? newDocumentsOf(editing) : [],
    },
  };
}

/** Who brought something; null: nobody who is still there. */
export const toUser = ({
  user_id: id,
  firstname,
  lastname,
}: Pick<EntryRow, 'user_id' | 'firstname' | 'lastname'>): CloudFile['user'] =>
  id === null || firstname === null || lastname === null ? null : { id, firstname, lastname };

/** Does it lie below a hand-in folder? */
export const isHandedIn = ({ above }: Pick<EntryRow, 'above'>): boolean => above.some(isHandInFolder);

/** The abilities of somebody with an entry, by its place. */
export const entryCanOf = (
  row: EntryRow,
  { actor, can, key, now, editing }: Omit<Showing, 'fileKey' | 'editing'> & Partial<Pick<Showing, 'editing'>>,
): Can<CloudFileAbility> =>
  cloudFileAbilitiesOf(
    actor.user_id,
    can,
    {
      ...row,
      is_folder: row.file_id === null,
      is_closed: row.above.some((folder) => isClosedNow(folder, now)),
      is_handed_in: isHandedIn(row),
      is_returned: row.return_id !== null,
      // Parents look at what their children bring.
      is_only_read: key.children.length > 0 && isHandedIn(row) && row.user_id !== actor.user_id,
      is_editable: editing?.edits(row.extension) === true && !actor.reads_only,
    },
    now,
  );

/** The extensions of the files that a folder takes: what it says, or else the nearest folder above that says something; none: all. */
export const takenBy = (folder: Pick<EntryRow, 'above' | 'allowed_extensions'> | null): readonly string[] =>
  [...(folder?.above ?? []), ...(folder ? [folder] : [])].findLast((one) => one.allowed_extensions.length > 0)
    ?.allowed_extensions ?? [];

const pathOf = (names: readonly { name: string }[]) => `/${names.map(({ name }) => name).join('/')}`;

/** A file or folder as one reader gets it, with addresses of their own. */
export function toCloudFile(row: EntryRow, showing: Showing): CloudFile {
  const { actor, fileKey: key, now } = showing;
  const reader = { audience: `user:${actor.user_id}`, key, now } as const;
  const signed = (uuid: string | null, name: string | null) =>
    uuid === null || name === null ? null : addressOf({ uuid, name }, reader);
  const uri = signed(row.file_uuid, row.file_name);
  const thumbnail_uri = signed(row.thumbnail_uuid, row.thumbnail_name);
  const parent = row.above.at(-1);
  const can = entryCanOf(row, showing);
  const username = row.firstname === null ? null : `${row.firstname} ${row.lastname}`;
  return {
    id: row.id,
    uuid: row.uuid,
    cloud_id: row.channel_id,
    user_id: row.user_id,
    user: toUser(row),
    parent_id: row.parent_id,
    reserved: row.file_id === null ? null : 'cloud_file',
    hash: row.sha256?.toString('hex') ?? null,
    name: row.name,
    path: pathOf([...row.above, row]),
    extension: row.extension,
    file_type: row.file_id === null ? 'DIR' : 'FILE',
    type: row.mime ?? '',
    size: row.size,
    duration_in_seconds: row.duration_in_seconds,
    thumbnail: thumbnail_uri,
    children_count: Number(row.children_count ?? 0),
    description: row.description,
    alt_name: row.alt_name ?? '',
    is_protected_folder: row.is_protected_folder,
    upload_limited_at: row.upload_limited_at,
    allowed_extensions: row.allowed_extensions,
    handed_in_at: isHandedIn(row) && row.return_id === null ? (row.handed_in_at ?? row.created_at) : null,
    returned_at: row.returned_at,
    is_collaborative: row.is_collaborative,
    can_show_preview: row.width !== null,
    expires_at: addressesEnd(now).toISOString(),
    created_at: row.created_at,
    updated_at: row.updated_at,
    parent: parent ? { uuid: parent.uuid, name: parent.name } : null,
    can,
    meta: {
      uri,
      download_uri: row.file_id === null ? archiveAddressOf(row, reader) : uri,
      details_uri: `/channels/cloud/${row.channel_id}/files/${row.uuid}`,
      absolute_path: pathOf([...row.above, row]),
      parent: pathOf(row.above),
      subtitle: username,
      thumbnail_uri,
      has_thumbnail: thumbnail_uri !== null,
      has_wopi_support: row.file_id !== null && showing.editing?.edits(row.extension) === true,
      edit_uri: isAllowed(can, 'collaborate') ? (showing.editing?.addressOf(row) ?? null) : null,
      edit_access_token: null,
      edit_expires_at: null,
      username,
      returned_to:
        row.receiver_id === null || row.receiver_id === actor.user_id
          ? null
          : `${row.receiver_firstname} ${row.receiver_lastname}`,
    },
  };
}
