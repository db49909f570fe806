import { max, required } from '../../validation/text.ts';
import type { QuestionType } from '../channels/index.ts';

/** Most questions of a survey (C-5.16, C-9.35). */
export const SURVEY_QUESTIONS_MAXIMUM = 20;
/** Most characters of a question (C-5.17). */
export const SURVEY_QUESTION_MAXIMUM = 511;
/** Most characters of what somebody writes as their answer (C-5.15). */
export const SURVEY_TEXT_MAXIMUM = 511;
/** Written answers that are visible before the rest is revealed (C-5.18). */
export const SURVEY_TEXTS_SHOWN = 4;
/** Questions that a preview lists before an ellipsis (C-9.31). */
export const SURVEY_PREVIEW_QUESTIONS = 4;
/** Fewest and most answers that a question offers, one that people write themselves among them. */
export const SURVEY_OPTIONS_MINIMUM = 2;
export const SURVEY_OPTIONS_MAXIMUM = 20;
/** Most characters of an answer that a question offers. */
export const SURVEY_OPTION_MAXIMUM = 255;
/** Most days for which a survey runs, if it ends by itself. */
export const SURVEY_DAYS_MAXIMUM = 366;
/** People per page of those who have answered, or have not (C-7.81). */
export const VOTERS_PAGE = 50;
/** Most written answers of one question that an answer of the server carries; all of them are in the export. */
export const SURVEY_TEXTS_MAXIMUM = 500;
/** The number of answers from which an anonymous survey shows results when it is over (C-6.27). */
export const ANONYMOUS_MINIMUM = 5;

/** A survey as its author writes it. */
export interface SurveyDraft {
  questions: readonly {
    question: string;
    type: QuestionType;
    has_user_option: boolean;
    options: readonly { name: string }[];
  }[];
  /** As an instant; null: until its author ends it. */
  expires_at: string | null;
}

/** The problems that a survey or an answer can have; the text is `surveys:rules.<rule>`. */
export type SurveyRule =
  | 'questionsRequired'
  | 'questionsMax'
  | 'questionRequired'
  | 'questionMax'
  | 'optionsMin'
  | 'optionsMax'
  | 'optionsNone'
  | 'optionRequired'
  | 'optionMax'
  | 'optionTwice'
  | 'expiresPast'
  | 'expiresFar'
  | 'answerRequired'
  | 'answerOne'
  | 'answerMax'
  | 'answerUnknown';

export interface SurveyProblem {
  /** The place of the problem, as in the body: `questions.0.options.1.name`. */
  path: string;
  rule: SurveyRule;
  params: Record<string, number>;
}

/** Everything that is wrong with a survey, in the order of its fields; used by form and server. */
export function surveyProblems({ questions, expires_at }: SurveyDraft, now: Date): SurveyProblem[] {
  const problems: SurveyProblem[] = [];
  const found = (path: string, rule: SurveyRule, params: Record<string, number> = {}) =>
    problems.push({ path, rule, params });
  if (questions.length === 0) found('questions', 'questionsRequired');
  if (questions.length > SURVEY_QUESTIONS_MAXIMUM)
    found('questions', 'questionsMax', { maximum: SURVEY_QUESTIONS_MAXIMUM });
  for (const [index, { question, type, has_user_option, options }] of questions.entries()) {
    const path = `questions.${index}`;
    const text = question.trim();
    if (!required(text)) found(`${path}.question`, 'questionRequired');
    else if (!max(text, SURVEY_QUESTION_MAXIMUM))
      found(`${path}.question`, 'questionMax', { maximum: SURVEY_QUESTION_MAXIMUM });
    const count = options.length + (has_user_option ? 1 : 0);
    if (type === 'freetext') {
      if (count > 0) found(`${path}.options`, 'optionsNone');
      continue;
    }
    if (count < SURVEY_OPTIONS_MINIMUM) found(`${path}.options`, 'optionsMin', { minimum: SURVEY_OPTIONS_MINIMUM });
    if (count > SURVEY_OPTIONS_MAXIMUM) found(`${path}.options`, 'optionsMax', { maximum: SURVEY_OPTIONS_MAXIMUM });
    const seen = new Set<string>();
    for (const [at, option] of options.entries()) {
      const name = option.name.trim();
      const where = `${path}.options.${at}.name`;
      if (!required(name)) found(where, 'optionRequired');
      else if (!max(name, SURVEY_OPTION_MAXIMUM)) found(where, 'optionMax', { maximum: SURVEY_OPTION_MAXIMUM });
      else if (seen.has(name.toLowerCase())) found(where, 'optionTwice');
      seen.add(name.toLowerCase());
    }
  }
  if (expires_at !== null) {
    const days = (Date.parse(expires_at) - now.getTime()) / 86_400_000;
    if (days <= 0) found('expires_at', 'expiresPast');
    else if (days > SURVEY_DAYS_MAXIMUM) found('expires_at', 'expiresFar', { days: SURVEY_DAYS_MAXIMUM });
  }
  return problems;
}

/** Takes a survey no answers any more (C-4.25)? */
export function isOver({ ended_at, expires_at }: { ended_at: string | null; expires_at: string | null }, now: Date) {
  return ended_at !== null || (expires_at !== null && Date.parse(expires_at) <= now.getTime());
}

/** Whole percent of all who have answered. */
export const percentageOf = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 100));
