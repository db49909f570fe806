import { isOver } from '@kreide/core/features/surveys';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { isPlaced, lockSurvey, moveReceivers, NO_RECEIVERS, type SurveyReceivers } from '../surveys/index.ts';
import { isInNews } from './queries/survey.ts';

/** The survey of an item, and who can answer it through that: nobody before the item is published. */
export interface Carried {
  readonly survey_id: number | null;
  readonly receivers: SurveyReceivers;
}

export const NOTHING: Carried = { survey_id: null, receivers: NO_RECEIVERS };

interface Finding {
  readonly actor: Actor;
  readonly now: Date;
  readonly t: Translate;
  fail(code: 'not_found' | 'forbidden'): never;
}

/**
 * The survey that an item is to carry: one that the actor has made, that runs, and that was sent nowhere; or the one that it
 * has. It is held until the commit, so that it does not get into two items.
 * @param wanted left out: as it was
 */
export async function findCarried(
  db: Kysely<DB>,
  wanted: number | null | undefined,
  former: number | null,
  { actor: { school_id, user_id }, now, t, fail }: Finding,
): Promise<number | null> {
  if (wanted === undefined || wanted === former) return former;
  if (wanted === null) return null;
  const key = { school_id, id: wanted };
  const survey = await lockSurvey(db, key);
  if (!survey) return fail('not_found');
  if (survey.user_id !== user_id) return fail('forbidden');
  const isTaken = isOver(survey, now) || (await isPlaced(db, key)) || (await isInNews(db, school_id, wanted));
  const message = t('news:rules.survey');
  refuseIssues(isTaken ? [{ path: 'body.survey_form_id', rule: 'survey', params: {}, message }] : []);
  return wanted;
}

/** The readers of an item answer its survey, and who reads it no more does not. */
export async function moveSurvey(db: Kysely<DB>, school_id: number, had: Carried, has: Carried): Promise<void> {
  const isSame = had.survey_id === has.survey_id;
  if (had.survey_id !== null && !isSame)
    await moveReceivers(db, { school_id, id: had.survey_id }, had.receivers, NO_RECEIVERS);
  if (has.survey_id !== null)
    await moveReceivers(db, { school_id, id: has.survey_id }, isSame ? had.receivers : NO_RECEIVERS, has.receivers);
}
