import { SOURCES } from '@kreide/core/features/timetable-import';

/** A file of the watched folder at one poll. */
export interface Look {
  size: number;
  /** Time of the last change, ms. */
  mtime: number;
}
export type Listing = ReadonlyMap<string, Look>;

/** State of the watcher between two polls. */
export interface WatchState {
  /** Files as they were when last uploaded. */
  handled: Listing;
  previous: Listing;
  /** Time of the last change in the folder, ms. */
  restless_at: number;
}

/** Files written within this time of each other belong to one export, ms; planning programs write a dozen in a row. */
export const TOGETHER = 120_000;

const ENDINGS = new Set<string>(SOURCES.flatMap((source) => [...source.files]));

/** Can this file be part of an export? Temporary files of programs that write and rename cannot. */
export function isExportName(name: string): boolean {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && ENDINGS.has(ending) && !/^[.~]/.test(name);
}

/** Files in the order of writing, split where a pause shows that the next export begins. */
function toExports(files: readonly (readonly [string, Look])[]): string[][] {
  const exports: string[][] = [];
  let edge = Number.NEGATIVE_INFINITY;
  for (const [name, look] of files.toSorted(([, a], [, b]) => a.mtime - b.mtime)) {
    if (look.mtime - edge > TOGETHER) exports.push([]);
    exports.at(-1)?.push(name);
    edge = look.mtime;
  }
  return exports;
}

/** The first poll: only the export that was written last counts as new. */
export function startWatch(listing: Listing, now: number): WatchState {
  const newest = new Set(toExports([...listing]).at(-1));
  const handled = new Map([...listing].filter(([name]) => !newest.has(name)));
  return { handled, previous: listing, restless_at: now };
}

function isSame(one: Look | undefined, other: Look | undefined): boolean {
  return one?.size === other?.size && one?.mtime === other?.mtime;
}

/**
 * One poll of the folder: the files of a finished export once nothing has changed for `settle` ms, else null. An empty
 * file has been created and not yet written. Waiting exports (the server was down) come one by one, oldest first.
 */
export function lookAgain(
  state: WatchState,
  listing: Listing,
  now: number,
  settle: number,
): { state: WatchState; complete: string[] | null } {
  const isQuiet =
    listing.size === state.previous.size &&
    [...listing].every(([name, look]) => isSame(look, state.previous.get(name)));
  const restless_at = isQuiet ? state.restless_at : now;
  const next: WatchState = { ...state, previous: listing, restless_at };
  const pending = [...listing].filter(([name, look]) => !isSame(look, state.handled.get(name)));
  const isWritten = pending.length > 0 && pending.every(([, look]) => look.size > 0);
  if (!isQuiet || !isWritten || now - restless_at < settle) return { state: next, complete: null };
  return { state: next, complete: toExports(pending)[0]?.toSorted() ?? null };
}

/** The state after these files, as they were at the poll, have been uploaded. */
export function settled(state: WatchState, names: readonly string[]): WatchState {
  const handled = new Map(state.handled);
  for (const name of names) {
    const look = state.previous.get(name);
    if (look) handled.set(name, look);
  }
  return { ...state, handled };
}

/** Do these files have content that was not uploaded before? */
export function isNewContent(
  hashes: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(hashes).some(([name, hash]) => known[name] !== hash);
}

/** Wait before an export is tried again after the n-th failure on the way, ms: 10 s doubling up to 10 min. */
export function toRetryWait(failures: number): number {
  return Math.min(600_000, 10_000 * 2 ** Math.max(0, failures - 1));
}
