import type { FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

export const banners: FeatureBanner[] = [
  {
    key: 'year-reminder',
    needs: 'change-schoolyear',
    Component: late(async () => (await import('./YearReminder.tsx')).YearReminder),
  },
];
