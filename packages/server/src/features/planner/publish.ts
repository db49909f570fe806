import { type plannerApi, publishProblem } from '@kreide/core/features/planner';
import { timetableEvents } from '@kreide/core/features/timetable';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { reserveAttempt } from '../auth/index.ts';
import { getYear, lockYear, putInForce } from '../structure/index.ts';
import {
  createLessonIdentities,
  createVersion,
  findKeptVersions,
  listLessons,
  moveSubstitutions,
  moveTasks,
  pruneVersions,
} from '../timetable/index.ts';
import { toNames } from './editing.ts';
import { mergePlans } from './publishing.ts';
import { listChangers } from './queries/edits.ts';
import { listDraftLessons, renameLessons } from './queries/lessons.ts';
import { findVersion, lockVersion, updateVersion, type VersionRow } from './queries/versions.ts';
import { showVersion, toRecordedVersion } from './shown.ts';
import { tellPlanners } from './telling.ts';

export interface PublishParts {
  /** Invalidates all cached plans of the school. */
  changed: (schoolId: number) => void;
  /** Called in the transaction of a publication: whoever has to be told about it. */
  published: (
    db: Kysely<DB>,
    plan: {
      school_id: number;
      school_year_id: number;
      upload_id: null;
      isUndone: false;
      from_version: number | null;
      to_version: number;
      continued: { from: string; lessons: [number, number | null][] };
    },
    now: Date,
  ) => Promise<void>;
  /** Called in the transaction of a publication: whoever keeps what was said of lessons that others stand for from a day on. */
  handedOn: (db: Kysely<DB>, schoolId: number, names: ReadonlyMap<number, number>, from: string) => Promise<void>;
}

/** Puts the lessons of a version in force from a day on; returns the plan before and after. */
async function putVersionInForce(
  db: Kysely<DB>,
  row: VersionRow,
  { from, now, handedOn }: { from: string; now: Date } & Pick<PublishParts, 'handedOn'>,
) {
  const { school_id, school_year_id } = row;
  const { published_version_id } = await getYear(db, school_id, school_year_id);
  const inForce = await listLessons(db, school_id, published_version_id);
  const drafts = (await listDraftLessons(db, row)).map(
    ({ version: _, length: __, is_pinned: ___, is_divisible: ____, ...lesson }) => lesson,
  );
  const merged = mergePlans(inForce, drafts, from);
  const fresh = merged.lessons.filter(({ lesson_id }) => lesson_id < 0);
  const made = await createLessonIdentities(db, school_id, fresh.length);
  const real = new Map(fresh.map(({ lesson_id }, index) => [lesson_id, made[index] as number]));
  const toReal = (names: ReadonlyMap<number, number>) =>
    new Map([...names].map(([former, later]) => [former, real.get(later) ?? later]));
  const versionId = await createVersion(
    db,
    {
      school_id,
      school_year_id,
      base_version_id: published_version_id,
      upload_id: null,
      created_at: now.toISOString(),
    },
    merged.lessons.map((lesson) => ({ ...lesson, lesson_id: real.get(lesson.lesson_id) ?? lesson.lesson_id })),
  );
  const kept = toReal(merged.kept);
  await moveSubstitutions(db, school_id, kept, from);
  await moveTasks(db, school_id, kept, from);
  await handedOn(db, school_id, kept, from);
  await renameLessons(db, row, toReal(merged.renamed));
  await putInForce(db, { school_id, id: school_year_id }, { published_version_id: versionId }, now);
  await pruneVersions(db, school_id, school_year_id, versionId);
  const lessons = merged.ended.map(([id, later]): [number, number | null] => [
    id,
    later === null ? null : (real.get(later) ?? later),
  ]);
  return { from_version: published_version_id, to_version: versionId, continued: { from, lessons } };
}

/** Publishes what the caller has seen: under the locks neither the version nor the plan in force can move. */
export function publishHandler({ changed, published, handedOn }: PublishParts) {
  return async (call: HandlerContext<typeof plannerApi.publish>) => {
    const { actor, body, db, now, t, write, record, emit, afterCommit, fail } = call;
    const { school_id, time_zone } = actor;
    await reserveAttempt(db, { publication: `${school_id}:${actor.user_id}` }, now);
    const trx = await write();
    await lockVersion(trx, school_id, body.version_uuid);
    const row = (await findVersion(trx, school_id, { uuid: body.version_uuid })) ?? fail('not_found');
    await lockYear(trx, school_id, row.school_year_id);
    const year = await getYear(trx, school_id, row.school_year_id);
    const rule = publishProblem(body.from, year, toLocal(now, time_zone).date);
    if (rule) refuseIssues([{ path: 'body.from', rule, message: t(`planner:rules.${rule}`) }]);
    if (row.revision !== body.revision) {
      const changers = await listChangers(trx, row, { after: body.revision, standing: false });
      const names = await toNames(trx, school_id, changers.length > 0 ? changers : [null], t);
      return fail('version_changed', { params: { names } });
    }
    const inForce = year.published_version_id;
    const [plan] = inForce === null ? [] : await findKeptVersions(trx, school_id, [inForce]);
    if ((plan?.uuid ?? null) !== body.in_force) return fail('plan_moved');
    if (row.lessons === 0) return fail('version_empty');
    const versions = await putVersionInForce(trx, row, { from: body.from, now, handedOn });
    await updateVersion(trx, row, {
      plan_version_id: versions.to_version,
      published_revision: row.revision,
      published_at: now.toISOString(),
      published_from: body.from,
      published_by: actor.user_id,
    });
    record({ entity: 'planner_versions', id: row.id, after: { ...toRecordedVersion(row), begins_at: body.from } });
    const { school_year_id } = row;
    await published(trx, { school_id, school_year_id, upload_id: null, isUndone: false, ...versions }, now);
    await emit(timetableEvents.published, { school: school_id }, { school_id, last_updated_at: now.toISOString() });
    afterCommit(() => changed(school_id));
    const after = (await findVersion(trx, school_id, row)) ?? fail('not_found');
    const version = await showVersion(trx, after, { actor, now });
    await tellPlanners(trx, call, 'PUBLISH', { version, lessons: [], removed_ids: [], changes: [] });
    return { data: version };
  };
}
