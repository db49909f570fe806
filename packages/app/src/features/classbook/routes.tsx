import type { FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

const RollKeeper = late(async () => (await import('./RollKeeper.tsx')).default);

/** Nothing to see: what whoever teaches needs in a classroom without a network is fetched while there is one (D-6.07). */
export const banners: FeatureBanner[] = [{ key: 'rolls', needs: 'view-entries', Component: RollKeeper }];
