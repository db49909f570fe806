import * as z from 'zod/mini';
import * as f from '../../../kernel/fields.ts';

/** Who sees the results besides the author: nobody, everybody, or those who have answered (C-3.18). */
export const RESULTS_VISIBILITIES = ['none', 'before', 'after'] as const;
export type ResultsVisibility = (typeof RESULTS_VISIBILITIES)[number];

/** One answer, several, or words (C-3.20). */
export const QUESTION_TYPES = ['single', 'multiple', 'freetext'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/**
 * What can be done with one survey: `view` it, `vote`, `end` it, `delete` it, see results, see the `evaluation`: who has
 * answered and who has not, `export` it.
 */
export const SURVEY_ABILITIES = ['view', 'vote', 'end', 'delete', 'view-results', 'evaluation', 'export'] as const;
export type SurveyAbility = (typeof SURVEY_ABILITIES)[number];

const abilities = Object.fromEntries(SURVEY_ABILITIES.map((ability) => [ability, f.flag])) as Record<
  SurveyAbility,
  typeof f.flag
>;

/** One of the answers that a question offers (C-3.21). */
export const surveyOption = z.object({
  id: f.id,
  uuid: f.uuid,
  name: z.string(),
  /** How often it was chosen; null where the reader does not see results. */
  count: z.nullable(z.int()),
  /** Of those who have answered, whole percent; null as above. */
  percentage: z.nullable(z.int()),
  /** By the reader; of an anonymous survey only while it runs. */
  is_chosen: z.boolean(),
  /** Stands for what somebody writes themselves (C-3.24). */
  has_user_option: z.boolean(),
});
export type SurveyOption = z.output<typeof surveyOption>;

/** A question of a survey as one of its readers has it (C-3.19). */
export const surveyQuestion = z.object({
  id: f.id,
  uuid: f.uuid,
  question: z.string(),
  order: z.int(),
  /** Name of the question within its survey: `q1`. */
  key: z.string(),
  type: z.enum(QUESTION_TYPES),
  has_user_option: z.boolean(),
  /** Others who see results see what people have written. */
  is_shared: z.boolean(),
  options: z.array(surveyOption),
  /** What the reader has written; of an anonymous survey only while it runs. */
  own_text: z.nullable(z.string()),
  /** What people have written, as far as the reader sees it: in a message the first of it. */
  texts: z.nullable(z.array(z.object({ text: z.string(), count: z.int() }))),
  texts_count: z.nullable(z.int()),
});
export type SurveyQuestion = z.output<typeof surveyQuestion>;

/** A survey as one of its readers has it (C-3.17). It stands here because messages carry it. */
export const survey = z.object({
  id: f.id,
  uuid: f.uuid,
  /** The author; null when the account was deleted. */
  user_id: z.nullable(f.id),
  questions: z.array(surveyQuestion),
  results_visibility: z.enum(RESULTS_VISIBILITIES),
  is_anonymous: z.boolean(),
  has_translations: z.boolean(),
  expires_at: z.nullable(f.instant),
  created_at: f.instant,
  /** Where it was sent to, as far as the reader is there; of its author all. */
  channels: z.array(z.object({ id: f.id })),
  is_user_voted: z.boolean(),
  /** Ended, or its time is over: nobody answers any more. */
  is_over: z.boolean(),
  /** How many have answered; null where the reader does not see results. */
  votes_count: z.nullable(z.int()),
  /** How many answers the results show: of an anonymous survey that runs fewer than there are. */
  results_count: z.nullable(z.int()),
  /** How many people can answer; for the author. */
  participants_count: z.nullable(z.int()),
  /** Where the workbook of the results is; null for who may not have it. */
  export_xlsx: z.nullable(z.string()),
  can: z.object(abilities),
});
export type Survey = z.output<typeof survey>;
