import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { timetableEvents } from '@kreide/core/features/timetable';
import { SOURCES, timetableImportApi, UPLOAD_FILE_MAXIMUM } from '@kreide/core/features/timetable-import';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Actor } from '../../kernel/context.ts';
import type { DB } from '../../kernel/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { implement } from '../../kernel/implement.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { toJsonText } from '../../kernel/json.ts';
import { getSchool } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';
import { parseGrid } from './grid-option.ts';
import { prepareWorker } from './parse-in-worker.ts';
import { toLines } from './plan/lines.ts';
import { compareUpload, refreshUpload } from './preview.ts';
import type { processTask } from './process.ts';
import { publishUpload, undoUpload } from './publish.ts';
import {
  createUpload,
  findUpload,
  getUpload,
  listUploads,
  newestPublications,
  type UploadRow,
  updateUpload,
} from './queries.ts';
import type { RecentChange } from './recent-change.ts';
import type { StoredFile } from './stored.ts';
import { type Reader, toChangeRow, toUpload } from './words.ts';

/** Uploads per page. */
const PAGE = 20;

/** States in which the uploader may still discard a file. */
const DISCARDABLE: readonly UploadRow['state'][] = ['QUEUED', 'READY', 'FAILED'];

/** Sources whose files this version can read. */
const READABLE = new Set(['asc', 'untis', 'indiware', 'csv']);

/** Called in the transaction of a publication, after it, and before its undo: whoever has to be told about it. */
export type PlanPublished = (
  db: Kysely<DB>,
  plan: {
    school_id: number;
    school_year_id: number;
    upload_id: number;
    isUndone: boolean;
    from_version: number | null;
    to_version: number | null;
  },
  now: Date,
) => Promise<void>;

export interface TimetableImportParts {
  store: FileStore;
  process: ReturnType<typeof processTask>;
  recent: RecentChange;
  /** Invalidates all cached plans of the school. */
  changed: (schoolId: number) => void;
  published: PlanPublished;
}

async function show(db: Kysely<DB>, actor: Actor, rows: readonly UploadRow[], reader: Reader) {
  // Clients poll while a file is being read: that costs one query.
  const isAny = (has: (row: UploadRow) => boolean) => rows.some(has);
  const newest = isAny((row) => row.state === 'PUBLISHED') ? await newestPublications(db, actor.school_id) : new Set();
  const known = isAny((row) => row.school_year_id !== null) ? await listYears(db, actor.school_id) : [];
  const years = new Map(known.map((year) => [year.id, year]));
  const publish = actor.permissions.has('publish-timetable-entities');
  return rows.map((row) =>
    toUpload(row, row.school_year_id === null ? null : (years.get(row.school_year_id) ?? null), reader, {
      publish,
      isNewest: newest.has(row.id),
      isOwn: row.created_by === actor.user_id,
    }),
  );
}

async function showOne(db: Kysely<DB>, actor: Actor, row: UploadRow, reader: Reader) {
  const [upload] = await show(db, actor, [row], reader);
  if (!upload) throw new ApiError({ code: 'not_found' });
  return upload;
}

/** What the audit log keeps of a publication. */
function toRecorded({ source, format, school_year_id, published_revision, changes }: UploadRow) {
  const { added, changed, removed } = changes ?? {};
  return { source, format, school_year_id, published_revision, added, changed, removed };
}

/** Bounds of the school year in the format of the sources, `dd.mm.yyyy` (T-3.92). */
function germanDate(date: string): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/** A publication as those who are told about it know it. */
function toPlan({ school_id, school_year_id, id, previous_version_id, version_id }: UploadRow, isUndone: boolean) {
  if (school_year_id === null) throw new ApiError({ code: 'wrong_state' });
  const [from_version, to_version] = isUndone ? [version_id, previous_version_id] : [previous_version_id, version_id];
  return { school_id, school_year_id, upload_id: id, isUndone, from_version, to_version };
}

export function timetableImportHandlers({ store, process, recent, changed, published: told }: TimetableImportParts) {
  const toPublished = (schoolId: number, now: Date) => ({ school_id: schoolId, last_updated_at: now.toISOString() });

  return implement(timetableImportApi, {
    async sources({ query, actor, db }) {
      const years = await listYears(db, actor.school_id);
      const { active_school_year_id } = await getSchool(db, actor.school_id);
      const active = years.find((year) => year.id === active_school_year_id) ?? years.at(-1);
      const wanted = query.search?.toLowerCase() ?? '';
      return {
        data: SOURCES.filter((source) => source.name.toLowerCase().includes(wanted)).map((source) => ({
          key: source.key,
          name: source.name,
          choosable: source.choosable,
          file_types: [...source.files],
          is_readable: READABLE.has(source.key),
          options: source.key === 'untis' ? ['do_not_print'] : [],
          schoolyear_begins_at: active ? germanDate(active.begins_at) : null,
          schoolyear_ends_at: active ? germanDate(active.ends_at) : null,
        })),
      };
    },

    async create({ files, body, actor, db, write, record, now, t, language, fail }) {
      if (files.length === 0)
        return fail('invalid', {
          issues: [{ path: 'files', rule: 'required', message: t('kernel:rules.required', { field: 'files' }) }],
        });
      if (body.source && !SOURCES.find((source) => source.key === body.source)?.choosable) {
        return fail('invalid', {
          issues: [
            {
              path: 'body.source',
              rule: 'one_of',
              message: t('kernel:rules.one_of', {
                field: 'source',
                values: SOURCES.filter((one) => one.choosable)
                  .map((one) => one.key)
                  .join(', '),
              }),
            },
          ],
        });
      }
      const grid = body.grid === undefined ? undefined : parseGrid(body.grid, t);
      const years = await listYears(db, actor.school_id);
      if (body.school_year && !years.some((year) => year.name === body.school_year)) {
        return fail('invalid', {
          issues: [
            {
              path: 'body.school_year',
              rule: 'one_of',
              message: t('kernel:rules.one_of', {
                field: 'school_year',
                values: years.map((year) => year.name).join(', '),
              }),
            },
          ],
        });
      }
      prepareWorker();
      const stored: StoredFile[] = [];
      for (const file of files) {
        const file_uuid = randomUUID();
        await store.put(file_uuid, createReadStream(file.path), UPLOAD_FILE_MAXIMUM);
        stored.push({ name: file.name, size: file.size, file_uuid });
      }
      const { source, school_year, anchor, do_not_print } = body;
      const options = { source, school_year, anchor, do_not_print, grid };
      const trx = await write();
      const id = await createUpload(trx, {
        school_id: actor.school_id,
        options: toJsonText(options),
        files: toJsonText(stored),
        source: source ?? null,
        created_by: actor.user_id,
        created_at: now.toISOString(),
      });
      record({ entity: 'timetable_uploads', id, after: { files: files.map(({ name }) => name), ...options } });
      await enqueue(
        trx,
        process,
        { school_id: actor.school_id, upload_id: id },
        { queue: `timetable-import:${actor.school_id}` },
      );
      return { data: await showOne(trx, actor, await getUpload(trx, actor.school_id, id), { t, language }) };
    },

    async get({ params, actor, db, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      return row
        ? { data: await showOne(db, actor, await refreshUpload(db, row), { t, language }) }
        : fail('not_found');
    },

    async changes({ params, actor, db, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      const preview = await compareUpload(db, row);
      const lines = preview ? toLines(preview.state, preview.change, Number.POSITIVE_INFINITY) : row.changes?.lines;
      return {
        data: {
          revision: preview?.state.year.revision ?? row.changes?.revision ?? -1,
          is_complete: preview !== null,
          rows: (lines ?? []).map((line) => toChangeRow(line, { t, language })),
        },
      };
    },

    async status({ actor, db, t, language }) {
      const [row] = await listUploads(db, actor.school_id, 1, 1);
      return { data: row ? await showOne(db, actor, await refreshUpload(db, row), { t, language }) : null };
    },

    async list({ params, query, actor, db, t, language, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return {
        data: await show(db, actor, await listUploads(db, actor.school_id, query.page ?? 1, PAGE), { t, language }),
      };
    },

    async publish({ params, body, actor, db, write, record, emit, afterCommit, now, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      if (row.state !== 'READY') return fail('wrong_state');
      const trx = await write();
      await publishUpload(trx, row, body, now, recent);
      await emit(timetableEvents.published, { school: actor.school_id }, toPublished(actor.school_id, now));
      afterCommit(() => changed(actor.school_id));
      const published = await getUpload(trx, actor.school_id, row.id);
      await told(trx, toPlan(published, false), now);
      record({ entity: 'timetable_uploads', id: row.id, after: toRecorded(published) });
      return { data: await showOne(trx, actor, published, { t, language }) };
    },

    async discard({ params, actor, db, write, record, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      if (!DISCARDABLE.includes(row.state)) return fail('wrong_state');
      const trx = await write();
      const isDiscarded = await updateUpload(trx, row, { state: 'DISCARDED', parsed: null }, DISCARDABLE);
      if (!isDiscarded) return fail('wrong_state');
      record({ entity: 'timetable_uploads', id: row.id });
      return { data: await showOne(trx, actor, await getUpload(trx, actor.school_id, row.id), { t, language }) };
    },

    async undo({ params, actor, db, write, record, emit, afterCommit, now, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      if (row.state !== 'PUBLISHED') return fail('wrong_state');
      const trx = await write();
      await told(trx, toPlan(row, true), now);
      await undoUpload(trx, row, now);
      record({ entity: 'timetable_uploads', id: row.id, before: toRecorded(row) });
      await emit(timetableEvents.published, { school: actor.school_id }, toPublished(actor.school_id, now));
      afterCommit(() => changed(actor.school_id));
      return { data: await showOne(trx, actor, await getUpload(trx, actor.school_id, row.id), { t, language }) };
    },
  });
}
