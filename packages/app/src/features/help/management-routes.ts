import type { AppRoute } from '../../kernel/feature.ts';

/** Contact persons, questions about the plan and to those who run the product, below `/management/:schoolUuid` (P-7.47, T-2.82). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'contact-persons',
    handle: {
      headerText: 'help:contacts.title',
      administration: {
        group: 'communication',
        order: 7,
        icon: 'help',
        about: 'help:contacts.about',
        recorded: { entity: 'contact_persons' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./ContactsScreen.tsx')).ContactsScreen }),
  },
  {
    path: 'submit-query',
    handle: {
      headerText: 'help:query.title',
      administration: { group: 'school', order: 11, icon: 'send', about: 'help:query.about', needs: 'edit-school' },
    },
    lazy: async () => ({ Component: (await import('./faq-screens.ts')).SubmitQueryScreen }),
  },
  {
    path: 'timetable-reports',
    handle: {
      headerText: 'help:reports.title',
      administration: {
        group: 'teaching',
        order: 9,
        icon: 'help',
        about: 'help:reports.about',
        recorded: { entity: 'timetable_reports' },
        needs: 'view-timetable-planner',
      },
    },
    lazy: async () => ({ Component: (await import('./dialog-screens.ts')).ReportsScreen }),
  },
];
