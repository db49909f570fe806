import { RAIL_STEPS } from '@kreide/core/features/planner';
import {
  type RailInput,
  type RailPlan,
  railModel,
  railPlaces,
  teacherClashes,
} from '@kreide/core/features/planner/rails';
import { toLocal } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import type { Clock } from '../../../kernel/clock.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { task } from '../../../kernel/jobs/index.ts';
import { schoolsPart } from '../../schools/index.ts';
import { searchApart } from '../proposing/search-apart.ts';
import { areRailsToStop, findRun, insertPlaces, updateRun } from '../queries/rails.ts';
import { findVersion } from '../queries/versions.ts';
import type { StoredRails, VersionKey } from '../stored.ts';
import { readRailInput } from './input.ts';
import type { RailsMessage, RailsResult } from './rails-messages.ts';

const payload = z.object({ school_id: z.int(), id: z.int() });
type Told = Exclude<RailsMessage, RailsResult>;

/** What came of a search, without anybody's name. */
function toOutcome(input: RailInput, plan: RailPlan, steps: number) {
  const model = railModel(input);
  const places = railPlaces(model, plan);
  const count = (isWanted: (place: (typeof places)[number]) => boolean) =>
    new Set(places.filter(isWanted).map(({ user_id }) => user_id)).size;
  const sizes = Map.groupBy(places, ({ course_id }) => course_id);
  const formers = Map.groupBy(places, ({ former_id }) => former_id);
  const outcome: StoredRails = {
    courses: model.courses.map(({ id, group, capacity, when = 'WHOLE' }, course) => ({
      id,
      rail: (plan.rail[course] ?? 0) + 1,
      when,
      group: group + 1,
      capacity,
      pupils: sizes.get(id)?.length ?? 0,
      former: formers.get(id)?.length ?? 0,
    })),
    clashes: teacherClashes(model, plan.rail).map(({ rail, ...clash }) => ({ rail: rail + 1, ...clash })),
    pupils: model.pupils.length,
    open: count(({ course_id }) => course_id === null),
    moved: count(({ course_id, former_id }) => course_id !== null && course_id !== former_id),
    steps,
  };
  return { places, outcome };
}

export type RailsTask = ReturnType<typeof createRailsTask>;

/** Puts courses on rails in the background [D-8.18]; what comes of it is a draft that somebody has to take over. */
export function createRailsTask({ database, clock }: Pick<FeatureParts, 'database'> & { clock: Clock }) {
  const { kysely } = database;

  async function todayOf(schoolId: number): Promise<string> {
    const { time_zone } = await schoolsPart(kysely).where('id', '=', schoolId).executeTakeFirstOrThrow();
    return toLocal(clock.now(), time_zone).date;
  }

  async function search(key: VersionKey, signal: AbortSignal): Promise<void> {
    const row = await findRun(kysely, key);
    const base = row && (await findVersion(kysely, key.school_id, { id: row.planner_version_id }));
    if (!row || !base) return void (await updateRun(kysely, key, { state: 'FAILED' }));
    if (!(await updateRun(kysely, key, { state: 'RUNNING' }))) return;
    const input = await readRailInput(kysely, base, row.settings, await todayOf(key.school_id));
    const steps = RAIL_STEPS[row.settings.effort];
    const result = await searchApart<Told, RailsResult>(
      new URL('./rails-worker.ts', import.meta.url),
      { input, seed: row.settings.seed, steps },
      {
        signal,
        async progress({ progress }) {
          await updateRun(kysely, key, { progress: toJsonText(progress) });
          return areRailsToStop(kysely, key);
        },
      },
    );
    const { places, outcome } = toOutcome(input, result, result.steps);
    await kysely.transaction().execute(async (trx) => {
      const values = { state: 'DONE', ended_at: clock.now().toISOString(), outcome: toJsonText(outcome) } as const;
      // It was removed meanwhile, or another process has ended it.
      if (await updateRun(trx, key, values)) await insertPlaces(trx, key, places);
    });
  }

  return task(
    'planner:rails',
    payload,
    async (key, { isLastAttempt, signal }) => {
      try {
        await search(key, signal);
      } catch (thrown) {
        if (isLastAttempt) await updateRun(kysely, key, { state: 'FAILED', ended_at: clock.now().toISOString() });
        throw thrown;
      }
    },
    { attempts: 3 },
  );
}
