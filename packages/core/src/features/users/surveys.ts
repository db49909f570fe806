import type { UserType } from '../../kernel/abilities.ts';
import type { SurveyResult, SurveyType, UserProperties } from './properties.ts';

/** How many days somebody has an account before they are asked how well the product works for them. */
export const SURVEY_AFTER_DAYS = 14;
const DAY = 24 * 60 * 60 * 1000;

/** Fewest answers of a school of which anything is told: of fewer somebody could be recognised. */
export const SURVEY_ANSWERS_MINIMUM = 5;

/** Who is asked: grown-ups. Pupils never are. */
export const SURVEY_USER_TYPES: readonly UserType[] = ['PARENT', 'TEACHER', 'EMPLOYEE'];

/** The property that holds a part of what became of a question (T-3.72). */
export const surveyProperty = <Type extends SurveyType, Part extends 'feedback' | 'hidden' | 'month' | 'result'>(
  type: Type,
  part: Part,
) => `users.surveys.${type}.${part}` as const;

/** Has somebody answered a question, or put it away for good? */
export const isSurveyOver = (properties: UserProperties, type: SurveyType): boolean =>
  properties[surveyProperty(type, 'hidden')] === '1' || properties[surveyProperty(type, 'result')] !== undefined;

/** Is an answer so good that it is sent at once (T-4.30)? Whoever gives another one can first say why (T-4.31). */
export const isContent = (result: SurveyResult): boolean => result === '4' || result === '5';

/** The question about the product that somebody is to be asked now; null: none. */
export function surveyToAsk(
  person: { type: UserType; created_at: string; properties: UserProperties },
  isWanted: boolean,
  now: Date,
): SurveyType | null {
  const isSettled = now.getTime() - Date.parse(person.created_at) >= SURVEY_AFTER_DAYS * DAY;
  const isAsked = isWanted && isSettled && SURVEY_USER_TYPES.includes(person.type);
  return isAsked && !isSurveyOver(person.properties, 'satisfaction') ? 'satisfaction' : null;
}
