import {
  type ConnectorRun,
  type Reading,
  RUNS_PAGE,
  type SyncSource,
  syncSource,
} from '@kreide/core/features/data-sync';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';

/** Runs are kept for so long, ms. */
const RUNS_KEPT = 400 * 86_400_000;

export interface StoredSources {
  readonly sources: SyncSource[];
  readonly updated_at: string | null;
}

/** Where the people of a school stand in its directory; nobody has said it: nowhere. */
export async function findSources(db: Kysely<DB>, schoolId: number): Promise<StoredSources> {
  const row = await db
    .selectFrom('data_sync_sources')
    .select(['sources', 'updated_at'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
  return row
    ? { sources: z.parse(z.array(syncSource), row.sources), updated_at: row.updated_at }
    : { sources: [], updated_at: null };
}

/**
 * Keeps it. False: somebody has changed it since.
 * @param since the `updated_at` that it was made from; null: nothing was saved
 */
export async function saveSources(
  db: Kysely<DB>,
  schoolId: number,
  { sources, since, now }: { sources: readonly SyncSource[]; since: string | null; now: Date },
): Promise<boolean> {
  const values = { sources: toJsonText([...sources]), updated_at: now.toISOString() };
  if (since === null) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('data_sync_sources')
      .values({ school_id: schoolId, ...values })
      .onConflict((conflict) => conflict.column('school_id').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }
  const { numUpdatedRows } = await db
    .updateTable('data_sync_sources')
    .set(values)
    .where('school_id', '=', schoolId)
    .where('updated_at', '=', since)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What happens every night at a school, and when next. */
export interface StoredNights {
  readonly is_on: boolean;
  readonly reads_people: boolean;
  readonly due_at: string | null;
}

export async function findNights(db: Kysely<DB>, schoolId: number): Promise<StoredNights> {
  const row = await db
    .selectFrom('data_sync_nights')
    .select(['is_on', 'reads_people', 'due_at'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
  return row ?? { is_on: false, reads_people: false, due_at: null };
}

export async function saveNights(
  db: Kysely<DB>,
  schoolId: number,
  { due, ...said }: { due: Date } & Partial<Pick<StoredNights, 'is_on' | 'reads_people'>>,
): Promise<void> {
  const values = { ...said, due_at: due.toISOString() };
  await db
    .insertInto('data_sync_nights')
    .values({ school_id: schoolId, is_on: false, ...values })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(values))
    .execute();
}

/** Schools whose night has come. */
export async function listDueNights(db: Kysely<DB>, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('data_sync_nights')
    .select('school_id')
    .where((eb) => eb.or([eb('is_on', '=', true), eb('reads_people', '=', true)]))
    .where('due_at', '<=', now.toISOString())
    .execute();
  return rows.map(({ school_id }) => school_id);
}

/** Each time goes to whoever comes first: undefined, somebody has taken it. */
export async function takeNight(
  db: Kysely<DB>,
  schoolId: number,
  now: Date,
  next: Date,
): Promise<Pick<StoredNights, 'is_on' | 'reads_people'> | undefined> {
  return db
    .updateTable('data_sync_nights')
    .set({ due_at: next.toISOString() })
    .where('school_id', '=', schoolId)
    .where((eb) => eb.or([eb('is_on', '=', true), eb('reads_people', '=', true)]))
    .where('due_at', '<=', now.toISOString())
    .returning(['is_on', 'reads_people'])
    .executeTakeFirst();
}

export async function addRun(
  db: Kysely<DB>,
  schoolId: number,
  { at, ...run }: Omit<ConnectorRun, 'id' | 'at'> & { at: Date },
): Promise<void> {
  await db
    .insertInto('data_sync_runs')
    .values({ school_id: schoolId, at: at.toISOString(), ...run })
    .execute();
}

/** A page of runs, the newest first, and the first of the next. */
export async function listRuns(db: Kysely<DB>, schoolId: number, page: number): Promise<ConnectorRun[]> {
  return db
    .selectFrom('data_sync_runs')
    .select(['id', 'at', 'is_nightly', 'outcome', 'reason', 'connected', 'gone', 'back'])
    .$narrowType<Pick<ConnectorRun, 'outcome' | 'reason'>>()
    .where('school_id', '=', schoolId)
    .orderBy('id', 'desc')
    .offset((page - 1) * RUNS_PAGE)
    .limit(RUNS_PAGE + 1)
    .execute();
}

/** How the last night went; undefined: there was none. */
export async function lastNight(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('data_sync_runs')
    .select(['outcome', 'reason'])
    .where('school_id', '=', schoolId)
    .where('is_nightly', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function pruneRuns(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('data_sync_runs')
    .where('at', '<', new Date(now.getTime() - RUNS_KEPT).toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function addReading(
  db: Kysely<DB>,
  schoolId: number,
  { at, ...reading }: Omit<Reading, 'id' | 'at'> & { at: Date },
): Promise<void> {
  await db
    .insertInto('data_sync_readings')
    .values({ school_id: schoolId, at: at.toISOString(), ...reading })
    .execute();
}

/** A page of readings, the newest first, and the first of the next. */
export async function listReadings(db: Kysely<DB>, schoolId: number, page: number): Promise<Reading[]> {
  return db
    .selectFrom('data_sync_readings')
    .select(['id', 'at', 'outcome', 'reason', 'import_id', 'added', 'changed', 'missing', 'questions'])
    .$narrowType<Pick<Reading, 'outcome' | 'reason'>>()
    .where('school_id', '=', schoolId)
    .orderBy('id', 'desc')
    .offset((page - 1) * RUNS_PAGE)
    .limit(RUNS_PAGE + 1)
    .execute();
}

/** How the last reading went; undefined: there was none. */
export async function lastReading(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('data_sync_readings')
    .select(['outcome', 'reason'])
    .where('school_id', '=', schoolId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function pruneReadings(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('data_sync_readings')
    .where('at', '<', new Date(now.getTime() - RUNS_KEPT).toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
