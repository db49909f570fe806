import type { RouteObject } from 'react-router';

/** Everything of the monitor is public. */
export const routes: RouteObject[] = [];

/** The screen in the entrance hall fills its page and needs no session (T-2.132, T-1.08). */
export const screenRoutes: RouteObject[] = [
  {
    path: 'monitor/view',
    handle: { headerText: 'monitor:title' },
    lazy: async () => ({ Component: (await import('./MonitorScreen.tsx')).MonitorScreen }),
  },
];
