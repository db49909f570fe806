import { EVENT_ANSWERS_PAGE, type EventAnswer } from '@kreide/core/features/calendar';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart } from '../../channels/index.ts';
import { usersPart } from '../../users/index.ts';
import type { EventKey } from '../queries.ts';

/** Keeps what somebody answers, in the place of what they have answered before. */
export async function setAnswer(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  user_id: number,
  answer: EventAnswer,
  now: Date,
): Promise<void> {
  const given = { answer, answered_at: now.toISOString() };
  await db
    .insertInto('calendar_event_answers')
    .values({ school_id, event_id: id, user_id, ...given })
    .onConflict((conflict) => conflict.columns(['school_id', 'event_id', 'user_id']).doUpdateSet(given))
    .execute();
}

/** Forgets the answers of everybody but these people. */
export async function keepAnswersOf(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  people: readonly number[],
): Promise<void> {
  await sql`delete from calendar_event_answers where school_id = ${school_id} and event_id = ${id}
    and user_id != all(${people}::bigint[])`.execute(db);
}

/** One page of answers, and how they are filtered. */
interface WantedAnswers {
  /** `open`: none yet. */
  readonly answer: EventAnswer | 'open';
  readonly page: number;
  readonly reader_id: number;
  /** Channels whose members the reader may not know. */
  readonly hidden: readonly number[];
}

/**
 * Those who take part and have answered so, by name, and the first row of the next page. People of hidden channels are left
 * out, except for the reader and who is invited by name.
 */
export function listAnswerers(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  { answer, page, reader_id, hidden }: WantedAnswers,
) {
  return db
    .selectFrom(usersPart(db).where('school_id', '=', school_id).where('deleted_at', 'is', null).as('person'))
    .leftJoin('calendar_event_answers as given', (join) =>
      join.on('given.school_id', '=', school_id).on('given.event_id', '=', id).onRef('given.user_id', '=', 'person.id'),
    )
    .select(['person.id', 'person.firstname', 'person.lastname'])
    .select(sql<EventAnswer | null>`given.answer`.as('answer'))
    .where(
      sql<SqlBool>`person.id in (select named.user_id from calendar_event_users named
        where named.school_id = ${school_id} and named.event_id = ${id}
      union select member.user_id from calendar_event_channels place
        join ${membersPart(db).where('school_id', '=', school_id)} as member on member.channel_id = place.channel_id
        where place.school_id = ${school_id} and place.event_id = ${id}
          and (member.channel_id != all(${hidden}::bigint[]) or member.user_id = ${reader_id}))`,
    )
    .where(sql<SqlBool>`given.answer is not distinct from ${answer === 'open' ? null : answer}::text`)
    .orderBy('person.lastname')
    .orderBy('person.firstname')
    .orderBy('person.id')
    .offset((page - 1) * EVENT_ANSWERS_PAGE)
    .limit(EVENT_ANSWERS_PAGE + 1)
    .execute();
}
