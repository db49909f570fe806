import { randomUUID } from 'node:crypto';
import type { LineKind } from '@kreide/core/features/user-import';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { task } from '../../kernel/jobs/index.ts';
import { makeLetterKeys } from '../registration/index.ts';
import { getSchool } from '../schools/index.ts';
import { createUnits, gradesOf, listInUse, takeUnitIds } from '../structure/index.ts';
import { listRegistering, listTakenNames } from '../users/index.ts';
import { type Applying, applyLines } from './apply.ts';
import {
  findRun,
  getRun,
  type LineRow,
  listOpenLines,
  type RunKey,
  type RunRow,
  rejectLine,
  updateRun,
} from './queries.ts';
import { SAVING_JOB } from './run-jobs.ts';

export interface SaveParts extends Pick<FeatureParts, 'secret' | 'seal'> {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  /** Called after people came into other grades. */
  readonly planChanged: (schoolId: number) => void;
}

/** People of one transaction: short enough to be repeated after a crash, long enough to be fast. */
const BATCH = 1000;
const SOURCE = 'user-import';

/** Adds the classes that the plan names and the school does not have; once, whatever happens afterwards. */
async function addGrades(db: Kysely<DB>, run: RunRow): Promise<RunRow> {
  const { overview, school_id } = run;
  if (!overview || overview.grade_ids !== undefined) return run;
  const known = new Set((await listInUse(gradesOf(db, school_id))).map(({ shortcut }) => shortcut));
  const missing = overview.new_classes.filter((name) => !known.has(name));
  const ids = await takeUnitIds(db, 'grade', missing.length);
  const rows = missing.map((shortcut, index) => ({ id: ids[index], uuid: randomUUID(), shortcut, name: shortcut }));
  await createUnits(db, 'grade', rows, { school_id, source: SOURCE });
  await updateRun(db, run, { overview: toJsonText({ ...overview, grade_ids: ids }) });
  return { ...run, overview: { ...overview, grade_ids: ids } };
}

/** From this attempt on a failure that comes again is taken for one of a line. */
const PATIENT_ATTEMPTS = 3;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
const isTaken = (error: unknown) => codeOf(error) === '23505';
/** No line is to blame: the connection, another transaction, a full disk, a database that is being stopped. */
const isPassing = (error: unknown) =>
  /^(08|40|53|55|57|58|E[A-Z])/.test(codeOf(error)) || (error instanceof Error && /connection/i.test(error.message));

/**
 * All of the lines, or, where one cannot be saved, all but that. Whose name or address was taken meanwhile is left out at
 * once; for another reason only what has failed before, so that one person never keeps a whole school waiting.
 */
async function applySafely(
  kysely: Kysely<DB>,
  lines: readonly LineRow[],
  applying: Applying,
  attempt: number,
): Promise<void> {
  try {
    await kysely.transaction().execute((trx) => applyLines(trx, lines, applying));
  } catch (error) {
    if (!isTaken(error) && (attempt < PATIENT_ATTEMPTS || isPassing(error))) throw error;
    const [only] = lines;
    if (lines.length > 1 || !only) {
      const middle = Math.ceil(lines.length / 2);
      await applySafely(kysely, lines.slice(0, middle), applying, attempt);
      await applySafely(kysely, lines.slice(middle), applying, attempt);
      return;
    }
    const place = only.line.person?.places[0] ?? { file: '', sheet: null, line: 0 };
    const rejected = { ...place, column: null, value: null, reason: 'not_saved' as const, cells: [] };
    await rejectLine(kysely, applying.run, only.position, JSON.stringify({ ...only.line, rejected }));
  }
}

/** Makes the codes of generated people in the transaction that makes the people; null: an import of a list. */
function codesOf(
  { school_id, uuid, letters, created_by }: RunRow,
  sealing: Pick<SaveParts, 'secret' | 'seal'>,
  { now, today }: { now: Date; today: string },
): Applying['makeCodes'] {
  if (letters === null) return null;
  return async (db, people) => {
    // A code for an account that has a password by now would open that account; an administrator gets theirs from another one.
    const found = await listRegistering(db, school_id, [...people.keys()], today);
    const waiting = found.flatMap(({ id, is_pending, role }) =>
      is_pending && role !== 'ADMIN' ? [{ user_id: id, language: people.get(id) ?? letters.language }] : [],
    );
    await makeLetterKeys(db, sealing, waiting, { school_id, uuid, by: created_by, days: letters.days, now });
  };
}

/** Carries the plan of a run out. After a crash it goes on with those who are not done: nobody is made twice. */
export async function saveRun(
  { kysely, clock, planChanged, ...sealing }: SaveParts,
  key: RunKey,
  attempt = 1,
): Promise<void> {
  const found = await findRun(kysely, key);
  if (found?.state !== 'SAVING') return;
  const run = await kysely.transaction().execute((trx) => addGrades(trx, found));
  const now = clock.now();
  const { time_zone } = await getSchool(kysely, run.school_id);
  const today = toLocal(now, time_zone).date;
  const grades = await listInUse(gradesOf(kysely, run.school_id));
  const applying: Applying = {
    run,
    now,
    today,
    makeCodes: codesOf(run, sealing, { now, today }),
    grades: new Map(grades.map(({ id, shortcut }) => [shortcut, id])),
    taken: new Set(await listTakenNames(kysely, run.school_id, '')),
  };
  // Those who wait already are unchanged and get a code.
  const codeKinds: LineKind[] = run.letters === null ? [] : ['unchanged'];
  const kinds: LineKind[] = ['new', 'changed', ...codeKinds, ...(run.archives_missing ? (['missing'] as const) : [])];
  const { counts } = run.overview ?? { counts: { new: 0, changed: 0, unchanged: 0, missing: 0 } };
  const total =
    counts.new + counts.changed + (run.letters ? counts.unchanged : 0) + (run.archives_missing ? counts.missing : 0);
  const kept = new Set(run.kept_ids);
  for (let done = 0; ; ) {
    const lines = await listOpenLines(kysely, run, kinds, BATCH);
    if (lines.length === 0) break;
    // Who is kept is done without a change.
    const isKept = ({ kind, user_id }: LineRow) => kind === 'missing' && kept.has(user_id ?? 0);
    await applySafely(
      kysely,
      lines.map((line) => (isKept(line) ? { ...line, kind: 'unchanged' as const } : line)),
      applying,
      attempt,
    );
    done += lines.length;
    await updateRun(kysely, run, { progress: Math.min(99, Math.floor((done / Math.max(total, 1)) * 100)) });
  }
  await updateRun(kysely, run, { state: 'SAVED', progress: 100, records: null, saved_at: clock.now().toISOString() }, [
    'SAVING',
  ]);
  planChanged(run.school_id);
}

/** The background job that saves. */
export function saveTask(parts: SaveParts) {
  return task(SAVING_JOB.name, SAVING_JOB.schema, async ({ school_id, import_id }, { attempt }) => {
    await saveRun(parts, await getRun(parts.kysely, { school_id, id: import_id }), attempt);
  });
}
