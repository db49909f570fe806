import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { shelves, UNFINISHED_KEY } from '../../kernel/storage.ts';

const unfinished = z.object({
  uuid: z.string(),
  owner: z.string(),
  cloudId: z.string(),
  parent: z.nullable(z.string()),
  name: z.string(),
  /** Bytes of the file, and how many of them the server has had. */
  size: z.int(),
  offset: z.int(),
  /** When the file was changed last, epoch ms: one of the same name may be another. */
  modified: z.number(),
  alt_name: z.string(),
  hasPush: z.boolean(),
  isReplacing: z.boolean(),
});
/** A large file that is on its way in parts: the device remembers it, so that it goes on after the page was left. */
export type Unfinished = z.output<typeof unfinished>;

function readAll(): readonly Unfinished[] {
  try {
    const { data } = z.array(unfinished).safeParse(JSON.parse(shelves.local.getItem(UNFINISHED_KEY) ?? '[]'));
    return data ?? [];
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
