import type { plannerApi } from '@kreide/core/features/planner';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { matches, toRecord } from './changes.ts';
import { answer, applyTo, readLessons, toNames } from './editing.ts';
import {
  type EditRow,
  listChangers,
  listLastChangers,
  listLastPop,
  listLastPush,
  markPopped,
  markRedone,
} from './queries/edits.ts';
import { findVersion, lockVersion, updateVersion } from './queries/versions.ts';
import type { LessonChange } from './stored.ts';

const toUndone = ({ lesson_id, before, after }: EditRow): LessonChange => ({ lesson_id, before: after, after: before });
const toRedone = ({ lesson_id, before, after }: EditRow): LessonChange => ({ lesson_id, before, after });

/** Takes back the caller's own last push, if nobody else has changed one of its lessons since. */
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
  const changes = edits.map(toUndone);
  await applyTo(trx, row, changes, await readLessons(trx, row, lessonIds));
  const revision = row.revision + 1;
  await markPopped(trx, { ...row, revision: first.revision }, revision, now);
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
    before: toRecord(changes, 'before'),
    after: toRecord(changes, 'after'),
  });
  return answer(trx, call, 'POP', { row, changes });
}

/** Does again what the caller took back last, if its lessons are still as they were then. */
export async function redoHandler(call: HandlerContext<typeof plannerApi.redo>) {
  const { actor, body, now, t, write, record, fail } = call;
  const trx = await write();
  await lockVersion(trx, actor.school_id, body.version_uuid);
  const row = (await findVersion(trx, actor.school_id, { uuid: body.version_uuid })) ?? fail('not_found');
  const edits = await listLastPop(trx, row, actor.user_id);
  const [first] = edits;
  if (!first) return fail('nothing_to_redo');
  const changes = edits.map(toRedone);
  const ids = changes.map(({ lesson_id }) => lesson_id);
  const lessons = await readLessons(trx, row, ids);
  const differing = changes.filter(({ lesson_id, before }) => !matches(lessons.get(lesson_id), before));
  if (differing.length > 0) {
    const changers = await listLastChangers(
      trx,
      row,
      differing.map(({ lesson_id }) => lesson_id),
    );
    return fail('lesson_changed', { params: { names: await toNames(trx, actor.school_id, changers, t) } });
  }
  const revision = row.revision + 1;
  await applyTo(trx, row, changes, lessons);
  await markRedone(trx, { ...row, revision: first.revision }, revision, now);
  await updateVersion(trx, row, { revision, changed_at: now.toISOString() });
  record({
    entity: 'planner_versions',
    id: row.id,
    before: toRecord(changes, 'before'),
    after: toRecord(changes, 'after'),
  });
  return answer(trx, call, 'REDO', { row, changes });
}
