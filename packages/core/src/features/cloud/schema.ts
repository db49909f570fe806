import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CHANNEL_TYPES } from '../channels/index.ts';
import {
  BIN_ABILITIES,
  type BinAbility,
  CLOUD_ABILITIES,
  CLOUD_FILE_ABILITIES,
  type CloudAbility,
  type CloudFileAbility,
} from './abilities.ts';
import { NEW_DOCUMENTS, OFFICE_PROBLEMS } from './editing.ts';

const cloudFlags = Object.fromEntries(CLOUD_ABILITIES.map((one) => [one, f.flag])) as Record<
  CloudAbility,
  typeof f.flag
>;
const fileFlags = Object.fromEntries(CLOUD_FILE_ABILITIES.map((one) => [one, f.flag])) as Record<
  CloudFileAbility,
  typeof f.flag
>;

const binFlags = Object.fromEntries(BIN_ABILITIES.map((one) => [one, f.flag])) as Record<BinAbility, typeof f.flag>;

/** The cloud of a channel, as the caller has it. Every channel has one; both have the same number. */
export const cloud = z.object({
  id: f.id,
  uuid: f.uuid,
  channel_id: f.id,
  /** Who made its channel; null: the school did, or somebody who is no longer there. */
  user_id: z.nullable(f.id),
  /** Bytes of all its files. */
  size: z.int(),
  /** The address of the newest of its pictures in small, made for this reader; null: it has none. */
  thumbnail: z.nullable(z.string()),
  /**
   * How many files people have brought, and their bytes; how often a file was fetched, and the bytes that were sent. Null for those who do
   * not review: it would tell them that somebody has handed something in.
   */
  uploads: z.nullable(z.int()),
  upstream: z.nullable(z.int()),
  downloads: z.nullable(z.int()),
  downstream: z.nullable(z.int()),
  files_count: z.int(),
  folders_count: z.int(),
  /** Nobody adds or changes anything: the channel is disabled, or its class is no more. */
  is_locked: z.boolean(),
  /** When something was brought or changed last; null: never. */
  activity_at: z.nullable(f.instant),
  created_at: f.instant,
  /** When something happened in it or its channel was changed, whichever came later. */
  updated_at: f.instant,
  can: z.object(cloudFlags),
  meta: z.object({
    /** The name of the channel, in the language of the reader. */
    displayname: z.string(),
    /** What is drawn for its channel, as in the list of channels. */
    avatar: z.object({ id: f.id, letters: z.string() }),
    type: z.enum(CHANNEL_TYPES),
    /** Of its picture; null: none was chosen. */
    color: z.nullable(f.colour),
    /** The documents that the caller can begin here; none without an office server. */
    new_documents: z.array(z.enum(NEW_DOCUMENTS)),
  }),
});
export type Cloud = z.output<typeof cloud>;

/** A file is FILE, a folder DIR; who asks may also say `folder`, and a reader takes both for a folder (C-3.45). */
export const FILE_TYPES = ['FILE', 'DIR', 'folder'] as const;
/** What the server says and looks for. */
export type CloudFileType = Exclude<(typeof FILE_TYPES)[number], 'folder'>;

/** For what a content is kept. What a message of the chat carries lies in a folder of that kind as well. */
export const FILE_PURPOSES = ['cloud_file', 'chat_attachment'] as const;

const place = z.object({ uuid: f.uuid, name: z.string() });

/** That something lies in a folder (T-3.19); null: in the cloud itself. */
export const fileParent = z.object({ file_id: f.id, parent_id: z.nullable(f.id) });
export type FileParent = z.output<typeof fileParent>;

const bringer = z.object({ id: f.id, firstname: z.string(), lastname: z.string() });

/**
 * A file or folder of a cloud, as one reader gets it (T-3.76). `uuid` names it everywhere, `id` within its cloud. What the chat holds lies
 * in a folder of its own, which nobody writes (C-3.44): that folder has the number and the uuid of the chat, what lies in it those of its file.
 */
export const cloudFile = z.object({
  id: f.id,
  uuid: f.uuid,
  cloud_id: f.id,
  user_id: z.nullable(f.id),
  /** The person who brought it; null: nobody who is still there. */
  user: z.nullable(bringer),
  /** The folder that it lies in; null: the cloud itself. */
  parent_id: z.nullable(f.id),
  /** What its content is kept for; null of folders, but `chat_attachment` of the one with the files of the chat. */
  reserved: z.nullable(z.enum(FILE_PURPOSES)),
  /** SHA-256 of its content in hexadecimal digits, by which a copy is compared; null of folders. */
  hash: z.nullable(z.string()),
  /** With its extension. */
  name: z.string(),
  /** The names of the folders that lead to it and its own, `/Noten/Lied.pdf`: how a list or a change of a name names it. */
  path: z.string(),
  /** In lower case and without the point; empty of folders. */
  extension: z.string(),
  file_type: z.enum(FILE_TYPES),
  /** MIME type by its content; empty of folders. */
  type: z.string(),
  /** Bytes; of a folder all that is below it. */
  size: z.int(),
  /** How long a film or a recording lasts; null: it is none, or does not say it. */
  duration_in_seconds: z.nullable(z.int()),
  /** The address of a picture in small; null: it has none. */
  thumbnail: z.nullable(z.string()),
  /** How many files and folders a folder holds; 0 of files. */
  children_count: z.int(),
  /** What somebody says of it, in lines; may be empty. */
  description: z.string(),
  /** What a picture shows, for those who cannot see it; may be empty. */
  alt_name: z.string(),
  is_protected_folder: z.boolean(),
  /** Of a folder: something is handed in there until then, which is shown to its owner and to who reviews. */
  upload_limited_at: z.nullable(f.instant),
  /** Of a folder: the extensions of the files that it is limited to; empty: it says nothing of its own. */
  allowed_extensions: z.array(z.string()),
  /** When it came into the hand-in folder that it lies below; null: it lies in none. */
  handed_in_at: z.nullable(f.instant),
  /** When it was given back to the pupil to whom alone it is shown, apart from who reviews; null: it was not. */
  returned_at: z.nullable(f.instant),
  /** Everybody who brings files to its place edits it online; else its owner and who manages the cloud alone (C-4.77). */
  is_collaborative: z.boolean(),
  can_show_preview: z.boolean(),
  /** When the addresses of this answer end: who still shows it then asks again. */
  expires_at: f.instant,
  created_at: f.instant,
  updated_at: f.instant,
  /** The folder that it lies in; null: none. */
  parent: z.nullable(place),
  can: z.object(fileFlags),
  meta: z.object({
    /** The address to read it at, made for this reader; null for folders. */
    uri: z.nullable(z.string()),
    /** The address to save it from: a file, or a folder as a ZIP; null: its content is not there any more. */
    download_uri: z.nullable(z.string()),
    /** The path of its details, below the base path. */
    details_uri: z.string(),
    absolute_path: z.string(),
    /** The path of the folder that it lies in. */
    parent: z.string(),
    subtitle: z.nullable(z.string()),
    thumbnail_uri: z.nullable(z.string()),
    has_thumbnail: z.boolean(),
    /** There is an office server that edits it. */
    has_wopi_support: z.boolean(),
    /** Where it is edited; null: not by this reader. */
    edit_uri: z.nullable(z.string()),
    /** Opens it there for this reader; only in the answer about this one file (C-9.28). */
    edit_access_token: z.nullable(z.string()),
    /** When that ends. */
    edit_expires_at: z.nullable(f.instant),
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
  /**
   * What lies in the cloud that was asked for, a share of what the school has: in whole megabytes for those who do not review it. `bin` is
   * what of it lies in the bin as far as the caller sees it; `versions` is former contents of files, null for those who do not review.
   */
  channel: z.nullable(z.object({ ...filled.shape, bin: z.int(), versions: z.nullable(z.int()) })),
  /** The same of all people of the school, for those who look after it; null for everybody else. */
  school: z.nullable(filled),
});
export type CloudUsage = z.output<typeof cloudUsage>;

/** The room of a school for files, for those who look after it; all numbers are bytes. */
export const storage = z.object({
  school: filled,
  /** The most that the server lets a person have. */
  person_maximum: z.int(),
  /** What the school lets a person have; null: as much as the server does. */
  person_limit: z.nullable(z.int()),
});
export type Storage = z.output<typeof storage>;

/** What one person of a school has uploaded. */
export const storageUse = z.object({
  user_id: f.id,
  firstname: z.string(),
  lastname: z.string(),
  files_count: z.int(),
  /** Bytes, and how many they may have. */
  ...filled.shape,
});
export type StorageUse = z.output<typeof storageUse>;

/** A file that comes in parts. */
export const partialUpload = z.object({
  uuid: f.uuid,
  name: z.string(),
  /** Bytes that it will have, and that are there. */
  size: z.int(),
  offset: z.int(),
  /** Where its parts go. */
  uri: z.string(),
  /** When what has come of it is forgotten. */
  expires_at: f.instant,
});
export type PartialUpload = z.output<typeof partialUpload>;

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

/** A cloud with what lies at its top, as its list answers without any wish: the page that is read first. */
export const cloudDetails = z.object({ ...cloud.shape, files: z.array(cloudFile) });
export type CloudDetails = z.output<typeof cloudDetails>;

/** A file or folder with the folders above it, the uppermost first. */
export const cloudFileDetails = z.object({
  ...cloudFile.shape,
  parents: z.array(z.object({ ...place.shape, ...fileParent.shape })),
  /** Of a folder: what lies in it, as its list answers without any wish; empty of files. */
  children: z.array(cloudFile),
  /** Of a folder: the extensions that it takes, by itself or by a folder above it; empty: all. */
  taken_extensions: z.array(z.string()),
});
export type CloudFileDetails = z.output<typeof cloudFileDetails>;

/** How online editing stands, for those who look after the school. */
export const officeState = z.object({
  /** The office server; null: none is set. */
  host: z.nullable(z.string()),
  /** Why nothing can be edited; null: it can. */
  problem: z.nullable(z.enum(OFFICE_PROBLEMS)),
  /** The extensions of what it edits. */
  extensions: z.array(z.string()),
});
export type OfficeState = z.output<typeof officeState>;

/** A file, or a folder with all that was in it, in the bin of a cloud. */
export const binEntry = z.object({
  id: f.id,
  uuid: f.uuid,
  cloud_id: f.id,
  name: z.string(),
  extension: z.string(),
  file_type: z.enum(FILE_TYPES),
  /** Bytes, of a folder with all that went with it; they count until it goes for good. */
  size: z.int(),
  /** How many files went with a folder; 1 of a file. */
  files_count: z.int(),
  deleted_at: f.instant,
  /** When it goes for good. */
  expires_at: f.instant,
  can: z.object(binFlags),
  meta: z.object({
    /** The path of the folder that it lay in, and comes back to unless that is gone. */
    parent: z.string(),
    /** That folder is gone: it comes back to the nearest one that is left. */
    is_parent_gone: z.boolean(),
    /** The person who deleted it; null: nobody who is still there. */
    deleted_by: z.nullable(z.string()),
    /** The person who brought it; null: nobody who is still there. */
    username: z.nullable(z.string()),
  }),
});
export type BinEntry = z.output<typeof binEntry>;

/** A former content of a file. */
export const fileVersion = z.object({
  uuid: f.uuid,
  /** Bytes. */
  size: z.int(),
  /** When it was written, and by whom; null: nobody who is still there. */
  written_at: f.instant,
  written_by: z.nullable(z.string()),
  /** When another content took its place, and when it goes for good. */
  replaced_at: f.instant,
  expires_at: f.instant,
  meta: z.object({
    /** The address to save it from, made for this reader. */
    download_uri: z.string(),
  }),
});
export type FileVersion = z.output<typeof fileVersion>;
