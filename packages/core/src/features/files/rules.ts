/** Most bytes of one file. */
export const FILE_MAXIMUM_BYTES = 25 * 1024 * 1024;
/** Most bytes of a file that comes in parts. */
export const LARGE_FILE_MAXIMUM_BYTES = 2 * 1024 * 1024 * 1024;
/** A larger file comes in parts, so that it goes on where a line broke, bytes. */
export const LARGE_FILE_BYTES = 8 * 1024 * 1024;
/** Bytes of the pieces of which a file that comes in parts is hashed, and that a client of ours sends at once. */
export const UPLOAD_PIECE_BYTES = 8 * 1024 * 1024;
/** So long a file that comes in parts may take, ms. */
export const LARGE_UPLOAD_MS = 3 * 24 * 60 * 60 * 1000;
/** Most files of one person that are on their way in parts. */
export const LARGE_UPLOADS_MAXIMUM = 50;
/** Where the parts go, below the base path. */
export const UPLOAD_PATH = '/uploads';
/** How long an upload may take, ms (C-9.03). */
export const UPLOAD_TIMEOUT = 10_800_000;
/** Most characters of what a file shows. */
export const ALT_NAME_MAXIMUM = 300;

/** Why a file is not taken; the text is `files:rules.<rule>`. */
export type FileRule =
  | 'fileEmpty'
  | 'fileKind'
  | 'pictureDamaged'
  | 'altMax'
  | 'virus'
  | 'fileDiffers'
  | 'uploadsMany'
  | 'scannerAway'
  | 'quotaPerson'
  | 'quotaSchool';

/** The extension of a name, in lower case and without the dot; empty where there is none. */
export const extensionOf = (name: string): string => /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Does a name end with one of these extensions, which are given in lower case and without the dot? Where none is given, every
 * name does (C-5.24, T-5.20).
 */
export const hasAllowedExtension = (name: string, extensions: readonly string[]): boolean =>
  extensions.length === 0 || extensions.includes(extensionOf(name));
