import { randomUUID } from 'node:crypto';
import { timetableEvents } from '@kreide/core/features/timetable';
import {
  SOURCES,
  type SourceKey,
  timetableImportApi,
  UPLOAD_FILE_MAXIMUM,
} from '@kreide/core/features/timetable-import';
import { bytesOf, putUnowned } from '../../kernel/files/index.ts';
import { implement } from '../../kernel/http/implement.ts';
import { reserveAttempt } from '../auth/index.ts';
import { getSchool } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';
import { codeHandlers } from './code-handlers.ts';
import { parseGrid } from './grid-option.ts';
import { hashFiles } from './hash-files.ts';
import { prepareWorker } from './parse-in-worker.ts';
import type { TimetableImportParts } from './parts.ts';
import { toLines } from './plan/lines.ts';
import { compareUpload, refreshUpload } from './preview.ts';
import { forgetFiles } from './process.ts';
import { programHandlers } from './program-handlers.ts';
import { toPublication, toRecordedPublication } from './publication.ts';
import { publishUpload, undoUpload } from './publish.ts';
import { findUpload, getUpload, lastPublishedHash, listUploads, type UploadRow, updateUpload } from './queries.ts';
import { readingHandlers } from './reading-handlers.ts';
import { parseReading } from './reading-option.ts';
import { show, showOne } from './shown.ts';
import { toSource } from './sources.ts';
import { startUpload } from './start-upload.ts';
import type { StoredFile } from './stored.ts';
import { webUntisHandlers } from './webuntis/handlers.ts';
import { toChangeRow } from './words.ts';

/** States in which the uploader may still discard a file. */
const DISCARDABLE: readonly UploadRow['state'][] = ['QUEUED', 'READY', 'FAILED'];

export function timetableImportHandlers(parts: TimetableImportParts) {
  const { kysely, store, process, recent, changed, published: told } = parts;
  const toPublished = (schoolId: number, now: Date) => ({ school_id: schoolId, last_updated_at: now.toISOString() });

  return implement(timetableImportApi, {
    ...codeHandlers(),
    ...programHandlers(parts),
    ...readingHandlers(parts),
    ...webUntisHandlers(parts),

    async sources({ query, actor, db }) {
      const at = await toSource(db, actor.school_id);
      const wanted = query.search?.toLowerCase() ?? '';
      return { data: SOURCES.filter(({ name }) => name.toLowerCase().includes(wanted)).map(at) };
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
      const reading = body.reading === undefined ? undefined : parseReading(body.reading, t);
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
      const { school_year, anchor, do_not_print } = body;
      // A program does not know what was chosen since it was set up.
      const chosen = actor.is_program ? (await getSchool(db, actor.school_id)).timetable_source : null;
      const source = body.source ?? (chosen as SourceKey | null) ?? undefined;
      const options = { source, school_year, anchor, do_not_print, grid, reading };
      const hash = hashFiles(files, options);
      if (actor.is_program && (await lastPublishedHash(db, actor.school_id))?.equals(hash))
        return fail('unchanged_files');
      prepareWorker();
      const stored: StoredFile[] = [];
      for (const file of files) {
        const file_uuid = randomUUID();
        const content = bytesOf(file.path);
        await putUnowned(kysely, store, { uuid: file_uuid, content, maxBytes: UPLOAD_FILE_MAXIMUM, now });
        stored.push({ name: file.name, size: file.size, file_uuid });
      }
      const trx = await write();
      const told = { ...options, ...(actor.is_program && { by_program: true as const }) };
      const id = await startUpload(trx, process, actor, { files: stored, options: told, hash }, now);
      record({ entity: 'timetable_uploads', id, after: { files: files.map(({ name }) => name), ...options } });
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
      const [row] = await listUploads(db, actor.school_id);
      return { data: row ? await showOne(db, actor, await refreshUpload(db, row), { t, language }) : null };
    },

    async list({ params, query, actor, db, t, language, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return {
        data: await show(db, actor, await listUploads(db, actor.school_id, query), { t, language }),
      };
    },

    async publish({ params, body, actor, db, write, record, emit, afterCommit, now, t, language, fail }) {
      await reserveAttempt(db, { publication: `${actor.school_id}:${actor.user_id}` }, now);
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      if (row.state !== 'READY') return fail('upload_not_open');
      const trx = await write();
      await publishUpload(trx, row, body, now, recent);
      await emit(timetableEvents.published, { school: actor.school_id }, toPublished(actor.school_id, now));
      afterCommit(() => changed(actor.school_id));
      const published = await getUpload(trx, actor.school_id, row.id);
      await told(trx, toPublication(published, false), now);
      record({ entity: 'timetable_uploads', id: row.id, after: toRecordedPublication(published) });
      return { data: await showOne(trx, actor, published, { t, language }) };
    },

    async discard({ params, actor, db, write, record, afterCommit, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      if (!DISCARDABLE.includes(row.state)) return fail('upload_not_open');
      const trx = await write();
      const isDiscarded = await updateUpload(
        trx,
        row,
        { state: 'DISCARDED', parsed: null, has_files: false, asks: null, asked: null },
        DISCARDABLE,
      );
      if (!isDiscarded) return fail('upload_not_open');
      record({ entity: 'timetable_uploads', id: row.id });
      // One that is being read still needs them, and removes them itself.
      if (row.state !== 'QUEUED') afterCommit(() => forgetFiles(row, store));
      return { data: await showOne(trx, actor, await getUpload(trx, actor.school_id, row.id), { t, language }) };
    },

    async undo({ params, actor, db, write, record, emit, afterCommit, now, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      if (row.state !== 'PUBLISHED') return fail('not_published');
      const trx = await write();
      await told(trx, toPublication(row, true), now);
      await undoUpload(trx, row, now);
      record({ entity: 'timetable_uploads', id: row.id, before: toRecordedPublication(row) });
      await emit(timetableEvents.published, { school: actor.school_id }, toPublished(actor.school_id, now));
      afterCommit(() => changed(actor.school_id));
      return { data: await showOne(trx, actor, await getUpload(trx, actor.school_id, row.id), { t, language }) };
    },
  });
}
