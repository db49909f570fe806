import type { FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';

const TrialBanner = late(async () => (await import('./TrialBanner.tsx')).TrialBanner);

/** Its code comes only in an invented school. */
const MaybeTrial = () => useSelf().school.purpose === 'trial' && <TrialBanner />;

export const banners: FeatureBanner[] = [{ key: 'trial', Component: MaybeTrial }];
