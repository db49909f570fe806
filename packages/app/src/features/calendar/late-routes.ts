import type { AppRoute } from '../../kernel/feature.ts';

/** Events from a file of another calendar. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'calendar/import',
    handle: { headerText: 'calendar:import.title', parent: '/calendar' },
    lazy: async () => ({ Component: (await import('./ImportScreen.tsx')).ImportScreen }),
  },
];
