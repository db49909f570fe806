import type { AppRoute } from '../../kernel/feature.ts';

/**
 * Below `/management/:schoolUuid`: versions of the plan, the week of a class, teacher or room in one, and the tables of
 * master data (T-2.75, T-2.79, T-2.83).
 */
export const managementRoutes: AppRoute[] = [
  {
    path: 'advanced-timetable',
    handle: {
      headerText: 'planner:title',
      administration: {
        group: 'teaching',
        order: 5,
        icon: 'timetable',
        about: 'planner:about',
        words: 'planner:words',
        isForSchools: true,
        needs: 'view-timetable-planner',
      },
    },
    lazy: async () => ({ Component: (await import('./VersionsScreen.tsx')).VersionsScreen }),
  },
  {
    path: 'advanced-timetable/:id/proposal',
    handle: { headerText: 'planner:proposal.title', parent: '/management/:schoolUuid/advanced-timetable' },
    lazy: async () => ({ Component: (await import('./ProposalScreen.tsx')).ProposalScreen }),
  },
  {
    path: 'advanced-timetable/:id/rails',
    handle: { headerText: 'planner:rails.title', parent: '/management/:schoolUuid/advanced-timetable' },
    lazy: async () => ({ Component: (await import('./RailsScreen.tsx')).RailsScreen }),
  },
  {
    path: 'timetable/:entity/:id',
    handle: { headerText: 'planner:editor.title', parent: '/management/:schoolUuid/advanced-timetable' },
    lazy: async () => ({ Component: (await import('./EditorScreen.tsx')).EditorScreen }),
  },
  {
    path: 'basedata',
    handle: {
      headerText: 'planner:basedata.title',
      administration: {
        group: 'teaching',
        order: 6,
        icon: 'list',
        about: 'planner:basedata.about',
        words: 'planner:basedata.words',
        needs: 'view-timetable-planner',
      },
    },
    lazy: async () => ({ Component: (await import('./BasedataScreen.tsx')).BasedataScreen }),
  },
  {
    path: 'basedata/:entity',
    handle: {
      headerText: 'planner:basedata.title',
      parent: '/more/administration',
      needs: 'view-timetable-planner',
    },
    lazy: async () => ({ Component: (await import('./BasedataScreen.tsx')).BasedataScreen }),
  },
];
