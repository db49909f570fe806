import { VOTERS_PAGE } from '@kreide/core/features/surveys';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { usersPart } from '../../users/index.ts';
import { audiencePart, type SurveyKey } from './survey-of.ts';

/** Those who have answered, as far as their accounts are there. */
function votersOf(db: Kysely<DB>, { school_id, id }: SurveyKey) {
  return db
    .selectFrom('survey_participations as asked')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join
        .onRef('person.school_id', '=', 'asked.school_id')
        .onRef('person.id', '=', 'asked.user_id')
        .on('person.deleted_at', 'is', null),
    )
    .where('asked.school_id', '=', school_id)
    .where('asked.survey_id', '=', id);
}

/** Those who can answer a survey of the school and have not. */
const openIn = (db: Kysely<DB>, school_id: number) =>
  db
    .selectFrom(audiencePart(db, school_id).as('asked'))
    .innerJoin(usersPart(db).as('person'), (join) =>
      join
        .onRef('person.school_id', '=', 'asked.school_id')
        .onRef('person.id', '=', 'asked.user_id')
        .on('person.deleted_at', 'is', null),
    )
    .leftJoin('survey_participations as voted', (join) =>
      join
        .onRef('voted.school_id', '=', 'asked.school_id')
        .onRef('voted.survey_id', '=', 'asked.survey_id')
        .onRef('voted.user_id', '=', 'asked.user_id'),
    )
    .where('asked.school_id', '=', school_id)
    .where('voted.user_id', 'is', null);

/** Those who can answer one survey and have not; its author is not waited for. */
function openOf(db: Kysely<DB>, { school_id, id }: SurveyKey, author: number | null) {
  const query = openIn(db, school_id).where('asked.survey_id', '=', id);
  return author === null ? query : query.where('asked.user_id', '!=', author);
}

const nameOf = sql`person.lastname || ' ' || person.firstname`;

/** A page of those who have answered, or who have not, by name, and how many there are in all. */
export async function listVoters(
  db: Kysely<DB>,
  key: SurveyKey,
  { isVoted, author, page, search }: { isVoted: boolean; author: number | null; page: number; search?: string },
) {
  const matches = hasWords(nameOf, search);
  const query = () => (isVoted ? votersOf(db, key) : openOf(db, key, author));
  const rows = await query()
    .select(['person.id', 'person.firstname', 'person.lastname'])
    .where(matches)
    .orderBy(sql`kreide_fold(${nameOf})`)
    .orderBy('person.id')
    .offset((page - 1) * VOTERS_PAGE)
    .limit(VOTERS_PAGE + 1)
    .execute();
  const { count } = await query()
    .where(matches)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, count: Number(count) };
}

/** Everybody who has answered, by name, for a workbook. */
export async function listAllVoters(db: Kysely<DB>, key: SurveyKey) {
  return votersOf(db, key)
    .select(['person.id', 'person.firstname', 'person.lastname'])
    .orderBy(sql`kreide_fold(${nameOf})`)
    .orderBy('person.id')
    .execute();
}

/** How many have not answered, of surveys of one author. */
export async function countOpen(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  author: number,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await openIn(db, schoolId)
    .select('asked.survey_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('asked.survey_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('asked.user_id', '!=', author)
    .groupBy('asked.survey_id')
    .execute();
  return new Map(rows.map(({ survey_id, count }) => [survey_id, Number(count)]));
}

/** What people answered under their names. */
export async function listVotesOf(db: Kysely<DB>, { school_id, id }: SurveyKey, userIds: readonly number[]) {
  const rows = await db
    .selectFrom('survey_votes')
    .select(['user_id', 'question_id', 'option_id', 'text'])
    .where('school_id', '=', school_id)
    .where('survey_id', '=', id)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute();
  return Map.groupBy(rows, ({ user_id }) => user_id);
}
