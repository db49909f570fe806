import type { AppRoute } from '../../kernel/feature.ts';

/** The contact persons of the school below `/management/:schoolUuid` (P-7.47). */
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
];
