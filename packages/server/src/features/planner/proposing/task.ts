import { slotAt } from '@kreide/core/features/planner';
import { dayOf, gridOf, type LessonPlace, periodOf } from '@kreide/core/features/planner/proposal';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../../kernel/clock.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { task } from '../../../kernel/jobs/index.ts';
import { lockYear } from '../../structure/index.ts';
import { createLessonIdentities } from '../../timetable/index.ts';
import { insertLessons } from '../queries/lessons.ts';
import { findProposal, isStopWanted, type ProposalRow, updateProposal } from '../queries/proposals.ts';
import { findVersion, insertVersion, type VersionRow } from '../queries/versions.ts';
import type { DraftLesson, VersionKey } from '../stored.ts';
import { type ReadInput, readInput } from './input.ts';
import { nameOpen, readNames } from './names.ts';
import type { SearchResult } from './search-messages.ts';
import { searchPlan } from './search-plan.ts';

const payload = z.object({ school_id: z.int(), id: z.int() });

/** A lesson at the place that the search found for it. */
function moveLesson(lesson: DraftLesson, place: LessonPlace | undefined, { periods, input }: ReadInput): DraftLesson {
  if (!place) return lesson;
  const nowhere = { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };
  if (place.start === null) return { ...lesson, ...nowhere };
  const weekday = dayOf(place.start) + 1;
  const period = gridOf(input)[weekday - 1]?.[periodOf(place.start)];
  const slot = period && slotAt(periods, { weekday, hour: period.hour }, lesson.length);
  if (!slot) return lesson;
  const instead = new Map(place.rooms.map(({ instead_of, bookable_id }) => [instead_of, bookable_id]));
  const fresh = instead.get(null);
  const bookable_ids = lesson.bookable_ids.map((id) => instead.get(id) ?? id);
  return { ...lesson, weekday, ...slot, bookable_ids: fresh === undefined ? bookable_ids : [...bookable_ids, fresh] };
}

/** Makes the version that the proposal is: its lessons count as untouched, and what was pinned still is. */
async function storeVersion(
  trx: Kysely<DB>,
  {
    base,
    row,
    read,
    result,
    now,
  }: { base: VersionRow; row: ProposalRow; read: ReadInput; result: SearchResult; now: Date },
): Promise<number> {
  const { school_id, school_year_id, plan_version_id } = base;
  await lockYear(trx, school_id, school_year_id);
  const at = now.toISOString();
  const id = await insertVersion(trx, {
    school_id,
    school_year_id,
    note: base.note,
    plan_version_id,
    created_by: row.created_by,
    created_at: at,
    changed_at: at,
  });
  const places = new Map(result.places.map((place) => [place.lesson_id, place]));
  const divided = new Map(result.divided.map((one) => [one.lesson_id, one]));
  const fresh = (await createLessonIdentities(trx, school_id, divided.size)).values();
  const lessons = read.lessons.flatMap((lesson): DraftLesson[] => {
    const parts = divided.get(lesson.lesson_id);
    const [first, second] = parts?.lengths ?? [lesson.length];
    const own = { ...lesson, length: first, version: 1 };
    const moved = moveLesson(own, places.get(lesson.lesson_id), read);
    if (!parts || second === undefined) return [moved];
    const lesson_id = fresh.next().value as number;
    const rest = { ...own, lesson_id, length: second, source: 'planner', external_lesson: '' };
    return [moved, moveLesson(rest, { lesson_id, ...parts.rest }, read)];
  });
  await insertLessons(trx, { school_id, id }, lessons);
  return id;
}

export type ProposeTask = ReturnType<typeof createProposeTask>;

/** Computes a plan in the background (D-8.04); what comes of it is a draft version (D-8.07). */
export function createProposeTask({ database, clock }: Pick<FeatureParts, 'database'> & { clock: Clock }) {
  const { kysely } = database;

  async function propose(key: VersionKey, signal: AbortSignal): Promise<void> {
    const row = await findProposal(kysely, key);
    const base = row && (await findVersion(kysely, key.school_id, { id: row.planner_version_id }));
    if (!row || !base) return void (await updateProposal(kysely, key, { state: 'FAILED' }));
    if (!(await updateProposal(kysely, key, { state: 'RUNNING', base_revision: base.revision }))) return;
    const read = await readInput(kysely, base, row.settings);
    const names = await readNames(kysely, key.school_id, read.lessons, read.input);
    const { seed, seconds, mode } = row.settings;
    const result = await searchPlan(
      { input: read.input, seed, seconds, fromGiven: mode !== 'WHOLE' },
      {
        signal,
        async progress(progress, openIds) {
          const lessons = openIds.map(names.ofLesson);
          await updateProposal(kysely, key, { progress: toJsonText({ ...progress, lessons }) });
          return isStopWanted(kysely, key);
        },
      },
    );
    const { before, after, moves } = result;
    const open = result.open.flatMap((one) => nameOpen(one, names));
    const places = new Map(result.places.map(({ lesson_id, start }) => [lesson_id, start]));
    const divided = result.divided.map(({ lesson_id, rest }) => ({
      lesson: names.ofLesson(lesson_id),
      places: [places.get(lesson_id) ?? null, rest.start].map((start) =>
        start === null ? null : names.placeOf(start),
      ),
    }));
    await kysely.transaction().execute(async (trx) => {
      const now = clock.now();
      // It was removed meanwhile, or another process has ended it: nobody waits for its version.
      if (!(await updateProposal(trx, key, { ended_at: now.toISOString() }))) return;
      const version = await storeVersion(trx, { base, row, read, result, now });
      await updateProposal(trx, key, {
        state: 'DONE',
        result_version_id: version,
        outcome: toJsonText({ before, after, moves, open, divided }),
      });
    });
  }

  return task(
    'planner:propose',
    payload,
    async (key, { isLastAttempt, signal }) => {
      try {
        await propose(key, signal);
      } catch (thrown) {
        if (isLastAttempt) await updateProposal(kysely, key, { state: 'FAILED', ended_at: clock.now().toISOString() });
        throw thrown;
      }
    },
    { attempts: 3 },
  );
}
