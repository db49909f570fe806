import { Readable } from 'node:stream';
import { AUDIT_EXPORT_MAXIMUM, AUDIT_PAGE, auditApi, toExportName } from '@kreide/core/features/audit';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toDisposition } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { AUDIT_ACTIONS, sayAction } from './actions.ts';
import { type CsvReader, writeHead, writeLines } from './csv.ts';
import { toEntries, toSelection } from './entries.ts';
import { type AuditSelection, countAudit, hasMoreThan, listAudit } from './queries.ts';

/** Entries that an export holds in memory at a time. */
const EXPORT_STEP = 500;

/** The file piece by piece, as fast as it is taken. */
async function* writeCsv(
  db: Kysely<DB>,
  schoolId: number,
  selection: AuditSelection,
  reader: CsvReader,
): AsyncGenerator<string> {
  yield writeHead(reader);
  let before: number | undefined;
  while (true) {
    const rows = await listAudit(db, schoolId, selection, { before, limit: EXPORT_STEP });
    if (rows.length > 0) yield writeLines(await toEntries(db, schoolId, rows, reader.t), reader);
    if (rows.length < EXPORT_STEP) return;
    before = rows.at(-1)?.seq;
  }
}

export function auditHandlers() {
  return implement(auditApi, {
    async list({ params, query: { before, after, order = '-at', ...filters }, actor, db, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const selection = await toSelection(db, actor, filters);
      if (!selection) return fail('not_found');
      const rows = await listAudit(db, actor.school_id, selection, { order, before, after, limit: AUDIT_PAGE + 1 });
      return { data: await toEntries(db, actor.school_id, rows, t) };
    },

    async count({ params, query, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const selection = await toSelection(db, actor, query);
      return selection ? { data: { count: await countAudit(db, actor.school_id, selection) } } : fail('not_found');
    },

    listActions({ params, actor, t, language, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const actions = [...AUDIT_ACTIONS.keys()].map((action) => ({ action, what: sayAction(action, t) }));
      return { data: actions.sort((one, other) => one.what.localeCompare(other.what, language)) };
    },

    async exportCsv({ params, query, actor, db, now, t, language, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const { school_id, slink, time_zone } = actor;
      const selection = await toSelection(db, actor, query);
      if (!selection) return fail('not_found');
      if (await hasMoreThan(db, school_id, selection, AUDIT_EXPORT_MAXIMUM)) {
        const issue = { rule: 'tooMany', params: { maximum: AUDIT_EXPORT_MAXIMUM } };
        refuseIssues([{ ...issue, path: 'query', message: t('audit:rules.tooMany', issue.params) }]);
      }
      const name = toExportName(slink, toLocal(now, time_zone).date);
      const pieces = writeCsv(db, school_id, selection, { t, language, time_zone });
      return new FileAnswer(Readable.from(pieces, { objectMode: false }), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': toDisposition('attachment', name),
        'cache-control': 'private, no-store',
      });
    },
  });
}
