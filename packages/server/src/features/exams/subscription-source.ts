import { createHash } from 'node:crypto';
import { toLocal, translateIn } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { getSchool } from '../schools/index.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { listOfPerson } from './queries/of-person.ts';
import { namesOfExams } from './shown.ts';

/** The exams that somebody writes or has entered, and those of what they teach, in the addresses that the timetable opens (D-6.01). */
export function examSubscriptionSource(parts: {
  database: { kysely: Kysely<DB> };
  clock: Clock;
  plans: PlanStore;
}): SubscriptionSource {
  const { kysely } = parts.database;
  return {
    isBeside: true,
    isOpen: (reader) => reader.permissions.has('view-timetable'),

    async read(school_id, user_id, range, { t }) {
      const { time_zone } = await getSchool(kysely, school_id);
      const day = toLocal(parts.clock.now(), time_zone).date;
      const rows = await listOfPerson(kysely, parts.plans, { school_id, user_id }, { ...range, day });
      const words = translateIn(t, 'exams');
      const names = await namesOfExams(kysely, school_id, rows);
      const shown = rows.map((row) => ({ row, name: names(row).displayname }));
      const states = shown.map(({ row, name }) => `${row.id} ${row.updated_at} ${name} ${row.room ?? ''}`).join('\n');
      const changes = rows.map(({ updated_at }) => updated_at).sort();
      return {
        version: createHash('sha256').update(states).digest('base64url'),
        load: () => ({
          last_updated_at: changes.at(-1) ?? null,
          events: shown.map(({ row, name }) => {
            const title = `${words(`kinds.${row.kind}`)}: ${name}`;
            return {
              uid: `exam-${row.uuid}`,
              date: row.date,
              time_begins_at: row.time_begins_at,
              time_ends_at: row.time_ends_at,
              summary: row.is_cancelled ? words('feed.cancelled', { name: title }) : title,
              description: [row.topic, row.note].filter(Boolean).join('\n'),
              location: row.room,
              category: words(`kinds.${row.kind}`),
              color: null,
              is_cancelled: row.is_cancelled,
              is_free: row.is_cancelled,
            };
          }),
        }),
      };
    },
  };
}
