import type { FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';

const EndsBanner = late(async () => (await import('./late-screens.ts')).EndsBanner);

/** Nothing is loaded for the many whose account has no end. */
function AccountEnds() {
  const { expire_at } = useSelf();
  return expire_at && <EndsBanner at={expire_at} />;
}

export const banners: FeatureBanner[] = [{ key: 'account-ends', Component: AccountEnds }];
