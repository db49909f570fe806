import { PRODUCT } from '@kreide/core/kernel';
import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');
const needs = `manage-${PRODUCT}-sales` as const;
const above = { parent: '/management/:schoolUuid/leads', needs } as const;

/**
 * Below `/management/:schoolUuid`: schools that may become customers, and how one is made of them (T-2.109, T-2.120); the
 * partners of the school (P-7.46).
 */
export const managementRoutes: AppRoute[] = [
  {
    path: 'leads',
    handle: {
      headerText: 'sales:leads.title',
      administration: {
        group: 'school',
        order: 12,
        icon: 'school',
        about: 'sales:leads.about',
        words: 'sales:leads.words',
        needs,
      },
    },
    lazy: async () => ({ Component: (await screens()).LeadsScreen }),
  },
  {
    id: 'school-activation-details',
    path: 'activation/:uuid/details',
    handle: { headerText: 'sales:activation.title', ...above },
    lazy: async () => ({ Component: (await screens()).DetailsScreen }),
  },
  {
    id: 'school-activation-properties',
    path: 'activation/:uuid/data/properties',
    handle: { headerText: 'sales:activation.title', ...above },
    lazy: async () => ({ Component: (await screens()).PropertiesScreen }),
  },
  {
    id: 'school-activation-auth-drivers',
    path: 'activation/:uuid/auth-drivers',
    handle: { headerText: 'sales:activation.title', ...above },
    lazy: async () => ({ Component: (await screens()).AuthDriversScreen }),
  },
  {
    id: 'school-activation-done',
    path: 'activation/:uuid/done',
    handle: { headerText: 'sales:activation.title', ...above },
    lazy: async () => ({ Component: (await screens()).DoneScreen }),
  },
  {
    path: 'partners',
    handle: {
      headerText: 'sales:partners.title',
      administration: {
        group: 'school',
        order: 7,
        icon: 'user',
        about: 'sales:partners.about',
        words: 'sales:partners.words',
        recorded: { entity: 'school_partners' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await screens()).PartnersScreen }),
  },
];
