import type { PersonalArchive } from '@kreide/core/features/personal-data';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import type { PersonKey } from '../../users/index.ts';

export interface ArchiveKey {
  readonly school_id: number;
  readonly id: number;
}

function archivesOf(db: Kysely<DB>, { school_id, user_id }: PersonKey) {
  return db
    .selectFrom('personal_archives')
    .select(['id', 'state', 'progress', 'size', 'created_by', 'created_at', 'expires_at'])
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id);
}
type ArchiveRow = Awaited<ReturnType<typeof listArchives>>[number];

/** An archive as its reader sees it; one that did not become ready in time has failed. */
export function toArchive({ created_by, ...row }: ArchiveRow, userId: number, now: Date): PersonalArchive {
  const isOver = row.state === 'WAITING' && row.expires_at <= now.toISOString();
  return { ...row, state: isOver ? 'FAILED' : row.state, is_by_school: created_by !== userId };
}

/** The archives about a person that are not removed, newest first; with `by` those that one has asked for. */
export async function listArchives(db: Kysely<DB>, person: PersonKey, by: number | null) {
  let query = archivesOf(db, person).orderBy('id', 'desc');
  if (by !== null) query = query.where('created_by', '=', by);
  return query.execute();
}

/** An archive that can be downloaded. */
export async function findReady(
  db: Kysely<DB>,
  person: PersonKey,
  { id, by }: { id: number; by: number | null },
  now: Date,
) {
  let query = archivesOf(db, person)
    .select('file_uuid')
    .where('id', '=', id)
    .where('state', '=', 'READY')
    .where('expires_at', '>', now.toISOString());
  if (by !== null) query = query.where('created_by', '=', by);
  return query.executeTakeFirst();
}

/** What was asked for about a person since then, oldest first. */
export async function listAskedSince(db: Kysely<DB>, person: PersonKey, since: Date) {
  return archivesOf(db, person).where('created_at', '>', since.toISOString()).orderBy('id').execute();
}

export async function addArchive(
  db: Kysely<DB>,
  person: PersonKey,
  { by, now, end }: { by: number; now: Date; end: Date },
): Promise<ArchiveRow> {
  return db
    .insertInto('personal_archives')
    .values({ ...person, created_by: by, created_at: now.toISOString(), expires_at: end.toISOString() })
    .returning(['id', 'state', 'progress', 'size', 'created_by', 'created_at', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** An archive that is to be made; undefined: it was made, given up, or is of nobody any more. */
export async function findWaiting(db: Kysely<DB>, { school_id, id }: ArchiveKey) {
  return db
    .selectFrom('personal_archives')
    .select(['school_id', 'user_id', 'file_uuid', 'created_by'])
    .$narrowType<{ user_id: number }>()
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('user_id', 'is not', null)
    .executeTakeFirst();
}

interface Progress {
  readonly state?: 'READY' | 'FAILED';
  readonly progress?: number;
  readonly size?: number;
  readonly expires_at?: string;
}

/** Writes how far an archive is; false: it is of nobody any more. */
export async function updateArchive(db: Kysely<DB>, { school_id, id }: ArchiveKey, values: Progress): Promise<boolean> {
  const changed = await db
    .updateTable('personal_archives')
    .set(values)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Archives of all schools whose time is over. */
export async function listOver(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('personal_archives')
    .select(['school_id', 'id', 'file_uuid'])
    .where('expires_at', '<', now.toISOString())
    .execute();
}

export async function removeArchive(db: Kysely<DB>, { school_id, id }: ArchiveKey): Promise<void> {
  await db.deleteFrom('personal_archives').where('school_id', '=', school_id).where('id', '=', id).execute();
}

const LONG_AGO = '1970-01-01T00:00:00.000Z';

/** Archives about somebody who is erased are over; those that they asked for about others forget who it was. */
export async function eraseArchives(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .updateTable('personal_archives')
    .set({ user_id: null, expires_at: LONG_AGO })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
  await db
    .updateTable('personal_archives')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

export const archiveData: PersonalData = {
  personal_archives: async (db, person) => {
    const rows = await archivesOf(db, person).orderBy('id').execute();
    return rows.map(({ state, size, created_at, expires_at, created_by }) => ({
      state,
      size,
      created_at,
      expires_at,
      is_own: created_by === person.user_id,
    }));
  },
};
