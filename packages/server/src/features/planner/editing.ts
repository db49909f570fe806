import { type LessonEdit, type plannerApi, slotAt } from '@kreide/core/features/planner';
import type { Period } from '@kreide/core/features/structure';
import type { Issue, Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { listTimes } from '../structure/index.ts';
import { namesOf } from '../users/index.ts';
import {
  type EditRow,
  insertEdits,
  listChangers,
  listLastChangers,
  listLastPush,
  type Move,
  markPopped,
} from './queries/edits.ts';
import { listDraftLessons, moveLessons } from './queries/lessons.ts';
import { findVersion, lockVersion, updateVersion, type VersionRow } from './queries/versions.ts';
import { showVersion, toPlannedLesson } from './shown.ts';
import type { DraftLesson, Times } from './stored.ts';

const NOWHERE: Times = { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };

/** People in words; an erased account is a nobody with a word. */
export async function toNames(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly (number | null)[],
  t: Translate,
): Promise<string> {
  const names = await namesOf(
    db,
    schoolId,
    ids.filter((id) => id !== null),
  );
  return ids.map((id) => (id === null ? undefined : names.get(id)) ?? t('planner:somebody')).join('; ');
}

const timesOf = ({ weekday, hour, time_begins_at, time_ends_at }: Times): Times => ({
  weekday,
  hour,
  time_begins_at,
  time_ends_at,
});

/** What the edits move; 422 for a lesson named twice and a time that the day does not have. */
function toMoves(
  edits: readonly LessonEdit[],
  lessons: ReadonlyMap<number, DraftLesson>,
  periods: readonly Period[],
  t: Translate,
): Move[] {
  const issues: Issue[] = [];
  const seen = new Set<number>();
  const moves = edits.flatMap(({ lesson_id, place }, index): Move[] => {
    const lesson = lessons.get(lesson_id) as DraftLesson;
    const refuse = (field: string, rule: 'twice' | 'noTime', params: Record<string, string | number>) => {
      issues.push({ path: `body.edits.${index}.${field}`, rule, params, message: t(`planner:rules.${rule}`, params) });
      return [];
    };
    if (seen.has(lesson_id)) return refuse('lesson_id', 'twice', {});
    seen.add(lesson_id);
    const from = timesOf(lesson);
    if (place === null) return [{ lesson_id, from, to: NOWHERE }];
    const slot = slotAt(periods, place, lesson.length);
    if (!slot) return refuse('place', 'noTime', { hour: place.hour, length: lesson.length });
    return [{ lesson_id, from, to: { weekday: place.weekday, ...slot } }];
  });
  refuseIssues(issues);
  return moves;
}

async function answer(
  db: Kysely<DB>,
  { actor, now }: { actor: Actor; now: Date },
  row: VersionRow,
  moves: readonly Move[],
) {
  const lessons = await listDraftLessons(
    db,
    row,
    moves.map(({ lesson_id }) => lesson_id),
  );
  const after = (await findVersion(db, actor.school_id, row)) ?? row;
  return { data: { version: await showVersion(db, after, { actor, now }), lessons: lessons.map(toPlannedLesson) } };
}

const toWords = ({ weekday, hour }: Times) => (weekday === null ? '–' : `${weekday}/${hour ?? ''}`);

/** What the log says of moves: lesson by lesson the weekday and period. */
const toRecord = (moves: readonly Move[], side: 'from' | 'to') => ({
  changed: moves.map((move) => `${move.lesson_id}: ${toWords(move[side])}`).join(', '),
});

/** Moves lessons, all or none. Each edit names the version of the lesson that its maker saw. */
export async function pushHandler(call: HandlerContext<typeof plannerApi.push>) {
  const { actor, body, now, t, write, record, fail } = call;
  const trx = await write();
  await lockVersion(trx, actor.school_id, body.version_uuid);
  const row = (await findVersion(trx, actor.school_id, { uuid: body.version_uuid })) ?? fail('not_found');
  const ids = [...new Set(body.edits.map(({ lesson_id }) => lesson_id))];
  const lessons = new Map((await listDraftLessons(trx, row, ids)).map((lesson) => [lesson.lesson_id, lesson]));
  // A lesson of single dates has no place in the week.
  if (ids.some((id) => (lessons.get(id)?.dates ?? null) !== null || !lessons.has(id))) return fail('not_found');
  const periods = await listTimes(trx, actor.school_id, row.school_year_id);
  const moves = toMoves(body.edits, lessons, periods as readonly Period[], t);
  const changed = body.edits.filter(({ lesson_id, version }) => lessons.get(lesson_id)?.version !== version);
  if (changed.length > 0) {
    const changers = await listLastChangers(
      trx,
      row,
      changed.map(({ lesson_id }) => lesson_id),
    );
    const names = await toNames(trx, actor.school_id, changers.length > 0 ? changers : [null], t);
    return fail('lesson_changed', { params: { names } });
  }
  const revision = row.revision + 1;
  await moveLessons(trx, row, moves);
  await insertEdits(trx, { ...row, revision }, moves, { user_id: actor.user_id, made_at: now.toISOString() });
  await updateVersion(trx, row, { revision, changed_at: now.toISOString() });
  record({
    entity: 'planner_versions',
    id: row.id,
    before: toRecord(moves, 'from'),
    after: toRecord(moves, 'to'),
  });
  return answer(trx, call, row, moves);
}

const toUndone = (edit: EditRow): Move => ({
  lesson_id: edit.lesson_id,
  from: {
    weekday: edit.to_weekday,
    hour: edit.to_hour,
    time_begins_at: edit.to_time_begins_at,
    time_ends_at: edit.to_time_ends_at,
  },
  to: {
    weekday: edit.from_weekday,
    hour: edit.from_hour,
    time_begins_at: edit.from_time_begins_at,
    time_ends_at: edit.from_time_ends_at,
  },
});

/** Takes back the caller's own last push, if nobody else has moved one of its lessons since. */
export async function popHandler(call: HandlerContext<typeof plannerApi.pop>) {
  const { actor, body, now, t, write, record, fail } = call;
  const trx = await write();
  await lockVersion(trx, actor.school_id, body.version_uuid);
  const row = (await findVersion(trx, actor.school_id, { uuid: body.version_uuid })) ?? fail('not_found');
  const edits = await listLastPush(trx, row, actor.user_id, row.published_revision ?? 0);
  const [first] = edits;
  if (!first) return fail('nothing_to_pop');
  const lessonIds = edits.map(({ lesson_id }) => lesson_id);
  const changers = await listChangers(trx, row, { after: first.revision, lessonIds, standing: true });
  if (changers.length > 0)
    return fail('lesson_changed', { params: { names: await toNames(trx, actor.school_id, changers, t) } });
  const moves = edits.map(toUndone);
  await moveLessons(trx, row, moves);
  await markPopped(trx, { ...row, revision: first.revision }, now);
  const revision = row.revision + 1;
  const published = row.published_revision;
  // Who has taken back everything since the publication has what is published.
  const isAsPublished =
    published !== null && (await listChangers(trx, row, { after: published, standing: true })).length === 0;
  await updateVersion(trx, row, {
    revision,
    changed_at: now.toISOString(),
    ...(isAsPublished ? { published_revision: revision } : {}),
  });
  record({
    entity: 'planner_versions',
    id: row.id,
    before: toRecord(moves, 'from'),
    after: toRecord(moves, 'to'),
  });
  return answer(trx, call, row, moves);
}
