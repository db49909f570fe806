import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { MESSAGE_MAXIMUM, QUESTION_TYPES, RESULTS_VISIBILITIES } from '../channels/index.ts';
import {
  SURVEY_OPTION_MAXIMUM,
  SURVEY_OPTIONS_MAXIMUM,
  SURVEY_QUESTION_MAXIMUM,
  SURVEY_QUESTIONS_MAXIMUM,
  SURVEY_TEXT_MAXIMUM,
} from './rules.ts';

// These count code units and a little more than is allowed: the limits that people know are in `rules.ts`, with words.
const question = z.strictObject({
  question: f.text(2 * SURVEY_QUESTION_MAXIMUM + 2),
  type: z._default(z.enum(QUESTION_TYPES), 'single'),
  has_user_option: z._default(z.boolean(), false),
  is_shared: z._default(z.boolean(), false),
  options: z._default(
    z
      .array(z.strictObject({ name: f.line(2 * SURVEY_OPTION_MAXIMUM + 2, 0) }))
      .check(z.maxLength(2 * SURVEY_OPTIONS_MAXIMUM)),
    [],
  ),
});

/** A new survey (C-7.74). */
export const surveyDraft = z.strictObject({
  questions: z.array(question).check(z.maxLength(2 * SURVEY_QUESTIONS_MAXIMUM)),
  results_visibility: z._default(z.enum(RESULTS_VISIBILITIES), 'none'),
  is_anonymous: z._default(z.boolean(), false),
  expires_at: z._default(z.nullable(f.instant), null),
});
export type NewSurvey = z.input<typeof surveyDraft>;

/** What somebody answers (C-3.22); `new_option` is what they write themselves. */
export const votePayload = z.strictObject({
  votes: z
    .array(
      z.strictObject({
        question_uuid: f.uuid,
        options: z.optional(z.array(f.id).check(z.maxLength(SURVEY_OPTIONS_MAXIMUM))),
      }),
    )
    .check(z.maxLength(SURVEY_QUESTIONS_MAXIMUM)),
  new_option: z._default(
    z
      .array(z.strictObject({ question_uuid: f.uuid, name: f.text(2 * SURVEY_TEXT_MAXIMUM + 2) }))
      .check(z.maxLength(SURVEY_QUESTIONS_MAXIMUM)),
    [],
  ),
});

/** A message with a survey, which is named by its id or its uuid (C-7.49). */
export const surveyMessage = z.strictObject({
  uuid: f.uuid,
  content: z._default(f.text(2 * MESSAGE_MAXIMUM), ''),
  survey_form_id: z.optional(f.id),
  survey_uuid: z.optional(f.uuid),
});

/** Somebody who has answered a survey, or has not (C-7.81). */
export const surveyVoter = z.object({
  id: f.id,
  displayname: z.string(),
  /** Their answer; null where nobody may know it, or while they have not answered. */
  answers: z.nullable(
    z.array(z.object({ question_uuid: f.uuid, options: z.array(z.string()), text: z.nullable(z.string()) })),
  ),
});
export type SurveyVoter = z.output<typeof surveyVoter>;

/** The questions of a survey in another language; the texts that people have written stay as they are. */
export const translatedSurvey = z.object({
  lang: z.string(),
  questions: z.array(
    z.object({ uuid: f.uuid, question: z.string(), options: z.array(z.object({ id: f.id, name: z.string() })) }),
  ),
});
export type TranslatedSurvey = z.output<typeof translatedSurvey>;
