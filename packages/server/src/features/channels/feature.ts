import { channelEvents } from '@kreide/core/features/channels';
import * as z from 'zod/mini';
import type { Feature } from '../../kernel/feature.ts';
import { repeat, task } from '../../kernel/jobs/index.ts';
import { chatHandlers } from './chat/handlers.ts';
import type { MentionParts } from './chat/mentioning.ts';
import type { MessageReporter } from './chat/reporting.ts';
import type { ChatParts } from './chat/sending.ts';
import type { SurveyCarrier, SurveysOf } from './chat/surveys.ts';
import { hearTyping } from './chat/typing.ts';
import { channelsHandlers } from './handlers.ts';
import type { KnownAbove } from './known-above.ts';
import { eraseFiles } from './queries/chat-files.ts';
import { markDays } from './queries/generated.ts';
import { eraseMember } from './queries/members.ts';
import { eraseMentions, mentionData } from './queries/mentions.ts';
import { channelsMerge } from './queries/merge.ts';
import { channelData } from './queries/personal-data.ts';
import { eraseReactions, reactionData } from './queries/reactions.ts';
import { eraseReports, pruneReports, reportData } from './queries/reports.ts';
import { erasePersonalChannel } from './queries.ts';

/** What features above this one know of channels and messages. */
interface Joined extends KnownAbove {
  readonly surveysOf: SurveysOf;
  readonly carrySurvey: SurveyCarrier;
  readonly reportOfMessage: MessageReporter;
}

export function channelsFeature({
  surveysOf,
  carrySurvey,
  countNews,
  listNewest,
  listPaused,
  reportOfMessage,
  ...parts
}: ChatParts & MentionParts & Joined): Feature {
  const { kysely } = parts.database;
  // A membership begins or ends with its day, also where nobody changes anything.
  const days = task('channels:days', z.object({}), async () => {
    await markDays(kysely);
  });
  return {
    tasks: [days],
    schedule: [repeat(days, '7 * * * *', {})],
    implemented: [
      ...channelsHandlers(parts, { surveysOf, countNews, listNewest, listPaused }),
      ...chatHandlers(parts, { surveysOf, carrySurvey, reportOfMessage }),
    ],
    prune: { message_reports: (now) => pruneReports(kysely, now) },
    whispers: { [channelEvents.typing.name]: hearTyping(parts) },
    erase: async (db, person) => {
      await eraseFiles(db, person);
      await eraseReports(db, person);
      await eraseReactions(db, person);
      await eraseMentions(db, person);
      await eraseMember(db, person);
      await erasePersonalChannel(db, person);
    },
    merge: channelsMerge,
    personalData: { ...channelData, ...reactionData, ...mentionData, ...reportData },
  };
}
