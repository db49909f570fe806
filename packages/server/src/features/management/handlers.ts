import { managementApi } from '@kreide/core/features/management';
import { implement } from '../../kernel/http/implement.ts';
import { type EndParts, endHandlers } from './end.ts';
import { type HealthParts, readHealth } from './health.ts';
import { listPeopleOf } from './people.ts';
import { policiesHandlers } from './policies.ts';
import { type QuotationParts, quotationHandlers } from './quotations.ts';
import { readStatistics } from './statistics.ts';
import { readTimetableEvents } from './timetable-events.ts';

/** Running a school: its people, and what they have to accept. */
export function managementHandlers(parts: HealthParts & QuotationParts & EndParts) {
  return implement(managementApi, {
    ...policiesHandlers(),
    ...quotationHandlers(parts),
    ...endHandlers(parts),

    async listPeople({ params, query, actor, db, now, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await listPeopleOf(db, actor, query, now) };
    },

    async getHealth({ params, query, actor, db, now, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await readHealth(parts, db, actor, query.plan_days, now) };
    },

    async listTimetableEvents({ params, query, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: (await readTimetableEvents(db, actor, query.schoolyear_id)) ?? fail('not_found') };
    },

    async getStatistics({ params, query, actor, db, now, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await readStatistics(db, actor, query, now) };
    },
  });
}
