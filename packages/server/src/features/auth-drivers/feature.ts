import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { authDriversHandlers } from './handlers.ts';
import { connectionData, eraseConnection } from './queries.ts';
import { createServices } from './service.ts';
import type { SigningInParts } from './signing-in.ts';

type Needed = 'outbound' | 'seal' | 'log' | 'appUrl';

export function authDriversFeature({
  outbound,
  appUrl,
  ...parts
}: Pick<FeatureParts, Needed> & Pick<SigningInParts, 'admit' | 'findImported'>): Feature {
  const redirectUriOf = (slink: string) => `${appUrl().replace(/\/$/, '')}/sso-verify/${slink}`;
  return {
    implemented: authDriversHandlers({ ...parts, outbound, services: createServices(outbound), redirectUriOf }),
    erase: eraseConnection,
    personalData: connectionData,
  };
}
