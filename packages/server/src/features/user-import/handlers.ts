import { Readable } from 'node:stream';
import {
  currentStep,
  foldWords,
  IMPORT_PAGE,
  LIST_SOURCE,
  type LineKind,
  userImportApi,
  writeRejected,
} from '@kreide/core/features/user-import';
import { ApiError, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { bytesOf, type FileStore, toDisposition } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { countBatches } from '../registration/index.ts';
import { beginImport, DROPPABLE, DROPPED } from './begin.ts';
import { comparisonHandlers } from './comparison-handlers.ts';
import { endEntities } from './entities.ts';
import type { LetterParts } from './generate/collect-letters.ts';
import { generateHandlers } from './generate/generate-handlers.ts';
import { openRun, replan, requireComparing, requireDeciding, requireOwn, show } from './open-run.ts';
import { planRun, refreshRun, storePlan } from './planning.ts';
import type { processTask } from './process.ts';
import { parseProfile } from './profile.ts';
import {
  countMissing,
  findRun,
  getRun,
  isUndoing,
  listLines,
  listRejected,
  listSaved,
  lockRun,
  newestRun,
  newestSaved,
  type RunRow,
  updateRun,
} from './queries.ts';
import { orderSaving, orderTrial, orderUndoing } from './resume.ts';
import { beginRevert, beginTrial, showTrial } from './reverting.ts';
import { isStalled } from './run-jobs.ts';
import type { saveTask } from './save.ts';
import { type ListDirectory, stepHandlers } from './step-handlers.ts';
import type { trialTask } from './trial.ts';
import type { undoTask } from './undoing.ts';
import { factsOf, toLine, toRun } from './words.ts';

/** Name of the file with the rows that are nobody. */
const REJECTED_NAME = 'kreide-rejected.csv';

export interface UserImportParts extends LetterParts {
  readonly kysely: Kysely<DB>;
  readonly store: FileStore;
  readonly process: ReturnType<typeof processTask>;
  readonly save: ReturnType<typeof saveTask>;
  readonly undo: ReturnType<typeof undoTask>;
  readonly trial: ReturnType<typeof trialTask>;
  readonly listDirectory: ListDirectory;
  /** Called after people came into other grades. */
  readonly planChanged: (schoolId: number) => void;
}

export function userImportHandlers({
  kysely,
  store,
  process,
  save,
  undo,
  trial,
  planChanged,
  listDirectory,
  ...letterParts
}: UserImportParts) {
  async function decide(db: Kysely<DB>, run: RunRow, said: Readonly<Record<string, number | null>>): Promise<void> {
    await updateRun(db, run, { decisions: toJsonText({ ...run.decisions, ...said }) });
  }

  async function listOf(
    { db, actor, t }: { db: Kysely<DB>; actor: Actor; t: Translate },
    query: { page?: number | undefined; search?: string | undefined },
    kinds: readonly LineKind[],
  ) {
    const run = await newestRun(db, actor.school_id);
    if (!run) throw new ApiError({ code: 'not_found' });
    const words = foldWords(query.search ?? '');
    const rows = await listLines(db, run, { kinds, words }, { page: query.page ?? 1, size: IMPORT_PAGE });
    const kept = new Set(run.kept_ids);
    return { data: rows.map((row) => toLine(row, t, kept)) };
  }

  return implement(userImportApi, {
    ...generateHandlers({ ...letterParts, save }),
    ...comparisonHandlers({ source: LIST_SOURCE, planChanged }),
    ...stepHandlers({ source: LIST_SOURCE, kysely, store, process, listDirectory }),

    async create({ params, files, body, actor, db, write, record, now, t, fail }) {
      requireOwn(params, actor);
      if (files.length === 0)
        return fail('invalid', {
          issues: [{ path: 'files', rule: 'required', message: t('kernel:rules.required', { field: 'files' }) }],
        });
      const profile = parseProfile(body, t);
      const lists = files.map(({ name, size, path }) => ({ name, size, open: () => bytesOf(path) }));
      const comparison = body.comparison === undefined ? null : ('csv' as const);
      const asked = { lists, profile, source: body.source ?? LIST_SOURCE, comparison };
      const { trx, run } = await beginImport({ kysely, store, process }, asked, { actor, db, write, record, now });
      return { data: await show(trx, run, t, now) };
    },

    async status({ params, actor, db, now, t }) {
      requireOwn(params, actor);
      const run = await newestRun(db, actor.school_id);
      return { data: run ? await show(db, await refreshRun(db, run, now), t, now) : null };
    },

    async discard({ params, actor, write, record, now, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await newestRun(trx, actor.school_id, true);
      if (!run) return fail('not_found');
      requireComparing(run, actor);
      if (!(await updateRun(trx, run, DROPPED, DROPPABLE))) return fail('import_not_open');
      await endEntities(trx, run, now);
      record({ entity: 'user_imports', id: run.id });
    },

    async search({ params, query, actor, db, t }) {
      requireOwn(params, actor);
      return listOf({ db, actor, t }, query, query.kind ? [query.kind] : []);
    },

    async listRejected({ params, actor, db, t, fail }) {
      requireOwn(params, actor);
      const run = await newestRun(db, actor.school_id);
      if (!run) return fail('not_found');
      const lines = (await listRejected(db, run)).map((row) => toLine(row, t, new Set()));
      const words = {
        row: t('user-import:errorFile.row'),
        column: t('user-import:errorFile.column'),
        reason: t('user-import:errorFile.reason'),
      };
      const content = writeRejected(run.overview?.columns ?? [], lines, words);
      return new FileAnswer(Readable.from([content], { objectMode: false }), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': toDisposition('attachment', REJECTED_NAME),
        'cache-control': 'private, no-store',
      });
    },

    async unmatched({ params, query, actor, db, t }) {
      requireOwn(params, actor);
      return listOf({ db, actor, t }, query, ['missing']);
    },

    async matchingUsers({ params, query, actor, db, t }) {
      requireOwn(params, actor);
      const { automatched } = query;
      const matched = ['changed', 'unchanged'] as const;
      const kinds =
        automatched === undefined ? [...matched, 'ambiguous' as const] : automatched ? matched : ['ambiguous' as const];
      return listOf({ db, actor, t }, query, kinds);
    },

    async merge({ params, body, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      await requireDeciding(trx, run, { actor, now }, { keys: [body.key], user_ids: [params.userId] });
      await decide(trx, run, { [body.key]: params.userId });
      record({ entity: 'user_imports', id: run.id, after: { user_id: params.userId } });
      const { data } = await replan(trx, run, now, t);
      const [line] = await listLines(trx, run, { kinds: [], words: [], key: body.key }, { page: 1, size: 1 });
      // Nobody of the file, nobody of the school, or of another kind.
      return line?.user_id === params.userId ? { data } : fail('not_found');
    },

    async importUsers({ params, body, actor, write, record, now, t }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      await requireDeciding(trx, run, { actor, now }, { keys: body.keys });
      await decide(trx, run, Object.fromEntries(body.keys.map((key) => [key, null])));
      record({ entity: 'user_imports', id: run.id, after: { people: body.keys.length } });
      return replan(trx, run, now, t);
    },

    async keep({ params, body, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      const named = new Set(body.user_ids);
      if ((await countMissing(trx, run, [...named])) < named.size) return fail('not_found');
      const others = run.kept_ids.filter((id) => !named.has(id));
      await updateRun(trx, run, { kept_ids: body.is_kept ? [...others, ...named].toSorted((a, b) => a - b) : others });
      record({ entity: 'user_imports', id: run.id, after: { is_kept: body.is_kept, people: named.size } });
      return replan(trx, run, now, t);
    },

    async save({ params, body, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      if (await isUndoing(trx, actor.school_id)) return fail('import_busy');
      const planned = await planRun(trx, run, now);
      if (run.comparison && currentStep(run.comparison.step, factsOf(run)) !== 'summary') return fail('step_missing');
      if (planned?.revision !== body.revision) return fail('people_changed');
      if (body.archive_missing && planned.overview.many_missing && !body.many_missing) return fail('many_missing');
      const accepted = new Set(body.accept_classes);
      if (planned.overview.doubtful_classes?.some((name) => !accepted.has(name))) return fail('doubtful_classes');
      // The plan that was shown is stored already, unless somebody was changed and looked again.
      if (run.revision !== planned.revision) await storePlan(trx, run, planned);
      // What was read at night is theirs who look at it and save it.
      const by = run.is_unattended ? { is_unattended: false, created_by: actor.user_id } : {};
      await updateRun(trx, run, { state: 'SAVING', progress: 0, archives_missing: body.archive_missing, ...by });
      record({
        entity: 'user_imports',
        id: run.id,
        after: { ...planned.overview.counts, archive_missing: body.archive_missing },
      });
      await orderSaving(trx, save, run);
      return { data: await show(trx, await getRun(trx, run), t, now) };
    },

    async listBulks({ params, query, actor, db, now, t }) {
      requireOwn(params, actor);
      const newest = await newestSaved(db, actor.school_id);
      const rows = await listSaved(db, { school_id: actor.school_id, kind: query.kind }, query);
      const lists = rows.flatMap(({ kind, uuid }) => (kind === 'generated' ? [uuid] : []));
      const letters = await countBatches(db, actor.school_id, lists, now);
      return { data: rows.map((row) => toRun(row, t, newest, letters.get(row.uuid))) };
    },

    async getBulk({ params, actor, db, now, t, fail }) {
      requireOwn(params, actor);
      const run = await findRun(db, { school_id: actor.school_id, id: params.bulkId });
      return run && (run.saved_at || run.state === 'SAVING' || run.kind === 'generated')
        ? { data: await show(db, run, t, now) }
        : fail('not_found');
    },

    async resumeBulk({ params, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await lockRun(trx, { school_id: actor.school_id, id: params.bulkId });
      if (!run) return fail('not_found');
      requireComparing(run, actor);
      if (!(await isStalled(trx, run))) return fail('import_not_stalled');
      await (run.state === 'UNDOING' ? orderUndoing(trx, undo, run) : orderSaving(trx, save, run));
      record({ entity: 'user_imports', id: run.id, after: { progress: run.progress } });
      return { data: await show(trx, run, t, now) };
    },

    async tryRevertBulk({ params, actor, write }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await beginTrial(trx, { id: params.bulkId, actor });
      await orderTrial(trx, trial, run);
      return { data: { progress: 0, is_stalled: 0, people: null } };
    },

    async previewRevertBulk({ params, actor, db }) {
      requireOwn(params, actor);
      return { data: await showTrial(db, { id: params.bulkId, actor }) };
    },

    async revertBulk({ params, actor, write, record, now, t }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await beginRevert(trx, { id: params.bulkId, actor });
      await orderUndoing(trx, undo, run);
      record({ entity: 'user_imports', id: run.id, before: { ...run.overview?.counts } });
      return { data: await show(trx, await getRun(trx, run), t, now) };
    },
  });
}
