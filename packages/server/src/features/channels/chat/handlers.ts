import { chatApi, type Message } from '@kreide/core/features/channels';
import { CommittedAnswer } from '../../../kernel/http/answers.ts';
import { implement } from '../../../kernel/http/implement.ts';
import { findingHandlers } from './finding.ts';
import type { MentionParts } from './mentioning.ts';
import { messageHandlers } from './messages.ts';
import { reactingHandlers } from './reacting.ts';
import { type MessageReporter, reportingHandlers } from './reporting.ts';
import { type ChatParts, sendingHandlers } from './sending.ts';
import { type SurveyCarrier, type SurveysOf, withSurveys } from './surveys.ts';
import { voiceHandlers } from './voice.ts';

type Context = Parameters<typeof withSurveys>[1];

export function chatHandlers(
  parts: ChatParts & MentionParts,
  {
    surveysOf,
    carrySurvey,
    reportOfMessage,
  }: { surveysOf: SurveysOf; carrySurvey: SurveyCarrier; reportOfMessage: MessageReporter },
) {
  const handlers = { ...sendingHandlers(parts, carrySurvey), ...voiceHandlers(parts), ...messageHandlers(parts) };
  /** The same handler, whose message carries its survey. */
  const joined =
    <Asking extends Context>(handler: (context: Asking) => Promise<{ data: Message } | CommittedAnswer>) =>
    async (context: Asking) => {
      const answer = await handler(context);
      if (answer instanceof CommittedAnswer) return answer;
      const { data } = answer;
      const [message = data] = await withSurveys([data], context, surveysOf);
      return { data: message };
    };
  const send = async (context: Parameters<typeof handlers.send>[0]) => {
    const answer = await handlers.send(context);
    if (answer instanceof CommittedAnswer || answer.data.survey_form_id === null) return answer;
    // Who can answer the survey since is known in the same transaction only.
    const [message = answer.data] = await withSurveys(
      [answer.data],
      { ...context, db: await context.write() },
      surveysOf,
    );
    return { data: message };
  };
  return implement(
    chatApi,
    {
      ...handlers,
      ...reactingHandlers(parts),
      ...findingHandlers(parts, surveysOf),
      ...reportingHandlers({ ...parts, reportOfMessage }),
      send,
      getMessage: joined(handlers.getMessage),
    },
    {},
    ['send'],
  );
}
