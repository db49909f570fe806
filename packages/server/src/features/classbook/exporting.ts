import {
  type ClassbookExport,
  classbookAbilitiesOf,
  type classbookApi,
  EXPORT_DAYS,
  rangeProblems,
} from '@kreide/core/features/classbook';
import { DEFAULT_LANGUAGE, isLanguage, PERMISSIONS, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { toDisposition } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { enqueue, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { getSchool } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';
import { type Book, type BookParts, openBook } from './book.ts';
import { openFilter } from './filter.ts';
import { readEntries } from './pdf-content.ts';
import {
  type ExportKey,
  type ExportRow,
  findExport,
  insertExport,
  listExports,
  listOver,
  removeExport,
  updateExport,
} from './queries/exports.ts';
import { namesOf } from './shown.ts';

/** What writes PDFs is loaded when the first book is wanted. */
const loadPdf = () => import('./pdf.ts');

type Api = typeof classbookApi;
type Days = { begins_at: string; ends_at: string };
type MakeTask = RegisteredTask<ExportKey>;

export interface ExportParts extends Pick<FeatureParts, 'database' | 'store' | 'texts'> {
  readonly make: MakeTask;
}

const payload = z.object({ school_id: z.int(), id: z.int() });
const DAY_MS = 24 * 60 * 60 * 1000;
/** A class book of a whole school and year stays far below. */
const SIZE_MAXIMUM = 512 * 1024 ** 2;

const toName = ({ begins_at, ends_at }: Days, t: Translate) =>
  t('classbook:pdf.file', { from: begins_at, to: ends_at });

/** The whole class book, as who asked for it may see it. */
async function wholeBook(db: Kysely<DB>, schoolId: number, yearId: number, zone: string): Promise<Book | null> {
  const year = (await listYears(db, schoolId)).find(({ id }) => id === yearId);
  if (!year) return null;
  const actor = { user_id: 0, permissions: new Set(PERMISSIONS) };
  return {
    school_id: schoolId,
    id: yearId,
    year,
    zone,
    today: year.begins_at,
    actor,
    reach: 'school',
    can: classbookAbilitiesOf(actor, 'school'),
    teacher_id: null,
    course_ids: [],
    own_grade_ids: [],
    grade_ids: [],
    user_ids: [],
  };
}

/** Makes an export in the background (T-7.66). */
export function createMakeTask({
  database,
  store,
  texts,
}: Pick<ExportParts, 'database' | 'store' | 'texts'>): MakeTask {
  const { kysely } = database;
  async function make(key: ExportKey): Promise<void> {
    const row = await findExport(kysely, key);
    if (row?.state !== 'WAITING') return;
    const school = await getSchool(kysely, key.school_id);
    const book = await wholeBook(kysely, key.school_id, row.school_year_id, school.time_zone);
    if (!book) return;
    const language = isLanguage(school.locale) ? school.locale : DEFAULT_LANGUAGE;
    const head = { school: school.name, year: book.year.name, days: row, language, t: texts.for(language) };
    const { writeBook } = await loadPdf();
    const { size } = await store.put(row.file_uuid, writeBook(readEntries(kysely, book, row), head), SIZE_MAXIMUM);
    await updateExport(kysely, key, { state: 'READY', size });
    // Its school has ended in the meantime.
    if (!(await findExport(kysely, key))) await store.remove(row.file_uuid);
  }
  return task(
    'classbook:export',
    payload,
    async (key, { isLastAttempt }) => {
      try {
        await make(key);
      } catch (thrown) {
        if (isLastAttempt) await updateExport(kysely, key, { state: 'FAILED' });
        throw thrown;
      }
    },
    { attempts: 3 },
  );
}

/** Removes exports whose time is over, with their content; returns their number. */
export async function pruneExports({ database, store }: Pick<ExportParts, 'database' | 'store'>, now: Date) {
  const over = await listOver(database.kysely, now);
  for (const row of over) {
    await store.remove(row.file_uuid);
    await removeExport(database.kysely, row);
  }
  return over.length;
}

function checkDays(days: Days, part: 'query' | 'body', t: Translate): void {
  refuseIssues(
    rangeProblems(days).map(({ field, rule, params }) => ({
      path: `${part}.${field}`,
      rule,
      params,
      message: t(`classbook:rules.${rule}`, params),
    })),
  );
}

const pdfHeaders = (name: string) => ({
  'content-type': 'application/pdf',
  'content-disposition': toDisposition('attachment', name),
  'cache-control': 'private, no-store',
});

export function exportHandlers(parts: BookParts & ExportParts) {
  const { database, store, make } = parts;

  async function show(db: Kysely<DB>, book: Book, rows: readonly ExportRow[]): Promise<ClassbookExport[]> {
    const names = await namesOf(
      db,
      book,
      rows.map(({ created_by }) => created_by),
    );
    return rows.map(({ id, begins_at, ends_at, state, size, created_at, expires_at, created_by }) => ({
      id,
      begins_at,
      ends_at,
      state,
      size,
      created_at,
      expires_at,
      author: names.get(created_by ?? 0) ?? null,
      download_uri: state === 'READY' ? `/v1/classbooks/${book.id}/exports/${id}` : null,
    }));
  }

  return {
    async exportPdf(context: HandlerContext<Api['exportPdf']>) {
      const { query, actor, db, language, t, fail } = context;
      const book = await openBook(parts, context, 'view-entries');
      checkDays(query, 'query', t);
      const filter = await openFilter(db, book, query, fail);
      const { name } = await getSchool(db, actor.school_id);
      const head = { school: name, year: book.year.name, days: query, language, t };
      const { writeBook } = await loadPdf();
      // Read while it is sent: outside of the unit of work of the call.
      return new FileAnswer(
        writeBook(readEntries(database.kysely, book, query, filter), head),
        pdfHeaders(toName(query, t)),
      );
    },

    async listExports(context: HandlerContext<Api['listExports']>) {
      const { db, now } = context;
      const book = await openBook(parts, context, 'export');
      return { data: await show(db, book, await listExports(db, book, now)) };
    },

    async createExport(context: HandlerContext<Api['createExport']>) {
      const { body, now, t, write, record, fail } = context;
      const book = await openBook(parts, context, 'export');
      checkDays(body, 'body', t);
      const trx = await write();
      const present = await listExports(trx, book, now);
      if (present.some(({ state }) => state === 'WAITING')) return fail('export_running');
      const expires_at = new Date(now.getTime() + EXPORT_DAYS * DAY_MS).toISOString();
      const { id } = await insertExport(trx, book, body, { created_at: now.toISOString(), expires_at });
      await enqueue(trx, make, { school_id: book.school_id, id });
      record({ entity: 'classbook_exports', id, after: { ...body } });
      const row = (await findExport(trx, { school_id: book.school_id, id })) ?? fail('not_found');
      const [shown = fail('not_found')] = await show(trx, book, [row]);
      return { data: shown };
    },

    async downloadExport(context: HandlerContext<Api['downloadExport']>) {
      const { params, db, now, t, fail } = context;
      const book = await openBook(parts, context, 'export');
      const rows = await listExports(db, book, now);
      const row = rows.find(({ id, state }) => id === params.exportId && state === 'READY') ?? fail('not_found');
      const headers = { ...pdfHeaders(toName(row, t)), 'content-length': String(row.size) };
      return new FileAnswer(await store.open(row.file_uuid), headers);
    },
  };
}
