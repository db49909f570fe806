import {
  type ComparisonStep,
  canEnter,
  DIRECTORY_SOURCE,
  findDuplicates,
  type userImportApi,
} from '@kreide/core/features/user-import';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { nameOfDirectory } from '../auth-drivers/index.ts';
import { type AskedImport, type BeginParts, beginImport, DROPPABLE, DROPPED } from './begin.ts';
import { endEntities } from './entities.ts';
import { openRun, requireOwn, show } from './open-run.ts';
import { loadSchool } from './planning.ts';
import { createRun, getRun, newestRun, type RunRow, updateRun } from './queries.ts';
import { factsOf } from './words.ts';

/** Reads the people of the directory of a school as a list; throws why it cannot be read. */
export type ListDirectory = (
  db: Kysely<DB>,
  asked: { readonly schoolId: number; readonly t: Translate },
) => Promise<Pick<AskedImport, 'lists' | 'profile'>>;

interface StepParts extends BeginParts {
  /** Of a list that says none. */
  readonly source: string;
  readonly listDirectory: ListDirectory;
}

/** The steps of a change of school year (T-4.61): the run knows how far it has got, whoever looks at it from where. */
export function stepHandlers({
  source,
  listDirectory,
  ...begin
}: StepParts): Pick<Handlers<typeof userImportApi>, 'compare' | 'comparisonSources' | 'enterStep' | 'readDirectory'> {
  /** Is somebody still to say of accounts that look alike who they are? */
  async function hasOpenDoubles(db: Kysely<DB>, run: RunRow, now: Date): Promise<boolean> {
    const decided = new Set([...run.removed_ids, ...run.settled_ids]);
    const groups = findDuplicates(await loadSchool(db, run.school_id, run.source, now));
    return groups.some((people) => people.filter(({ id }) => !decided.has(id)).length > 1);
  }

  return {
    async compare({ params, body, actor, db, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const { school_id } = actor;
      const isDirectory = body.type === 'data-sync';
      if (isDirectory && (await nameOfDirectory(db, school_id)) === null) return fail('directory_missing');
      const trx = await write();
      const open = await newestRun(trx, school_id, true);
      if (open?.state === 'SAVING') return fail('import_busy');
      if (open && (await updateRun(trx, open, DROPPED, DROPPABLE))) await endEntities(trx, open, now);
      const step: ComparisonStep = 'introduction';
      const id = await createRun(trx, {
        school_id,
        source: isDirectory ? DIRECTORY_SOURCE : source,
        state: 'OPEN',
        comparison: toJsonText({ type: body.type, step }),
        created_by: actor.user_id,
        created_at: now.toISOString(),
      });
      record({ entity: 'user_imports', id, after: { type: body.type } });
      return { data: await show(trx, await getRun(trx, { school_id, id }), t, now) };
    },

    async comparisonSources({ params, actor, db }) {
      requireOwn(params, actor);
      return { data: { directory: await nameOfDirectory(db, actor.school_id) } };
    },

    async readDirectory({ params, actor, db, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const open = await newestRun(db, actor.school_id);
      if (open?.comparison?.type !== 'data-sync' || !DROPPABLE.includes(open.state)) return fail('comparison_over');
      const list = await listDirectory(db, { schoolId: actor.school_id, t });
      const asked = { ...list, source: DIRECTORY_SOURCE, comparison: 'data-sync' as const };
      const { trx, run } = await beginImport(begin, asked, { actor, db, write, record, now });
      return { data: await show(trx, run, t, now) };
    },

    async enterStep({ params, body, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor, ['OPEN', 'READY']);
      const { comparison } = run;
      if (!comparison || !canEnter(body.step, comparison.step, factsOf(run))) return fail('step_missing');
      if (body.step === 'new-users-list' && (await hasOpenDoubles(trx, run, now))) return fail('doubles_open');
      await updateRun(trx, run, { comparison: toJsonText({ ...comparison, step: body.step }) });
      record({ entity: 'user_imports', id: run.id, before: { step: comparison.step }, after: { step: body.step } });
      return { data: await show(trx, await getRun(trx, run), t, now) };
    },
  };
}
