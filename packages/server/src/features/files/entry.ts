import { extensionOf, type FileEntry } from '@kreide/core/features/files';
import { type FileAudience, signFileAddress } from '../../kernel/files/index.ts';

/** The columns of `filesPart` that an entry is made of. */
export interface ShownFile {
  readonly uuid: string;
  readonly name: string;
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
}

/** A file as one reader gets it, with an address of their own. */
export function toFileEntry(file: ShownFile, { audience, key, now }: FileReader): FileEntry {
  const { uuid, name, mime, size, width, height, alt_name } = file;
  const url = signFileAddress(key, { uuid, name, audience }, now);
  const extension = extensionOf(name);
  return { uuid, name, type: mime, extension, size, width, height, alt_name, url };
}
