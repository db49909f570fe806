import type { Message, Survey } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../../kernel/http/context.ts';
import type { MembersReader } from '../opened.ts';
import type { NewMessage } from '../queries/chat-write.ts';

/** Surveys as a reader has them, by id: what the feature `surveys` gives to those that show one. */
export type SurveysOf = (
  db: Kysely<DB>,
  reader: MembersReader,
  ids: readonly number[],
  now: Date,
) => Promise<ReadonlyMap<number, Survey>>;

type Carrying = Pick<HandlerContext, 'db' | 'now'> & {
  actor: Actor;
  fail(code: 'not_found' | 'forbidden' | 'survey_over'): never;
};

/**
 * A survey for a message that is to carry it, or a refusal: what the message says of it, and how those in its channel come
 * to answer it, once it is written.
 */
export type SurveyCarrier = (
  context: Carrying,
  id: number,
) => Promise<{
  target: NonNullable<NewMessage['target']>;
  place(db: Kysely<DB>, channelId: number): Promise<void>;
}>;

interface Reading {
  db: Kysely<DB>;
  actor: MembersReader;
  now: Date;
}

/** Puts the surveys into messages that carry one (C-3.15). */
export async function withSurveys<Item extends { type: string }>(
  messages: readonly Item[],
  { db, actor, now }: Reading,
  surveysOf: SurveysOf,
): Promise<Item[]> {
  const idOf = (item: Item | Message) => ('survey_form_id' in item ? item.survey_form_id : null);
  const ids = messages.map(idOf).filter((id) => id !== null);
  if (ids.length === 0) return [...messages];
  const surveys = await surveysOf(db, actor, [...new Set(ids)], now);
  return messages.map((item) => {
    const survey = surveys.get(idOf(item) ?? 0);
    return survey ? { ...item, survey, survey_uuid: survey.uuid } : item;
  });
}
