import { extensionOf, type FileEntry } from '@kreide/core/features/files';
import { API_BASE } from '@kreide/core/kernel';
import { type FileAudience, signFileAddress, toFileName } from '../../kernel/files/index.ts';

/** A file by the table of what it belongs to: never by a text that somebody wrote. */
export interface OwnedFile {
  readonly uuid: string;
  readonly name: string;
}

/** The columns of `filesPart` that an entry is made of. */
export interface ShownFile extends OwnedFile {
  readonly mime: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt_name: string;
}

/** For whom an answer is, and what their addresses are signed with. */
export interface FileReader {
  readonly audience: FileAudience;
  readonly key: Uint8Array;
  readonly now: Date;
  /** Where the address is seen on foreign pages: this server. */
  readonly base?: string;
}

/** The address of a file for one reader; the only place that signs one. What the file belongs to decides at every read. */
export const addressOf = ({ uuid, name }: OwnedFile, { audience, key, now, base = '' }: FileReader): string =>
  base + signFileAddress(key, { uuid, name, audience }, now);

/** The address of a folder as one archive, `/v1/cloud/folders/{uuid}/{name}.zip?…`. */
export const archiveAddressOf = (folder: OwnedFile, reader: FileReader): string =>
  addressOf({ uuid: folder.uuid, name: toFileName(`${folder.name}.zip`) }, reader).replace(
    `${API_BASE}/files/`,
    `${API_BASE}/cloud/folders/`,
  );

/** A file as one reader gets it, with an address of their own. */
export function toFileEntry(file: ShownFile, reader: FileReader): FileEntry {
  const { uuid, name, mime, size, width, height, alt_name } = file;
  const extension = extensionOf(name);
  return { uuid, name, type: mime, extension, size, width, height, alt_name, url: addressOf(file, reader) };
}
