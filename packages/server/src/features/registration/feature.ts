import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type RegistrationParts, registrationHandlers } from './handlers.ts';
import { createAnswers } from './mails.ts';
import { pruneApplications } from './queries/applications.ts';
import { pruneChildRequests } from './queries/child-requests.ts';
import { pruneSealed } from './queries/letters.ts';
import { registrationMerge } from './queries/merge.ts';
import { registrationData } from './queries/personal-data.ts';
import { eraseRegistration } from './queries.ts';

type Needed = 'database' | 'secret' | 'appUrl' | 'mail' | 'texts' | 'brandOf';

export function registrationFeature(
  parts: Pick<FeatureParts, Needed> & Pick<RegistrationParts, 'planChanged'>,
): Feature {
  const { database, secret, appUrl, planChanged } = parts;
  return {
    implemented: registrationHandlers({ secret, appUrl, planChanged, send: createAnswers(parts) }),
    prune: {
      applications: (now) => pruneApplications(database.kysely, now),
      child_requests: (now) => pruneChildRequests(database.kysely, now),
      'sealed codes': (now) => pruneSealed(database.kysely, now),
    },
    erase: eraseRegistration,
    merge: registrationMerge,
    personalData: registrationData,
  };
}
