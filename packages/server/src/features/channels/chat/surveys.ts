import type { Message, Survey } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { MembersReader } from '../opened.ts';

/** Surveys as a reader has them, by id: what the feature `surveys` gives to those that show one. */
export type SurveysOf = (
  db: Kysely<DB>,
  reader: MembersReader,
  ids: readonly number[],
  now: Date,
) => Promise<ReadonlyMap<number, Survey>>;

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
