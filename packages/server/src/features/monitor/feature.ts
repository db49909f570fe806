import { parseMonitorToken } from '@kreide/core/features/monitor';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';
import { type PlanStore, toPseudonymKey } from '../timetable/index.ts';
import { monitorHandlers } from './handlers.ts';
import { findScreenSchool, pruneMessages } from './queries.ts';

type Needed = 'database' | 'secret' | 'fileKey' | 'appUrl';

export function monitorFeature({
  plans,
  database,
  secret,
  fileKey,
  appUrl,
}: Pick<FeatureParts, Needed> & { plans: PlanStore }): Feature {
  return {
    implemented: monitorHandlers({ plans, news: { fileKey, appUrl }, pseudonymKey: toPseudonymKey(secret) }),
    pages: [
      {
        path: '/monitor/view',
        file: 'monitor/view.html',
        async framedBy({ token }) {
          const secret = typeof token === 'string' ? parseMonitorToken(token)?.secret : undefined;
          const schoolId = secret === undefined ? undefined : await findScreenSchool(database.kysely, secret);
          return schoolId === undefined ? [] : (await getSchool(database.kysely, schoolId)).screen_origins;
        },
      },
    ],
    prune: { day_messages: (now) => pruneMessages(database.kysely, now) },
  };
}
