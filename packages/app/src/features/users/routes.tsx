import type { FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { nextEnd } from './next-end.ts';

const EndsBanner = late(async () => (await import('./late-screens.ts')).EndsBanner);

/** Nothing is loaded for the many whose account has no end, and neither has their school. */
function AccountEnds() {
  const { expire_at, school } = useSelf();
  // Nobody saves anything before the end of a school that is invented.
  const end = nextEnd(expire_at, school.purpose === 'trial' ? null : school.ends_at);
  return end && <EndsBanner {...end} />;
}

export const banners: FeatureBanner[] = [{ key: 'account-ends', Component: AccountEnds }];
