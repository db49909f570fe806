import { PROPOSAL_DAYS } from '@kreide/core/features/auth-drivers';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { ProveSelf, Sessions } from '../auth/index.ts';
import type { TellAdministrators } from '../users/index.ts';
import { authDriversHandlers } from './handlers.ts';
import { mountBackChannel } from './openid/route.ts';
import { createProposing, type ProposingParts } from './proposing.ts';
import { authDriversMerge } from './queries/merge.ts';
import { pruneProposals } from './queries/proposals.ts';
import { pruneRequests } from './queries/saml.ts';
import { pruneTold } from './queries/told.ts';
import { connectionData, eraseConnection } from './queries.ts';
import { createEndings } from './saml/ending.ts';
import { createProviders } from './saml/provider.ts';
import { mountSaml } from './saml/route.ts';
import { createServices } from './service.ts';
import type { SigningInParts } from './signing-in.ts';

type Needed = 'database' | 'clock' | 'outbound' | 'seal' | 'log' | 'appUrl';

export function authDriversFeature({
  tellAdministrators,
  database: { kysely },
  clock,
  outbound,
  appUrl,
  sessions,
  findNamed,
  ...parts
}: Pick<FeatureParts, Needed> &
  Pick<SigningInParts, 'admit' | 'findImported'> &
  Pick<ProposingParts, 'findNamed'> & {
    readonly tellAdministrators: TellAdministrators;
    readonly proveSelf: ProveSelf;
    readonly sessions: Pick<Sessions, 'endOfService' | 'changed'>;
  }): Feature {
  const redirectUriOf = (slink: string) => `${appUrl().replace(/\/$/, '')}/sso-verify/${slink}`;
  const { seal, log, findImported } = parts;
  const saml = { seal, log, findImported, appUrl, providers: createProviders(outbound, log) };
  const services = createServices(outbound);
  return {
    implemented: authDriversHandlers({
      ...parts,
      propose: createProposing({ log, findNamed, tellAdministrators }),
      outbound,
      services,
      redirectUriOf,
      saml,
    }),
    routes(app) {
      mountSaml(app, { ...saml, kysely, clock });
      mountBackChannel(app, { kysely, clock, log, seal, outbound, services, sessions });
    },
    ...createEndings({ kysely, log, providers: saml.providers, tellAdministrators }),
    prune: {
      service_requests: (now) => pruneRequests(kysely, now),
      service_told: (now) => pruneTold(kysely, now),
      service_proposals: (now) => pruneProposals(kysely, new Date(now.getTime() - PROPOSAL_DAYS * 86_400_000)),
    },
    erase: eraseConnection,
    merge: authDriversMerge,
    personalData: connectionData,
  };
}
