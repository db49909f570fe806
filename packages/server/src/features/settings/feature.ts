import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { deletionHandlers } from './deletion-handlers.ts';
import { createEraseTasks, type ErasePerson } from './erase-task.ts';
import { createLetters } from './mails.ts';
import { profileHandlers } from './profile-handlers.ts';
import { pruneEmailChanges } from './queries/email-changes.ts';
import { eraseRequests } from './queries/erase.ts';
import { settingsMerge } from './queries/merge.ts';
import { requestData } from './queries/personal-data.ts';

type Needed = 'database' | 'clock' | 'log' | 'mail' | 'texts' | 'appUrl' | 'brandOf';

/** `erase` removes what any feature keeps about somebody. */
export function settingsFeature(parts: Pick<FeatureParts, Needed> & { erase: ErasePerson }): Feature {
  const send = createLetters(parts);
  return {
    implemented: [...profileHandlers({ ...parts, send }), ...deletionHandlers({ ...parts, send })],
    ...createEraseTasks({ ...parts, send }),
    prune: { email_changes: (now) => pruneEmailChanges(parts.database.kysely, now) },
    erase: eraseRequests,
    merge: settingsMerge,
    personalData: requestData,
  };
}
