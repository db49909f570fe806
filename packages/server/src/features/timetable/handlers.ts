import {
  courseColorsOf,
  FAVOURITES_MAXIMUM,
  findsPeople,
  RANGE_MAXIMUM_DAYS,
  roomAbilitiesOf,
  timetableApi,
} from '@kreide/core/features/timetable';
import { ApiError, addDays, daysBetween, isAllowed, mondayOf, type Translate, toLocal } from '@kreide/core/kernel';
import { implement } from '../../kernel/http/implement.ts';
import { refuseUnknown } from '../auth/index.ts';
import { findSchoolBySlink, type SchoolRow } from '../schools/index.ts';
import { hasUnits } from '../structure/index.ts';
import { findPerson, lockUser, setProperties } from '../users/index.ts';
import { audienceOf } from './access.ts';
import { withColor } from './colors.ts';
import { findPlans, listMarked, withMark } from './finding.ts';
import { freeRoomsOn } from './free-rooms.ts';
import { headingOf, readPlan, UNITS } from './read.ts';
import { publicRange } from './school-days.ts';
import type { PublicAudience, Range } from './select.ts';
import type { PlanSnapshot } from './snapshot.ts';
import type { PlanStore } from './store.ts';
import { taskHandlers } from './tasks.ts';

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

/** The part of a school's plan that the public may read, for one answer. */
export function toPublicAudience(
  school: Pick<SchoolRow, 'public_teacher_names' | 'public_replaced_teachers'>,
  days: Range,
  pseudonyms: PublicAudience['pseudonyms'],
): PublicAudience {
  const teacher_names = school.public_teacher_names as PublicAudience['teacher_names'];
  const replaced_teachers = school.public_replaced_teachers && teacher_names === 'shortcut';
  return { kind: 'public', teacher_names, replaced_teachers, days, pseudonyms };
}

export interface TimetableParts {
  plans: PlanStore;
  pseudonymKey: Uint8Array;
}

export function timetableHandlers({ plans, pseudonymKey }: TimetableParts) {
  return implement(
    timetableApi,
    {
      ...taskHandlers(plans),

      async get({ params, query, actor, db, t, request }) {
        const { entity, id } = params;
        const answer = await readPlan(plans, db, actor, { entity, id }, checkRange(query, t));
        // A child's plan is never cached for the reader: the family may change.
        if (entity !== 'users' || id === actor.user_id) plans.remember(actor, request.url, answer);
        return answer;
      },

      async search({ query, actor, db, now }) {
        return { data: await findPlans({ db, actor, now }, query.keyword ?? '', query.entity) };
      },

      async listFavourites({ actor, db, now }) {
        return { data: await listMarked({ db, actor, now }) };
      },

      async setFavourite({ params, body, actor, now, write, t, fail }) {
        const db = await write();
        await lockUser(db, actor.school_id, actor.user_id);
        const marked = await withMark({ db, actor, now }, params, body.is_favourite);
        if (marked === 'unknown') return fail('not_found');
        if (marked === 'full') {
          const [rule, limits] = ['favourites', { maximum: FAVOURITES_MAXIMUM }];
          const message = t('plan-search:rules.tooManyFavourites', limits);
          throw new ApiError({
            code: 'invalid',
            issues: [{ path: 'body.is_favourite', rule, params: limits, message }],
          });
        }
        await setProperties(db, actor.school_id, actor.user_id, marked.properties);
        return { data: marked.hits };
      },

      async setCourseColor({ params, body, actor, db, write, fail }) {
        if (params.id !== actor.user_id)
          return fail((await findPerson(db, actor.school_id, params.id)) ? 'forbidden' : 'not_found');
        if (!(await hasUnits(db, actor.school_id, { courses: [body.course_id] }))) return fail('not_found');
        const trx = await write();
        await lockUser(trx, actor.school_id, actor.user_id);
        const colors = await withColor(trx, actor, body);
        const properties = await setProperties(trx, actor.school_id, actor.user_id, {
          'users.timetable.colors': colors,
        });
        return { data: courseColorsOf(properties) };
      },

      async listFreeRooms({ query, actor, fail }) {
        if (!isAllowed(roomAbilitiesOf(actor), 'findRooms')) return fail('forbidden');
        const snapshot = await plans.snapshotAt(actor.school_id, query.date);
        return { data: freeRoomsOn(snapshot, query.date, { audience: audienceOf(actor), hidden: findsPeople(actor) }) };
      },

      async getPublic({ params, query, db, now, t, request, fail }) {
        const school = await findSchoolBySlink(db, params.slink);
        if (!school) return refuseUnknown(db, request.network, now);
        if (!school.public_timetable || school.is_locked) return fail('not_found');
        const hasPlans = school.public_teacher_plans && school.public_teacher_names === 'shortcut';
        if (params.entity === 'teachers' && !hasPlans) return fail('not_found');
        const today = toLocal(now, school.time_zone).date;
        const begins_at = query.begins_at ?? mondayOf(today);
        const range = checkRange({ begins_at, ends_at: query.ends_at ?? addDays(begins_at, 6) }, t);
        const snapshot = await plans.snapshotAt(school.id, range.begins_at);
        const { entity } = params;
        const id = findUnit(snapshot, entity, params.id);
        const isHidden = entity === 'bookables' && id !== null && snapshot?.rooms.get(id)?.is_public === false;
        if (id === null || isHidden) return fail('not_found');
        const scope = `${entity} ${id} ${range.begins_at} ${range.ends_at}`;
        const audience = toPublicAudience(school, await publicRange(plans, school.id, today), {
          key: pseudonymKey,
          scope,
        });
        const heading = (loaded: PlanSnapshot | undefined) => headingOf(loaded, entity, id, audience);
        return (await plans.read(school.id, { entity, id }, range, audience, heading)) ?? fail('not_found');
      },
    },
    { get: (actor, url) => plans.recall(actor, url) },
  );
}

/** A unit by id or, for homepages, by short name. */
function findUnit(snapshot: PlanSnapshot | undefined, entity: keyof typeof UNITS, wanted: string): number | null {
  if (!snapshot) return null;
  const units = snapshot[UNITS[entity]];
  const byId = /^\d{1,15}$/.test(wanted) ? units.get(Number(wanted)) : undefined;
  return [...units.values()].find((unit) => unit.shortcut === wanted)?.id ?? byId?.id ?? null;
}
