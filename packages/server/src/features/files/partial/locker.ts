import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { holdPartial, type PartialKey, releasePartial, takePartial } from '../queries/partial.ts';

/** How the protocol names an upload: with its school, which every statement needs. */
export const idOf = ({ school_id, uuid }: PartialKey): string => `${school_id}.${uuid}`;

/** The upload of such a name. */
export function keyOf(id: string): PartialKey {
  const [school = '', uuid = ''] = id.split('.');
  return { school_id: Number(school), uuid };
}

/** How often a holder says that it is there, and somebody who waits looks again, ms. */
const BEAT = 1000;
/** So long is waited for a holder that has to let go, ms: one whose process is gone is forgotten before. */
const PATIENCE = 20_000;

/**
 * One request at a time for an upload, among all processes. A sender whose line broke comes back while its former request still waits for
 * bytes: whoever waits is seen by the holder, which then lets go.
 */
export function partialLocker(db: Kysely<DB>): Locker {
  function newLock(id: string): Lock {
    const key = keyOf(id);
    const token = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    return {
      async lock(signal, release) {
        const end = Date.now() + PATIENCE;
        for (;;) {
          const state = await takePartial(db, key, token);
          if (state === 'taken') break;
          if (state === 'gone') throw ERRORS.FILE_NOT_FOUND;
          if (signal.aborted || Date.now() > end) throw ERRORS.ERR_LOCK_TIMEOUT;
          await pause(BEAT / 4);
        }
        timer = setInterval(() => {
          holdPartial(db, key, token).then(
            (isWanted) => isWanted && release(),
            // Without the database the hold ends by itself.
            () => undefined,
          );
        }, BEAT);
      },
      async unlock() {
        clearInterval(timer);
        await releasePartial(db, key, token);
      },
    };
  }
  return { newLock };
}
