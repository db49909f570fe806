import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { ProveSelf } from '../auth/index.ts';
import type { TellAdministrators } from '../users/index.ts';
import { authDriversHandlers } from './handlers.ts';
import { authDriversMerge } from './queries/merge.ts';
import { pruneRequests } from './queries/saml.ts';
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
  ...parts
}: Pick<FeatureParts, Needed> &
  Pick<SigningInParts, 'admit' | 'findImported'> & {
    readonly tellAdministrators: TellAdministrators;
    readonly proveSelf: ProveSelf;
  }): Feature {
  const redirectUriOf = (slink: string) => `${appUrl().replace(/\/$/, '')}/sso-verify/${slink}`;
  const { seal, log, findImported } = parts;
  const saml = { seal, log, findImported, appUrl, providers: createProviders(outbound, log) };
  return {
    implemented: authDriversHandlers({ ...parts, outbound, services: createServices(outbound), redirectUriOf, saml }),
    routes: (app) => mountSaml(app, { ...saml, kysely, clock }),
    ...createEndings({ kysely, log, providers: saml.providers, tellAdministrators }),
    prune: { service_requests: (now) => pruneRequests(kysely, now) },
    erase: eraseConnection,
    merge: authDriversMerge,
    personalData: connectionData,
  };
}
