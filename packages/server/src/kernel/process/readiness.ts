import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database, Queries } from '../data/database.ts';
import type { Misfit } from '../data/installation.ts';
import { reasonOf } from '../log.ts';

/** An answer is due within two seconds (D-4.01). */
const LIMIT_MS = 1500;
/** Below this the disk counts as full: uploads and the database's log would fail next. */
export const FREE_BYTES_MINIMUM = 64 * 1024 * 1024;

export interface ReadinessParts {
  readonly database: Pick<Database, 'kysely' | 'isListening'>;
  /** The folder of files, and that of files that are arriving. */
  readonly folders: { readonly files: string; readonly uploads?: string };
  /** Holds the process against its installation (`createFitting`); it asks the database. */
  readonly misfitOf?: (db: Queries) => Promise<Misfit | null>;
  readonly limitMs?: number;
  /** Bytes that are free on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** What a process lacks to work: told to whoever asks, the reason to the log only. */
export type Part = 'database' | 'notifications' | 'files' | 'uploads' | 'disk' | Misfit['part'];

export class NotReady extends Error {
  readonly part: Part;

  constructor(part: Part, message: string, options?: ErrorOptions) {
    super(message, options);
    this.part = part;
  }

  /** A failure that names no part comes from the database. */
  static of(thrown: unknown, part: Part = 'database'): NotReady {
    return thrown instanceof NotReady ? thrown : new NotReady(part, reasonOf(thrown).reason, { cause: thrown });
  }
}

/**
 * Whether this process can work: resolves, or rejects with the reason. A check that hangs counts as failed after the
 * limit, and is not repeated before it has ended, so that a hung database is not asked again and again.
 */
export function createReadiness(parts: ReadinessParts) {
  const { database, folders, misfitOf = ask, limitMs = LIMIT_MS, freeBytes = freeOf } = parts;
  let running: Promise<void> | null = null;

  async function check(): Promise<void> {
    const misfit = await misfitOf(database.kysely);
    if (misfit) throw new NotReady(misfit.part, misfit.reason);
    if (!database.isListening()) throw new NotReady('notifications', 'notifications of other processes do not arrive');
    await checkFolder('files', folders.files);
    if (folders.uploads !== undefined) await checkFolder('uploads', folders.uploads);
  }

  async function checkFolder(part: 'files' | 'uploads', folder: string): Promise<void> {
    try {
      // Each upload makes it where it is missing, so that alone is no fault.
      if (part === 'uploads') await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      const free = await freeBytes(folder);
      if (free < FREE_BYTES_MINIMUM)
        throw new NotReady('disk', `the disk is full: ${free} bytes are free in ${folder}`);
    } catch (thrown) {
      throw NotReady.of(thrown, part);
    }
  }

  return async (): Promise<void> => {
    running ??= check().finally(() => {
      running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new NotReady('database', `no answer of the database within ${limitMs} ms`)),
        limitMs,
      );
    });
    try {
      await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function ask(db: Queries): Promise<null> {
  await sql`select 1`.execute(db);
  return null;
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
