import { SURVEY_TEXTS_MAXIMUM, type Survey } from '@kreide/core/features/surveys';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { SurveyTasks } from './ending.ts';
import { loadSurveys } from './loading.ts';
import { listSurveys } from './queries/survey-of.ts';

export interface SurveyHandlerParts extends Pick<FeatureParts, 'translator' | 'log'> {
  readonly secret: string;
  /** Signs the addresses of files in messages. */
  readonly fileKey: Uint8Array;
  readonly tasks: SurveyTasks;
}

interface Opening {
  db: Kysely<DB>;
  actor: Actor;
  now: Date;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** A survey that the caller may see; one of another school is not found, one of other channels is forbidden (C-6.42). */
export async function openSurvey(
  { db, actor, now, fail }: Opening,
  id: number,
  { secret }: Pick<SurveyHandlerParts, 'secret'>,
) {
  const found = await loadSurveys([id], { db, reader: actor, now, secret, texts: SURVEY_TEXTS_MAXIMUM });
  const survey = found.get(id);
  if (survey) return survey;
  return fail((await listSurveys(db, actor, [id])).length > 0 ? 'forbidden' : 'not_found');
}

/** A survey for an answer. */
export async function showSurvey(opening: Opening, id: number, parts: SurveyHandlerParts): Promise<Survey> {
  return openSurvey(opening, id, parts);
}
