import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`: letters for many people at once, by class. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'activation-letters',
    handle: {
      headerText: 'activation-letters:title',
      administration: {
        group: 'people',
        order: 8,
        icon: 'print',
        about: 'activation-letters:about',
        words: 'activation-letters:words',
        recorded: { entity: 'letter_runs' },
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await import('./LettersScreen.tsx')).LettersScreen }),
  },
];
