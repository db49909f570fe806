import { max, required } from '../../validation/text.ts';
import { extensionOf } from '../files/index.ts';
import type { CloudFile } from './schema.ts';

/** Files and folders per page (C-9.08). */
export const CLOUD_PAGE = 12;
/** Clouds per page of the overview. */
export const CLOUDS_PAGE = 20;
/** Most files and folders of one channel. */
export const CLOUD_MAXIMUM_ENTRIES = 5000;
/** Most files of one upload, and most entries that are moved or deleted at once. */
export const CLOUD_UPLOAD_MAXIMUM = 20;
export const CLOUD_CHOICE_MAXIMUM = 200;
/** What is deleted lies in the bin for so many days, and what was replaced is a version for as many. */
export const CLOUD_KEPT_DAYS = 30;
/** People per page of those who have the most. */
export const STORAGE_PAGE = 20;
/** Things in the bin per page. */
export const CLOUD_BIN_PAGE = 20;
/** Most versions of one file; one more takes the oldest away. */
export const CLOUD_VERSIONS_MAXIMUM = 20;
/** While a document is edited online, it gets a version at the beginning and then one in so many minutes at most. */
export const EDIT_VERSION_MINUTES = 10;
/** Most characters of a name with its extension, and most folders inside each other. */
export const CLOUD_NAME_MAXIMUM = 180;
export const CLOUD_DEPTH_MAXIMUM = 12;
/** Most characters of what a file shows (C-5.25, C-9.29). */
export const CLOUD_ALT_MAXIMUM = 200;
/** Most characters of a remark with which something is given back. */
export const RETURN_REMARK_MAXIMUM = 2000;
/** Most characters of what is said of a file or folder. */
export const CLOUD_DESCRIPTION_MAXIMUM = 1000;
/** Most extensions that a folder can be limited to. */
export const CLOUD_EXTENSIONS_MAXIMUM = 20;
/** A larger file is not read to be shown before it is uploaded, bytes (C-5.26). */
export const CLOUD_PREVIEW_BYTES = 5 * 1024 * 1024;
/** Several are chosen only where there are as many (C-9.25). */
export const CLOUD_CHOICE_MINIMUM = 2;
/** How long an inline rename waits after its field has lost the focus, ms (C-9.26). */
export const RENAME_BLUR_MS = 200;

/** The orders of a list (C-2.124). */
export const CLOUD_ORDERS = ['name', 'type', 'size', 'created_at'] as const;
export type CloudOrder = (typeof CLOUD_ORDERS)[number];
export const CLOUD_DIRECTIONS = ['asc', 'desc'] as const;
export type CloudDirection = (typeof CLOUD_DIRECTIONS)[number];
export const CLOUD_ORDER_DEFAULT = { orderBy: 'name', orderDir: 'asc' } as const;

/** The sortings that are offered, in their order (C-2.124). */
export const CLOUD_SORTINGS: readonly { orderBy: CloudOrder; orderDir: CloudDirection }[] = [
  { orderBy: 'name', orderDir: 'asc' },
  { orderBy: 'name', orderDir: 'desc' },
  { orderBy: 'type', orderDir: 'asc' },
  { orderBy: 'type', orderDir: 'desc' },
  { orderBy: 'size', orderDir: 'asc' },
  { orderBy: 'size', orderDir: 'desc' },
  { orderBy: 'created_at', orderDir: 'desc' },
  { orderBy: 'created_at', orderDir: 'asc' },
];

/** The sorts of channels by which their clouds are told apart, the tabs of the overview (C-2.126). */
export const CLOUD_GROUPS = ['groups', 'conversations'] as const;
export type CloudGroup = (typeof CLOUD_GROUPS)[number];

/** DIR and `folder` say the same (C-3.45). */
export const isFolder = ({ file_type }: Pick<CloudFile, 'file_type'>): boolean => file_type !== 'FILE';

/** The kinds of files that people tell apart (C-3.49). */
const KINDS = {
  image: ['avif', 'bmp', 'gif', 'heic', 'jpeg', 'jpg', 'png', 'svg', 'tif', 'tiff', 'webp'],
  sheet: ['csv', 'numbers', 'ods', 'xls', 'xlsm', 'xlsx'],
  music: ['aac', 'flac', 'm4a', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba'],
  video: ['avi', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'ogv', 'webm'],
  pdf: ['pdf'],
  text: ['log', 'md', 'txt'],
  archive: ['7z', 'bz2', 'gz', 'rar', 'tar', 'zip'],
  slide: ['key', 'odp', 'pps', 'ppsx', 'ppt', 'pptx'],
  doc: ['doc', 'docm', 'docx', 'odt', 'pages', 'rtf'],
} as const satisfies Record<string, readonly string[]>;
export type FileKind = keyof typeof KINDS | 'other';

/** The kind of a file by its extension, in any case (C-3.49). */
export function kindOf(extension: string): FileKind {
  const wanted = extension.toLowerCase();
  const found = Object.entries(KINDS).find(([, extensions]) => (extensions as readonly string[]).includes(wanted));
  return (found?.[0] as FileKind | undefined) ?? 'other';
}

/** The extension as it stands at the end of a name, with its point; empty where there is none. */
const endOf = (name: string): string => {
  const { length } = extensionOf(name);
  return length === 0 ? '' : name.slice(-length - 1);
};

/** A name without its extension: the part that somebody edits who renames a file (C-5.23). */
export const stemOf = (name: string): string => {
  const end = endOf(name);
  return end === '' ? name : name.slice(0, -end.length);
};

/** A new name with the extension of the former one, whatever else was entered (C-5.23). */
export function keepExtension(name: string, former: string): string {
  const text = name.trim();
  const end = endOf(former);
  return end === '' || text.toLowerCase().endsWith(end.toLowerCase()) ? text : text + end;
}

/** A name that is free: `a.pdf`, `a (2).pdf`, `a (3).pdf`. Names are compared as `sameName` does. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(sameName(name))) return name;
  const end = endOf(name);
  for (let number = 2; ; number += 1) {
    const mark = ` (${number})`;
    const stem = [...stemOf(name)].slice(0, CLOUD_NAME_MAXIMUM - mark.length - end.length).join('');
    const free = stem + mark + end;
    if (!taken.has(sameName(free))) return free;
  }
}

/** Two names that are the same here are those of one file: on many devices case makes no difference. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase();

/** The problems that a change of a cloud can have; the text is `cloud:rules.<rule>`. */
export type CloudRule =
  | 'nameRequired'
  | 'nameMax'
  | 'nameSign'
  | 'nameTaken'
  | 'altMax'
  | 'filesRequired'
  | 'tooManyEntries'
  | 'quota'
  | 'limitMax'
  | 'uploadIncomplete'
  | 'depth'
  | 'intoItself'
  | 'othersInside'
  | 'handInsStay'
  | 'handInsBack'
  | 'returnEmpty'
  | 'remarkMax'
  | 'descriptionMax'
  | 'extensionSign'
  | 'extensionsMax'
  | 'fileExtension';

/** What is wrong with a name; null: nothing. A slash would be a folder, and points alone are none. */
export function nameProblem(name: string): Extract<CloudRule, `name${string}`> | null {
  const text = name.trim();
  if (!required(text) || /^\.+$/.test(text)) return 'nameRequired';
  if (!max(text, CLOUD_NAME_MAXIMUM)) return 'nameMax';
  return /[/\\\p{Cc}\p{Cf}]/u.test(text) ? 'nameSign' : null;
}

/** The problem of something that is given back; null: none. Words or a file are enough. */
export function returnProblem({
  remark,
  files,
}: {
  remark: string;
  files: number;
}): Extract<CloudRule, 'returnEmpty' | 'remarkMax'> | null {
  const text = remark.trim();
  if (text === '' && files === 0) return 'returnEmpty';
  return max(text, RETURN_REMARK_MAXIMUM) ? null : 'remarkMax';
}

/** The extensions that somebody has typed, `PDF, .docx`, as a folder keeps them: in lower case, without the point, each once. */
export const toExtensions = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^\*?\./, ''))
      .filter((one) => one !== ''),
  ),
];

/** The problem of the extensions that a folder is limited to; null: none. */
export function extensionsProblem(
  extensions: readonly string[],
): Extract<CloudRule, 'extensionSign' | 'extensionsMax'> | null {
  if (extensions.length > CLOUD_EXTENSIONS_MAXIMUM) return 'extensionsMax';
  return extensions.every((one) => /^[a-z0-9]{1,10}$/.test(one)) ? null : 'extensionSign';
}

/** Extensions as people read them: `PDF, DOCX`. */
export const writeExtensions = (extensions: readonly string[]): string =>
  extensions.map((one) => one.toUpperCase()).join(', ');
