import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { MESSAGE_TIMEOUT, message, survey } from '../channels/index.ts';
import { translationQuery } from '../translations/index.ts';
import { surveyDraft, surveyMessage, surveyVoter, translatedSurvey, votePayload } from './schema.ts';

const one = z.object({ id: f.idText });

export const create = endpoint({
  method: 'POST',
  path: '/channels/surveys',
  auth: 'user',
  needs: 'member',
  body: surveyDraft,
  answer: f.answerOf(survey),
  errors: ['not_found'],
  audit: 'surveys:audit.create',
  summary: 'Makes a survey; until it is sent to a channel only its author sees it.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/surveys/{id}',
  auth: 'user',
  needs: { can: 'survey.view' },
  params: z.object({ id: z.union([f.idText, f.uuid]) }),
  answer: f.answerOf(survey),
  errors: ['not_found'],
  summary: 'A survey, named by its id or its uuid, as the caller has it; counts only where they may see results.',
});

export const translate = endpoint({
  method: 'GET',
  path: '/channels/surveys/{id}/translate',
  auth: 'user',
  needs: { can: 'survey.view' },
  params: one,
  query: translationQuery,
  answer: f.answerOf(translatedSurvey),
  errors: ['not_found', 'translation_failed'],
  summary:
    'The questions and offered answers of a survey in another language, made by the service of this installation; nothing of it is kept.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/channels/surveys/{id}',
  auth: 'user',
  needs: { can: 'survey.delete' },
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'surveys:audit.remove',
  summary: 'Deletes a survey with all answers; its author only.',
});

export const end = endpoint({
  method: 'PUT',
  path: '/channels/surveys/{id}/end',
  auth: 'user',
  needs: { can: 'survey.end' },
  params: one,
  answer: f.answerOf(survey),
  errors: ['not_found'],
  audit: 'surveys:audit.end',
  summary: 'Ends a survey for good; again changes nothing. Its author only.',
});

export const vote = endpoint({
  method: 'PUT',
  path: '/channels/surveys/{id}/vote',
  auth: 'user',
  needs: { can: 'survey.vote' },
  params: one,
  body: votePayload,
  answer: f.answerOf(survey),
  errors: ['not_found', 'survey_over'],
  // The same answer twice is one; and a stored answer would tell who gave which.
  idempotent: false,
  summary: 'Answers a survey; answering again takes the place of the former answer.',
});

export const revoke = endpoint({
  method: 'DELETE',
  path: '/channels/surveys/{id}/vote',
  auth: 'user',
  needs: { can: 'survey.vote' },
  params: one,
  answer: f.answerOf(survey),
  errors: ['not_found', 'survey_over'],
  idempotent: false,
  summary: 'Takes the answer of the caller back, who can answer again while the survey runs.',
});

export const listVoters = endpoint({
  method: 'GET',
  path: '/channels/surveys/{id}/voters',
  auth: 'user',
  needs: { can: 'survey.evaluation' },
  params: one,
  query: z.object({ is_voted: z.optional(f.flagText), page: f.pageQuery, search: z.optional(f.line(100)) }),
  answer: z.extend(f.answerOf(z.array(surveyVoter)), { count: z.int() }),
  errors: ['not_found'],
  summary:
    'Who has answered a survey, or with is_voted=0 who has not, by name, 50 a page and one more that opens the next page; of an anonymous one without the answers. For its author.',
});

export const exportResults = endpoint({
  method: 'GET',
  path: '/channels/surveys/{id}/export',
  auth: 'user',
  needs: { can: 'survey.export' },
  params: one,
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  summary: 'The results as a workbook (xlsx), of an anonymous survey totals only. For its author.',
});

export const send = endpoint({
  method: 'POST',
  path: '/channels/chats/{chatId}/messages/survey',
  auth: 'user',
  needs: { can: 'channels.write' },
  params: z.object({ chatId: f.idText }),
  body: surveyMessage,
  answer: f.answerOf(message),
  errors: [
    'not_found',
    'duplicate',
    'messages_too_many',
    'survey_over',
    'chat_no_member',
    'chat_oneway',
    'chat_disabled',
    'channels_off',
    'chat_contact',
  ],
  timeout: MESSAGE_TIMEOUT,
  summary: 'Sends an own survey as a message; from then on the members of the channel can answer it.',
});
