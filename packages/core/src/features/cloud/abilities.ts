import { type Can, isAllowed, toCan } from '../../kernel/abilities.ts';

/**
 * What can be done with a cloud: `view` it, `upload` files and make folders, `manage` what others have brought, `review`
 * what was handed in, which everybody else sees of themselves only.
 */
export const CLOUD_ABILITIES = ['view', 'upload', 'manage', 'review'] as const;
export type CloudAbility = (typeof CLOUD_ABILITIES)[number];

/** What can be done with a file or folder (T-6.20); `upload` and `restrict` count for folders only, `replace` for files. */
export const CLOUD_FILE_ABILITIES = [
  'rename',
  'download',
  'move',
  'delete',
  'update',
  'upload',
  'restrict',
  'collaborate',
  'change-collaboration',
  'replace',
] as const;
/** What can be done with something that lies in the bin. */
export const BIN_ABILITIES = ['restore', 'purge'] as const;
export type BinAbility = (typeof BIN_ABILITIES)[number];
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
  /** All who may bring files to its place edit it too. */
  is_collaborative?: boolean;
  /** There is an office server that edits it. */
  is_editable?: boolean;
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
 * Who may describe a document also edits it online; of one that is collaborative everybody who brings files there does
 * (C-6.32, C-6.33).
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
  const isEditable = !file.is_folder && file.is_editable === true;
  // What is handed in, or was given back, is the work of one person.
  const isShared = file.is_collaborative === true && !file.is_handed_in && !file.is_returned;
  const edits = words || (isShared && uploads && !file.is_closed);
  return toCan({
    rename: words,
    move: changes && !file.is_returned,
    delete: changes,
    update: words && !file.is_folder,
    download: isAllowed(cloud, 'view'),
    upload: file.is_folder && (manages || (uploads && !file.is_closed && !isShut && !file.is_only_read)),
    restrict: file.is_folder && manages,
    // Its former content stays as a version.
    replace: !file.is_folder && edits,
    collaborate: isEditable && edits,
    'change-collaboration': isEditable && words && !file.is_handed_in,
  });
}

/**
 * What somebody may do with what lies in the bin: who may delete it where it would lie now brings it back and deletes it for good. Only
 * what they see there is judged: members see what they deleted themselves, who reviews sees everything of the channel.
 */
export function binAbilitiesOf(
  user_id: number,
  cloud: Can<CloudAbility>,
  file: JudgedFile,
  now: Date,
): Can<BinAbility> {
  const isFree = isAllowed(cloudFileAbilitiesOf(user_id, cloud, file, now), 'delete');
  return toCan({ restore: isFree, purge: isFree });
}
