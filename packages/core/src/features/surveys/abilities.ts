import { type Can, toCan } from '../../kernel/abilities.ts';
import type { ResultsVisibility, SurveyAbility } from '../channels/index.ts';

/** What the abilities depend on, apart from the person. */
export interface JudgedSurvey {
  /** The author. */
  user_id: number | null;
  results_visibility: ResultsVisibility;
  is_over: boolean;
}

/** How somebody stands to a survey. */
export interface SurveyPlace {
  /** In a channel to which it was sent. */
  is_member: boolean;
  /** In one of those that takes anything. */
  is_open: boolean;
  has_voted: boolean;
}

/**
 * What somebody may do with a survey of their school. Members of its channels answer while it runs (C-6.20, C-4.25); its
 * author alone ends, deletes and exports it and sees who has answered (C-6.21, C-6.22, C-6.25). Others see results as the
 * author has decided: before they have answered, or after (C-6.23, C-6.24).
 */
export function surveyAbilitiesOf(
  user_id: number,
  survey: JudgedSurvey,
  { is_member, is_open, has_voted }: SurveyPlace,
): Can<SurveyAbility> {
  const isAuthor = survey.user_id === user_id;
  const { results_visibility: shown } = survey;
  return toCan({
    view: isAuthor || is_member,
    vote: is_member && is_open && !survey.is_over,
    end: isAuthor && !survey.is_over,
    delete: isAuthor,
    'view-results': isAuthor || (is_member && (shown === 'before' || (shown === 'after' && has_voted))),
    evaluation: isAuthor,
    export: isAuthor,
  });
}
