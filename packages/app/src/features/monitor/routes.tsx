import type { AppRoute, SurfaceUses } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

/** The screen in the entrance hall fills the page and needs no session (T-2.132, T-1.08). */
export const screenRoutes: AppRoute[] = [
  {
    path: 'monitor/view',
    handle: { headerText: 'monitor:title', entry: 'outside' },
    lazy: async () => ({ Component: (await import('./MonitorScreen.tsx')).MonitorScreen }),
  },
];

/** The screens and their addresses, for the settings of the school. */
export const surfaceUses: SurfaceUses = {
  monitor: late(async () => (await import('./MonitorUse.tsx')).MonitorUse),
};
