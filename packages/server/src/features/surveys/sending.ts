import type { surveysApi } from '@kreide/core/features/surveys';
import { type Issue, isAllowed } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { refuseContent, type SurveyCarrier, sendCarrying } from '../channels/index.ts';
import { openSurvey, type SurveyHandlerParts, showSurvey } from './opened.ts';
import { addChannels } from './queries/change.ts';
import { findSurveyId } from './queries/survey-of.ts';

type Send = (typeof surveysApi)['send'];

/** Characters of the first question that a message keeps as the name of its survey. */
const NAME_LENGTH = 120;

/** Surveys for messages that carry one (C-7.48, C-7.49). */
export function surveyCarrier(parts: Pick<SurveyHandlerParts, 'secret'>): SurveyCarrier {
  return async (context, id) => {
    const { actor, fail } = context;
    const survey = await openSurvey(context, id, parts);
    // People who may end it may spread it; people who only answer it may not.
    if (survey.user_id !== actor.user_id) return fail('forbidden');
    if (!isAllowed(survey.can, 'end')) return fail('survey_over');
    const target_snapshot = { name: (survey.questions[0]?.question ?? '').slice(0, NAME_LENGTH), by: null };
    return {
      target: { target_type: 'surveys', target_id: id, target_snapshot },
      place: (db, channelId) => addChannels(db, { school_id: actor.school_id, id }, [channelId]),
    };
  };
}

/** Surveys that are sent as messages (C-7.49). */
export function sendingHandlers(parts: SurveyHandlerParts) {
  const carry = surveyCarrier(parts);
  return {
    async send(context: HandlerContext<Send>) {
      const { body, actor, db, t, write, fail } = context;
      const { uuid, survey_form_id, survey_uuid } = body;
      const content = body.content.trim();
      if (content !== '') refuseContent(content, t);
      const issue: Issue = { path: 'body.survey_uuid', rule: 'survey', params: {}, message: t('surveys:rules.survey') };
      refuseIssues((survey_form_id === undefined) === (survey_uuid === undefined) ? [issue] : []);
      const id = survey_form_id ?? (await findSurveyId(db, actor.school_id, survey_uuid ?? '')) ?? fail('not_found');
      const carried = await carry(context, id);
      const message = { uuid, type: 'MESSAGE', content, reply_uuid: null } as const;
      const answer = await sendCarrying(context, parts, message, carried);
      const shown = await showSurvey({ ...context, db: await write() }, id, parts);
      return { data: { ...answer.data, survey_uuid: shown.uuid, survey: shown } };
    },
  };
}
