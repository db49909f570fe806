import { access, constants, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../data/database.ts';

/** An answer is due within two seconds (D-4.01). */
const LIMIT_MS = 1500;
/** Below this the disk counts as full: uploads and the database's log would fail next. */
export const FREE_BYTES_MINIMUM = 64 * 1024 * 1024;

export interface ReadinessParts {
  readonly database: Pick<Database, 'kysely' | 'isListening'>;
  /** Where files are kept. */
  readonly folder: string;
  readonly limitMs?: number;
  /** Bytes that are free on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Whether this process can work: resolves, or rejects with the reason. A check that hangs counts as failed after the
 * limit, and is not repeated before it has ended, so that a hung database is not asked again and again.
 */
export function createReadiness({ database, folder, limitMs = LIMIT_MS, freeBytes = freeOf }: ReadinessParts) {
  let running: Promise<void> | null = null;

  async function check(): Promise<void> {
    await sql`select 1`.execute(database.kysely);
    if (!database.isListening()) throw new Error('notifications of other processes do not arrive');
    await access(folder, constants.R_OK | constants.W_OK);
    const free = await freeBytes(folder);
    if (free < FREE_BYTES_MINIMUM) throw new Error(`the disk is full: ${free} bytes are free in ${folder}`);
  }

  return async (): Promise<void> => {
    running ??= check().finally(() => {
      running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer of the database within ${limitMs} ms`)), limitMs);
    });
    try {
      await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
