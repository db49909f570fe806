import { createStore } from 'zustand/vanilla';
import { shelves, UNFINISHED_KEY } from '../../kernel/storage.ts';

/** A large file that is on its way in parts: the device remembers it, so that it goes on after the page was left. */
export interface Unfinished {
  readonly uuid: string;
  readonly owner: string;
  readonly cloudId: string;
  readonly parent: string | null;
  readonly name: string;
  /** Bytes of the file, and how many of them the server has had. */
  readonly size: number;
  readonly offset: number;
  /** When the file was changed last, epoch ms: one of the same name may be another. */
  readonly modified: number;
  readonly alt_name: string;
  readonly hasPush: boolean;
  readonly isReplacing: boolean;
}

/** A large file that somebody brings, and where. */
export interface LargeFile extends Pick<Unfinished, 'owner' | 'cloudId' | 'alt_name' | 'hasPush' | 'isReplacing'> {
  readonly file: File;
  readonly parent: string | undefined;
}

/** Parsed without a schema: what this needs of the library would be part of every first visit. */
function isUnfinished(value: unknown): value is Unfinished {
  const one = value as Unfinished | null;
  return (
    one !== null &&
    typeof one === 'object' &&
    [one.uuid, one.owner, one.cloudId, one.name, one.alt_name].every((text) => typeof text === 'string') &&
    (one.parent === null || typeof one.parent === 'string') &&
    [one.size, one.offset, one.modified].every((number) => Number.isFinite(number)) &&
    [one.hasPush, one.isReplacing].every((flag) => typeof flag === 'boolean')
  );
}

function readAll(): readonly Unfinished[] {
  try {
    const stored: unknown = JSON.parse(shelves.local.getItem(UNFINISHED_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isUnfinished) : [];
  } catch {
    return [];
  }
}

/** All of this device. */
export const unfinishedUploads = createStore<{ all: readonly Unfinished[] }>(() => ({ all: readAll() }));

function write(all: readonly Unfinished[]): void {
  unfinishedUploads.setState({ all });
  try {
    shelves.local.setItem(UNFINISHED_KEY, JSON.stringify(all));
  } catch {
    // A device that is full remembers it until the page is left.
  }
}

export function remember(one: Unfinished): void {
  const { all } = unfinishedUploads.getState();
  write([...all.filter(({ uuid }) => uuid !== one.uuid), one]);
}

export function forgetUnfinished(uuid: string): void {
  write(unfinishedUploads.getState().all.filter((one) => one.uuid !== uuid));
}

/** Is this the file that was on its way? */
export const isSameFile = ({ name, size, modified }: Unfinished, file: File): boolean =>
  file.name === name && file.size === size && file.lastModified === modified;

/** What is on its way of a file to a place; undefined: it is a new one. */
export function findUnfinished(
  file: File,
  place: Pick<Unfinished, 'owner' | 'cloudId' | 'parent'>,
): Unfinished | undefined {
  return unfinishedUploads
    .getState()
    .all.find(
      (one) =>
        isSameFile(one, file) &&
        one.owner === place.owner &&
        one.cloudId === place.cloudId &&
        one.parent === place.parent,
    );
}
