import type { Survey } from '@kreide/core/features/surveys';
import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import type { TestServer } from './server.ts';

export interface BuiltSurvey {
  id: number;
  uuid: string;
  question_uuid: string;
  question_id: number;
  options: number[];
}

/** A survey with one question and two answers, which was sent to some channels. */
export async function buildSurvey(
  { test }: Pick<TestServer, 'test'>,
  school_id: number,
  user_id: number,
  channels: readonly number[],
  values: Partial<{ results_visibility: 'none' | 'before' | 'after'; ended_at: string; expires_at: string }> = {},
): Promise<BuiltSurvey> {
  const db: Kysely<DB> = test.database.kysely;
  const survey = await db
    .insertInto('surveys')
    .values({ school_id, user_id, ...values })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const question = await db
    .insertInto('survey_questions')
    .values({ school_id, survey_id: survey.id, position: 0, question: 'Wohin wandern wir?' })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const options = await db
    .insertInto('survey_options')
    .values(['Wald', 'See'].map((name, position) => ({ school_id, question_id: question.id, position, name })))
    .returning('id')
    .execute();
  if (channels.length > 0)
    await db
      .insertInto('survey_channels')
      .values(channels.map((channel_id) => ({ school_id, survey_id: survey.id, channel_id })))
      .execute();
  return { ...survey, question_id: question.id, question_uuid: question.uuid, options: options.map(({ id }) => id) };
}

/** Answers to a survey, question by question: places of options, or words. */
export const toVote = ({ questions }: Survey, ...picks: (number[] | string)[]) => ({
  votes: questions.map(({ uuid, options }, at) => {
    const pick = picks[at];
    return { question_uuid: uuid, ...(Array.isArray(pick) && { options: pick.map((n) => options[n]?.id ?? 0) }) };
  }),
  new_option: questions.flatMap(({ uuid }, at) => {
    const pick = picks[at];
    return typeof pick === 'string' ? [{ question_uuid: uuid, name: pick }] : [];
  }),
});
