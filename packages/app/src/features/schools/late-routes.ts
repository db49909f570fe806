import { PRODUCT } from '@kreide/core/kernel';
import type { AppRoute } from '../../kernel/feature.ts';

const offers = () => import('./offer-screens.ts');

/** What partners of the operator offer (C-2.40, C-2.41). */
export const lateRoutes: AppRoute[] = [
  {
    path: `more/${PRODUCT}-plus`,
    handle: {
      headerText: 'schools:offers.title',
      menu: { icon: 'tag', order: 9, has: ({ has_partner_offers }) => has_partner_offers },
    },
    lazy: async () => ({ Component: (await offers()).OffersScreen }),
  },
  {
    path: `more/${PRODUCT}-plus/:uuid`,
    handle: { headerText: 'schools:offers.one', parent: `/more/${PRODUCT}-plus` },
    lazy: async () => ({ Component: (await offers()).OfferScreen }),
  },
];
