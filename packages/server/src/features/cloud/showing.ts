import { isOver } from '@kreide/core/features/channels';
import {
  type Cloud,
  type CloudAbility,
  type CloudFile,
  type CloudFileAbility,
  cloudAbilitiesOf,
  cloudFileAbilitiesOf,
  isClosedNow,
} from '@kreide/core/features/cloud';
import type { Can } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/http/context.ts';
import { type ChannelRow, channelCanOf } from '../channels/index.ts';
import { addressOf, archiveAddressOf } from '../files/index.ts';
import type { CloudRow } from './queries/clouds.ts';
import type { EntryRow } from './queries/entries.ts';

/** For whom an answer is, and what addresses are signed with. */
export interface Showing {
  readonly actor: Actor;
  readonly can: Can<CloudAbility>;
  readonly key: Uint8Array;
  readonly now: Date;
}

/** The cloud of a channel as the caller has it. */
export function toCloud(row: CloudRow, channel: ChannelRow, actor: Actor, now: Date): Cloud {
  return {
    id: row.id,
    uuid: channel.uuid,
    channel_id: row.id,
    size: row.size ?? 0,
    files_count: row.files_count ?? 0,
    folders_count: row.folders_count ?? 0,
    is_locked: channel.is_disabled || isOver(channel, now),
    activity_at: row.activity_at,
    created_at: channel.created_at,
    can: cloudAbilitiesOf(channelCanOf(actor, channel, now)),
    meta: { displayname: row.displayname, type: channel.type },
  };
}

/** What somebody may do with an entry, by where it lies. */
export const entryCanOf = (row: EntryRow, { actor, can, now }: Omit<Showing, 'key'>): Can<CloudFileAbility> =>
  cloudFileAbilitiesOf(
    actor.user_id,
    can,
    { ...row, is_folder: row.file_id === null, is_closed: row.above.some((folder) => isClosedNow(folder, now)) },
    now,
  );

const pathOf = (names: readonly { name: string }[]) => `/${names.map(({ name }) => name).join('/')}`;

/** A file or folder as one reader gets it, with addresses of their own. */
export function toCloudFile(row: EntryRow, showing: Showing): CloudFile {
  const { actor, key, now } = showing;
  const reader = { audience: `user:${actor.user_id}`, key, now } as const;
  const signed = (uuid: string | null, name: string | null) =>
    uuid === null || name === null ? null : addressOf({ uuid, name }, reader);
  const uri = signed(row.file_uuid, row.file_name);
  const thumbnail_uri = signed(row.thumbnail_uuid, row.thumbnail_name);
  const parent = row.above.at(-1);
  const username = row.firstname === null ? null : `${row.firstname} ${row.lastname}`;
  return {
    id: row.id,
    uuid: row.uuid,
    cloud_id: row.channel_id,
    user_id: row.user_id,
    name: row.name,
    extension: row.extension,
    file_type: row.file_id === null ? 'DIR' : 'FILE',
    type: row.mime ?? '',
    size: row.size,
    children_count: Number(row.children_count ?? 0),
    alt_name: row.alt_name ?? '',
    is_protected_folder: row.is_protected_folder,
    upload_limited_at: row.upload_limited_at,
    is_collaborative: false,
    can_show_preview: row.width !== null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    parent: parent ? { uuid: parent.uuid, name: parent.name } : null,
    can: entryCanOf(row, showing),
    meta: {
      uri,
      download_uri: uri ?? archiveAddressOf(row, reader),
      details_uri: `/channels/cloud/${row.channel_id}/files/${row.uuid}`,
      absolute_path: pathOf([...row.above, row]),
      parent: pathOf(row.above),
      subtitle: username,
      thumbnail_uri,
      has_thumbnail: thumbnail_uri !== null,
      has_wopi_support: false,
      username,
    },
  };
}
