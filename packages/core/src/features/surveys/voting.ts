import { max, required } from '../../validation/text.ts';
import type { QuestionType } from '../channels/index.ts';
import { SURVEY_TEXT_MAXIMUM, type SurveyProblem, type SurveyRule } from './rules.ts';

/** What of a question says which answers it takes. */
export interface AskedQuestion {
  readonly uuid: string;
  readonly type: QuestionType;
  readonly has_user_option: boolean;
  readonly options: readonly { readonly id: number; readonly has_user_option: boolean }[];
}

/** The choices and texts of somebody, before they send them. */
export interface ChosenAnswer {
  /** Ids of options, the placeholder of an own one among them. */
  readonly options: readonly number[];
  readonly text: string;
}

/** Answers by the uuid of their question. */
export type ChosenAnswers = Readonly<Record<string, ChosenAnswer>>;

export const NO_ANSWER: ChosenAnswer = { options: [], text: '' };

/** An answer as it travels (C-3.22). */
export interface VotePayload {
  votes: { question_uuid: string; options?: number[] | undefined }[];
  new_option: { question_uuid: string; name: string }[];
}

/**
 * Pressing an option: of a single choice the one that is chosen is taken back, another takes its place (C-5.21); of a
 * multiple choice each goes on and off by itself (C-5.22).
 */
export function pressOption({ type }: Pick<AskedQuestion, 'type'>, answer: ChosenAnswer, id: number): ChosenAnswer {
  const others = answer.options.filter((one) => one !== id);
  const isChosen = others.length < answer.options.length;
  if (type === 'multiple') return { ...answer, options: isChosen ? others : [...others, id] };
  return { ...answer, options: isChosen ? [] : [id] };
}

const placeholderOf = ({ options }: AskedQuestion) => options.find(({ has_user_option }) => has_user_option)?.id;

/** Does the answer hold words: a written one, or an own option that is chosen? */
function writes(question: AskedQuestion, { options }: ChosenAnswer): boolean {
  const placeholder = placeholderOf(question);
  return question.type === 'freetext' || (placeholder !== undefined && options.includes(placeholder));
}

/** The answers as they are sent: no options for a written one, and no placeholder among them (C-3.23). */
export function toVotePayload(questions: readonly AskedQuestion[], answers: ChosenAnswers): VotePayload {
  return {
    votes: questions.map((question) => {
      const { options } = answers[question.uuid] ?? NO_ANSWER;
      const placeholder = placeholderOf(question);
      return {
        question_uuid: question.uuid,
        ...(question.type !== 'freetext' && { options: options.filter((id) => id !== placeholder) }),
      };
    }),
    new_option: questions.flatMap((question) => {
      const answer = answers[question.uuid] ?? NO_ANSWER;
      return writes(question, answer) ? [{ question_uuid: question.uuid, name: answer.text.trim() }] : [];
    }),
  };
}

/**
 * Everything that is wrong with an answer: each question has one (C-5.19, C-5.20), a single choice no more than one, what
 * is written is there and not too long (C-5.14, C-5.15). Used by the card and the server.
 */
export function voteProblems(
  questions: readonly AskedQuestion[],
  { votes, new_option }: VotePayload,
): (SurveyProblem & { question: string | null })[] {
  const problems: (SurveyProblem & { question: string | null })[] = [];
  const found = (path: string, question: string | null, rule: SurveyRule, params: Record<string, number> = {}) =>
    problems.push({ path, rule, params, question });
  const byUuid = new Map(questions.map((question) => [question.uuid, question]));
  const [voted, written] = [new Set<string>(), new Map<string, string>()];
  for (const [index, { question_uuid, options = [] }] of votes.entries()) {
    const question = byUuid.get(question_uuid);
    const known = new Set(question?.options.filter((one) => !one.has_user_option).map(({ id }) => id));
    const isTwice = voted.has(question_uuid) || new Set(options).size < options.length;
    if (!question || isTwice || options.some((id) => !known.has(id)))
      found(`votes.${index}`, question_uuid, 'answerUnknown');
    voted.add(question_uuid);
  }
  for (const [index, { question_uuid, name }] of new_option.entries()) {
    const question = byUuid.get(question_uuid);
    const takesText = question !== undefined && (question.type === 'freetext' || question.has_user_option);
    if (!takesText || written.has(question_uuid)) found(`new_option.${index}`, question_uuid, 'answerUnknown');
    else if (!required(name)) found(`new_option.${index}.name`, question_uuid, 'answerRequired');
    else if (!max(name.trim(), SURVEY_TEXT_MAXIMUM))
      found(`new_option.${index}.name`, question_uuid, 'answerMax', { maximum: SURVEY_TEXT_MAXIMUM });
    written.set(question_uuid, name);
  }
  for (const { uuid, type } of questions) {
    const options = votes.find(({ question_uuid }) => question_uuid === uuid)?.options ?? [];
    const count = options.length + (written.has(uuid) ? 1 : 0);
    if (count === 0) found('votes', uuid, 'answerRequired');
    else if (type !== 'multiple' && count > 1) found('votes', uuid, 'answerOne');
  }
  return problems;
}

/** Can the answers be sent as they are? */
export const canSubmit = (questions: readonly AskedQuestion[], answers: ChosenAnswers): boolean =>
  voteProblems(questions, toVotePayload(questions, answers)).length === 0;
