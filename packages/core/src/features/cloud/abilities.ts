import { type Can, isAllowed, toCan } from '../../kernel/abilities.ts';

/**
 * What can be done with a cloud: `view` it, `upload` files and make folders, `manage` what others have brought, `review`
 * what was handed in, which everybody else sees of themselves only.
 */
export const CLOUD_ABILITIES = ['view', 'upload', 'manage', 'review'] as const;
export type CloudAbility = (typeof CLOUD_ABILITIES)[number];

/** What can be done with a file or folder (T-6.20); `upload` and `restrict` count for folders only. */
export const CLOUD_FILE_ABILITIES = [
  ...(['rename', 'download', 'move', 'delete', 'update', 'upload', 'restrict'] as const),
  // Online editing needs an office server, and there is none.
  ...(['collaborate', 'change-collaboration'] as const),
] as const;
export type CloudFileAbility = (typeof CLOUD_FILE_ABILITIES)[number];

/** What somebody may do with the cloud of a channel: its members read, and whoever may write there brings files (C-1.08). */
export function cloudAbilitiesOf(channel: Readonly<Record<string, number>>): Can<CloudAbility> {
  const writes = isAllowed(channel, 'write');
  return toCan({
    view: isAllowed(channel, 'read'),
    upload: writes,
    manage: writes && isAllowed(channel, 'moderate'),
    // Also where nothing is written any more.
    review: isAllowed(channel, 'read') && isAllowed(channel, 'moderate'),
  });
}

/** What the abilities depend on, apart from the person. */
export interface JudgedFile {
  is_folder: boolean;
  user_id: number | null;
  /** It lies in a folder that takes nothing from members: protected, or its time is over; or below one. */
  is_closed: boolean;
  /** It lies below a hand-in folder. */
  is_handed_in: boolean;
  /** It was given back to somebody. */
  is_returned: boolean;
  /** It is shown to parents since it is, or leads to, what their child has handed in. */
  is_only_read: boolean;
  is_protected_folder: boolean;
  /** Until when members may add to it, as an instant; null: for good. */
  upload_limited_at: string | null;
}

/**
 * Does a folder have a time until which something is handed in? What lies below it is shown to whoever brought it, to their
 * parents and to those who review; to nobody else of the channel.
 */
export const isHandInFolder = ({ upload_limited_at }: Pick<JudgedFile, 'upload_limited_at'>): boolean =>
  upload_limited_at !== null;

/** Does the folder itself take nothing from members now (C-7.60)? */
export const isClosedNow = (
  folder: Pick<JudgedFile, 'is_protected_folder' | 'upload_limited_at'>,
  now: Date,
): boolean =>
  folder.is_protected_folder ||
  (folder.upload_limited_at !== null && Date.parse(folder.upload_limited_at) <= now.getTime());

/**
 * What somebody may do with one file or folder: everybody who sees the cloud downloads; people change their own, in
 * folders that are open, and who manages the cloud changes all (C-6.28 to C-6.31). What others have handed in keeps its
 * name and its words, so that it stays what it was; what was given back keeps its place too, and goes with its return.
 */
export function cloudFileAbilitiesOf(
  user_id: number,
  cloud: Can<CloudAbility>,
  file: JudgedFile,
  now: Date,
): Can<CloudFileAbility> {
  const manages = isAllowed(cloud, 'manage');
  const uploads = isAllowed(cloud, 'upload');
  const isShut = file.is_folder && isClosedNow(file, now);
  const changes = manages || (uploads && !file.is_closed && !isShut && file.user_id === user_id);
  const words = changes && !file.is_returned && (!file.is_handed_in || file.user_id === user_id);
  return toCan({
    rename: words,
    move: changes && !file.is_returned,
    delete: changes,
    update: words && !file.is_folder,
    download: isAllowed(cloud, 'view'),
    upload: file.is_folder && (manages || (uploads && !file.is_closed && !isShut && !file.is_only_read)),
    restrict: file.is_folder && manages,
    collaborate: false,
    'change-collaboration': false,
  });
}
