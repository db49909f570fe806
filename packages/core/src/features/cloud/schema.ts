import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CHANNEL_TYPES } from '../channels/index.ts';
import { CLOUD_ABILITIES, CLOUD_FILE_ABILITIES, type CloudAbility, type CloudFileAbility } from './abilities.ts';

const cloudFlags = Object.fromEntries(CLOUD_ABILITIES.map((one) => [one, f.flag])) as Record<
  CloudAbility,
  typeof f.flag
>;
const fileFlags = Object.fromEntries(CLOUD_FILE_ABILITIES.map((one) => [one, f.flag])) as Record<
  CloudFileAbility,
  typeof f.flag
>;

/** The cloud of a channel, as the caller has it. Every channel has one; both have the same number. */
export const cloud = z.object({
  id: f.id,
  uuid: f.uuid,
  channel_id: f.id,
  /** Bytes of all its files. */
  size: z.int(),
  files_count: z.int(),
  folders_count: z.int(),
  /** Nobody adds or changes anything: the channel is disabled, or its class is no more. */
  is_locked: z.boolean(),
  /** When something was brought or changed last; null: never. */
  activity_at: z.nullable(f.instant),
  created_at: f.instant,
  can: z.object(cloudFlags),
  meta: z.object({
    /** The name of the channel, in the language of the reader. */
    displayname: z.string(),
    type: z.enum(CHANNEL_TYPES),
    /** Of its picture; null: none was chosen. */
    color: z.nullable(f.colour),
  }),
});
export type Cloud = z.output<typeof cloud>;

/** A file is FILE, a folder DIR; who asks may also say `folder`, and a reader takes both for a folder (C-3.45). */
export const FILE_TYPES = ['FILE', 'DIR', 'folder'] as const;
/** What the server says and looks for. */
export type CloudFileType = Exclude<(typeof FILE_TYPES)[number], 'folder'>;

const place = z.object({ uuid: f.uuid, name: z.string() });

/** A file or folder of a cloud, as one reader gets it (T-3.76). */
export const cloudFile = z.object({
  id: f.id,
  uuid: f.uuid,
  cloud_id: f.id,
  user_id: z.nullable(f.id),
  /** With its extension. */
  name: z.string(),
  /** In lower case and without the point; empty of folders. */
  extension: z.string(),
  file_type: z.enum(FILE_TYPES),
  /** MIME type by its content; empty of folders. */
  type: z.string(),
  /** Bytes; of a folder all that is below it. */
  size: z.int(),
  /** How many files and folders a folder holds; 0 of files. */
  children_count: z.int(),
  /** What a picture shows, for those who cannot see it; may be empty. */
  alt_name: z.string(),
  is_protected_folder: z.boolean(),
  /** Of a folder: something is handed in there until then, which is shown to its owner and to who reviews. */
  upload_limited_at: z.nullable(f.instant),
  /** When it came into the hand-in folder that it lies below; null: it lies in none. */
  handed_in_at: z.nullable(f.instant),
  /** When it was given back to the pupil to whom alone it is shown, apart from who reviews; null: it was not. */
  returned_at: z.nullable(f.instant),
  is_collaborative: z.literal(false),
  can_show_preview: z.boolean(),
  created_at: f.instant,
  updated_at: f.instant,
  /** The folder that it lies in; null: none. */
  parent: z.nullable(place),
  can: z.object(fileFlags),
  meta: z.object({
    /** The address to read it at, made for this reader; null for folders. */
    uri: z.nullable(z.string()),
    /** The address to save it from: a file, or a folder as a ZIP. */
    download_uri: z.string(),
    /** The path of its details, below the base path. */
    details_uri: z.string(),
    absolute_path: z.string(),
    /** The path of the folder that it lies in. */
    parent: z.string(),
    subtitle: z.nullable(z.string()),
    thumbnail_uri: z.nullable(z.string()),
    has_thumbnail: z.boolean(),
    /** Online editing needs an office server, and there is none. */
    has_wopi_support: z.literal(false),
    /** The person who brought it; null: nobody who is still there. */
    username: z.nullable(z.string()),
    /** The person to whom it was given back; null: the reader, or nobody. */
    returned_to: z.nullable(z.string()),
  }),
});
export type CloudFile = z.output<typeof cloudFile>;

const filled = z.object({ used: z.int(), maximum: z.int() });
/** Bytes of files, and how many there may be. */
export const cloudUsage = z.object({
  /** The bytes that the caller has uploaded, in channels, chats and news. */
  person: filled,
  /** What lies in the cloud that was asked for, a share of what the school has: in whole megabytes for those who do not review it. */
  channel: z.nullable(filled),
  /** The same of all people of the school, for those who look after it; null for everybody else. */
  school: z.nullable(filled),
});
export type CloudUsage = z.output<typeof cloudUsage>;

/** The hand-ins of one pupil of a channel. */
export const handIn = z.object({
  user_id: f.id,
  firstname: z.string(),
  lastname: z.string(),
  files_count: z.int(),
  /** When the newest of it came; null: nothing is there. */
  handed_in_at: z.nullable(f.instant),
  /** When something was given back last; null: nothing was. */
  returned_at: z.nullable(f.instant),
});
export type HandIn = z.output<typeof handIn>;

/** What was given back to one pupil: words, files, or both. */
export const handInReturn = z.object({
  uuid: f.uuid,
  /** The person who gets it; null: somebody who is no longer there. */
  user_id: z.nullable(f.id),
  remark: z.string(),
  returned_at: f.instant,
  /** The person who gave it back; null: nobody who is still there. */
  returned_by: z.nullable(z.string()),
  /** To whom, where it is not the reader: parents read what their children got. */
  returned_to: z.nullable(z.string()),
  files: z.array(z.object({ uuid: f.uuid, name: z.string(), uri: z.string() })),
});
export type HandInReturn = z.output<typeof handInReturn>;

/** A file or folder with the folders above it, the uppermost first. */
export const cloudFileDetails = z.object({ ...cloudFile.shape, parents: z.array(place) });
export type CloudFileDetails = z.output<typeof cloudFileDetails>;
