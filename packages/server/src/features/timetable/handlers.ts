import { RANGE_MAXIMUM_DAYS, timetableApi } from '@kreide/core/features/timetable';
import { ApiError, addDays, daysBetween, mondayOf, type Translate, toLocal } from '@kreide/core/kernel';
import { implement } from '../../kernel/implement.ts';
import { findSchoolBySlink } from '../schools/index.ts';
import { searchUnits } from '../structure/index.ts';
import { headingOf, readPlan, UNITS } from './read.ts';
import type { Audience, Range } from './select.ts';
import type { PlanSnapshot } from './snapshot.ts';
import type { PlanStore } from './store.ts';

function checkRange(range: Range, t: Translate): Range {
  const days = daysBetween(range.begins_at, range.ends_at);
  const refuse = (rule: 'isSameOrAfter' | 'too_many_days', params: Record<string, number> = {}) => {
    throw new ApiError({
      code: 'invalid',
      issues: [
        { path: 'query.ends_at', rule, params, message: t(`kernel:rules.${rule}`, { field: 'ends_at', ...params }) },
      ],
    });
  };
  if (days < 0) refuse('isSameOrAfter');
  if (days >= RANGE_MAXIMUM_DAYS) refuse('too_many_days', { maximum: RANGE_MAXIMUM_DAYS });
  return range;
}

export function timetableHandlers({ plans }: { plans: PlanStore }) {
  return implement(
    timetableApi,
    {
      async get({ params, query, actor, db, t, request }) {
        const { entity, id } = params;
        const answer = await readPlan(plans, db, actor, { entity, id }, checkRange(query, t));
        // A child's plan is never cached for the reader: the family may change.
        if (entity !== 'users' || id === actor.user_id) plans.remember(actor, request.url, answer);
        return answer;
      },

      async search({ query, actor, db }) {
        return { data: await searchUnits(db, actor.school_id, query.keyword ?? '', query.entity) };
      },

      async getPublic({ params, query, db, now, t, fail }) {
        const school = await findSchoolBySlink(db, params.slink);
        if (!school?.public_timetable || school.is_locked) return fail('not_found');
        const teacherNames = school.public_teacher_names as 'none' | 'shortcut' | 'pseudonym';
        if (params.entity === 'teachers' && teacherNames === 'none') return fail('not_found');
        const monday = mondayOf(query.begins_at ?? toLocal(now, school.time_zone).date);
        const begins_at = query.begins_at ?? monday;
        const range = checkRange({ begins_at, ends_at: query.ends_at ?? addDays(begins_at, 6) }, t);
        const snapshot = await plans.snapshotAt(school.id, range.begins_at);
        const { entity } = params;
        const id = findUnit(snapshot, entity, params.id, teacherNames);
        if (id === null) return fail('not_found');
        const audience: Audience = { kind: 'public', teacher_names: teacherNames };
        const answer = await plans.read(school.id, { entity, id }, range, audience, (loaded) => {
          const heading = headingOf(loaded, entity, id, audience);
          const teacher = entity === 'teachers' ? loaded?.teachers.get(id) : undefined;
          if (heading && teacher && teacherNames === 'pseudonym')
            return { ...heading, displayname: teacher.pseudonym ?? `#${id}` };
          return heading;
        });
        return answer ?? fail('not_found');
      },
    },
    { get: (actor, url) => plans.recall(actor, url) },
  );
}

/**
 * A unit by id or, for homepages, by short name. Teachers are found by the form of their name that the school releases.
 */
function findUnit(
  snapshot: PlanSnapshot | undefined,
  entity: keyof typeof UNITS,
  wanted: string,
  teacherNames: string,
): number | null {
  if (!snapshot) return null;
  const units = snapshot[UNITS[entity]];
  const byId = /^\d{1,15}$/.test(wanted) ? units.get(Number(wanted)) : undefined;
  if (entity === 'teachers' && teacherNames === 'pseudonym') {
    return byId?.id ?? [...snapshot.teachers.values()].find((teacher) => teacher.pseudonym === wanted)?.id ?? null;
  }
  return [...units.values()].find((unit) => unit.shortcut === wanted)?.id ?? byId?.id ?? null;
}
