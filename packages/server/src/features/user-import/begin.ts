import { randomUUID } from 'node:crypto';
import { type ComparisonType, IMPORT_FILE_MAXIMUM, type ImportProfile } from '@kreide/core/features/user-import';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely, Transaction } from 'kysely';
import type { AuditChange } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { type FileStore, own, putUnowned } from '../../kernel/files/index.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { requireComparing } from './open-run.ts';
import type { processTask } from './process.ts';
import { createRun, getRun, newestRun, type RunRow, updateRun } from './queries.ts';
import { prepareReader } from './read/read-in-worker.ts';
import { orderReading } from './resume.ts';
import type { StoredFile } from './stored.ts';

/** A list of people, from whomever it comes. */
export interface PeopleList {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface BeginParts {
  readonly kysely: Kysely<DB>;
  readonly store: FileStore;
  readonly process: ReturnType<typeof processTask>;
}

/** The call that brings a list. */
export interface BeginCall {
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly write: () => Promise<Transaction<DB>>;
  readonly record: (change: AuditChange) => void;
  readonly now: Date;
}

export interface AskedImport {
  readonly lists: readonly PeopleList[];
  readonly profile: ImportProfile;
  /** Whose ids they are. */
  readonly source: string;
  /** The list of the open comparison of this type, whose decisions stay; null: of none. */
  readonly comparison?: ComparisonType | null;
}

export const DROPPABLE: readonly RunRow['state'][] = ['OPEN', 'QUEUED', 'PROCESSING', 'READY', 'FAILED'];
/** A run that is no longer open keeps nothing of what was read. */
export const DROPPED = { state: 'DISCARDED', records: null } as const;

/** Keeps lists until they are read, or for a day while no run owns them. */
export async function storeLists(
  { kysely, store }: Pick<BeginParts, 'kysely' | 'store'>,
  lists: readonly PeopleList[],
  now: Date,
): Promise<StoredFile[]> {
  prepareReader();
  const stored = [];
  for (const list of lists) {
    const file_uuid = randomUUID();
    await putUnowned(kysely, store, { uuid: file_uuid, content: list.open(), maxBytes: IMPORT_FILE_MAXIMUM, now });
    stored.push({ name: list.name, size: list.size, file_uuid });
  }
  return stored;
}

export const toUuids = (stored: readonly StoredFile[]): string[] => stored.map(({ file_uuid }) => file_uuid);

/**
 * Takes lists of people for an import, which a job reads; an import that was open is dropped. Throws `import_busy` while one is
 * being saved, `comparison_over` where a list belongs to a comparison that is no longer open.
 */
export async function beginImport(
  { kysely, store, process }: BeginParts,
  { lists, profile, source, comparison = null }: AskedImport,
  { actor, db, write, record, now }: BeginCall,
): Promise<{ trx: Transaction<DB>; run: RunRow }> {
  const open = await newestRun(db, actor.school_id);
  if (open?.state === 'SAVING') throw new ApiError({ code: 'import_busy' });
  if (open && DROPPABLE.includes(open.state)) requireComparing(open, actor);
  const going = comparison !== null && open && DROPPABLE.includes(open.state) ? open : null;
  if (comparison !== null && going?.comparison?.type !== comparison) throw new ApiError({ code: 'comparison_over' });
  const stored = await storeLists({ kysely, store }, lists, now);
  const trx = await write();
  await own(trx, toUuids(stored));
  if (open) await updateRun(trx, open, DROPPED, DROPPABLE);
  const { school_id } = actor;
  const id = await createRun(trx, {
    school_id,
    source,
    profile: toJsonText(profile),
    files: toJsonText(stored),
    created_by: actor.user_id,
    created_at: now.toISOString(),
    ...(going?.comparison && {
      comparison: toJsonText(going.comparison),
      keeps_parents: going.keeps_parents,
      removed_ids: going.removed_ids,
      settled_ids: going.settled_ids,
    }),
    // What a list has already added to the school goes with its next reading.
    entities: toJsonText(open && DROPPABLE.includes(open.state) ? open.entities : {}),
  });
  record({ entity: 'user_imports', id, after: { source, files: lists.map(({ name }) => name) } });
  await orderReading(trx, process, { school_id, id });
  return { trx, run: await getRun(trx, { school_id, id }) };
}
