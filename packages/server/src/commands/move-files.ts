import { ApiError } from '@kreide/core/kernel';
import { type FileStore, openListed, type StoredContent } from '../kernel/files/index.ts';
import { CommandError } from './failures.ts';

/** So many contents are on their way at a time. */
const TOGETHER = 4;

export interface Moved {
  /** Contents that were copied, and their bytes. */
  readonly count: number;
  readonly bytes: number;
  /** Contents that were there already. */
  readonly there: number;
  /** Contents that the other place alone has: they were deleted since they were copied, or it is the newer one. */
  readonly alone: readonly string[];
}

/**
 * Copies the contents of one store to another one, those alone that are not there yet: what was cut off goes on with the next call, and
 * what came meanwhile is copied by it. Nothing is removed. Throws `CommandError` when one of the stores is out of reach.
 * @param tell called after each content with the number of those that are there
 */
export async function copyContents(from: FileStore, to: FileStore, tell: (count: number) => void): Promise<Moved> {
  let [count, bytes, there] = [0, 0, 0];
  const alone = new Set<string>();
  try {
    const known = new Map<string, number>();
    for await (const { uuid, size } of to.list()) {
      known.set(uuid, size);
      alone.add(uuid);
    }
    const contents = from.list()[Symbol.asyncIterator]();
    const copyOne = async (listed: StoredContent) => {
      const { uuid, size } = listed;
      alone.delete(uuid);
      if (known.get(uuid) === size) {
        there += 1;
        return;
      }
      const content = await openListed(from, listed);
      if (content === null) return;
      const stored = await to.put(uuid, content, Number.POSITIVE_INFINITY);
      if (stored.size !== size) throw new CommandError(`${uuid} has ${stored.size} bytes instead of ${size}.`);
      count += 1;
      bytes += size;
    };
    let isCut = false;
    const work = async () => {
      try {
        for (let next = await contents.next(); !next.done && !isCut; next = await contents.next()) {
          await copyOne(next.value);
          tell(count + there);
        }
      } catch (thrown) {
        // The others end with what they have on their way: nothing is copied after this has been told.
        isCut = true;
        throw thrown;
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: TOGETHER }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.code === 'not_ready')) throw thrown;
    const reason = thrown.cause instanceof Error ? thrown.cause.message : String(thrown.cause);
    throw new CommandError(
      `The bucket is out of reach (${reason}). ${count} files were copied; the same command goes on from there.`,
    );
  }
  return { count, bytes, there, alone: [...alone] };
}
