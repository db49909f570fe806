import type { AppRoute } from '../../kernel/feature.ts';

/** The screen in the entrance hall fills the page and needs no session (T-2.132, T-1.08). */
export const screenRoutes: AppRoute[] = [
  {
    path: 'monitor/view',
    handle: { headerText: 'monitor:title', entry: 'outside' },
    lazy: async () => ({ Component: (await import('./MonitorScreen.tsx')).MonitorScreen }),
  },
];
