import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileAudience } from '../../kernel/files/index.ts';
import type { FilePurpose } from './queries/uploads.ts';
import type { findFile } from './queries.ts';

/** A file that is asked for. */
export type AskedFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** The feature that files belong to: it says at every read who may have one now, by its own tables. */
export interface FileOwner {
  /** At an address that a person was given earlier: somebody who has left may not. */
  readonly person: (db: Kysely<DB>, file: AskedFile, userId: number, now: Date) => Promise<boolean>;
  /** At an address that all of a school share who were told of what the file belongs to; left out: at none. */
  readonly school?: (db: Kysely<DB>, file: AskedFile, now: Date) => Promise<boolean>;
  /** At an address for everybody, which ends with what the file belongs to; left out: at none. */
  readonly everybody?: (db: Kysely<DB>, file: AskedFile, now: Date) => Promise<boolean>;
  /** Is told of what is sent of a file: so many bytes, from its beginning or from further on; left out: nothing is counted. */
  readonly sent?: (db: Kysely<DB>, file: AskedFile, part: { bytes: number; isBeginning: boolean }) => Promise<void>;
}

export type FileOwners = Readonly<Record<FilePurpose, FileOwner>>;

export interface Reading {
  readonly owners: FileOwners;
  /** Is somebody still at a school? */
  readonly isPresent: (db: Kysely<DB>, schoolId: number, userId: number, now: Date) => Promise<boolean>;
}

/** The feature that a file belongs to; null: it belongs to nothing yet. */
export const ownerOf = ({ is_kept, reserved }: AskedFile, owners: FileOwners): FileOwner | null =>
  is_kept && reserved !== null ? owners[reserved as FilePurpose] : null;

/** May whoever an address was made for read this file now? What belongs to nothing yet is for who has brought it. */
export async function mayRead(
  db: Kysely<DB>,
  file: AskedFile,
  audience: FileAudience,
  { owners, isPresent }: Reading,
  now: Date,
): Promise<boolean> {
  const [kind, number] = audience.split(':');
  const owner = ownerOf(file, owners);
  if (kind === 'public') return (await owner?.everybody?.(db, file, now)) ?? false;
  if (kind === 'school') return Number(number) === file.school_id && ((await owner?.school?.(db, file, now)) ?? false);
  const userId = Number(number);
  if (!(await isPresent(db, file.school_id, userId, now))) return false;
  return file.is_kept ? ((await owner?.person(db, file, userId, now)) ?? false) : file.created_by === userId;
}
