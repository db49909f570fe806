import type { AppRoute, FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';

const screens = () => import('./late-screens.ts');
const EndsBanner = late(async () => (await screens()).EndsBanner);

/** Nothing is loaded for the many whose account has no end. */
function AccountEnds() {
  const { expire_at } = useSelf();
  return expire_at && <EndsBanner at={expire_at} />;
}

export const banners: FeatureBanner[] = [{ key: 'account-ends', Component: AccountEnds }];

const list = async () => ({ Component: (await screens()).PeopleScreen });

/** The people of the school (P-2.76, C-2.46) and each of them. */
export const routes: AppRoute[] = [
  {
    path: 'users',
    handle: { headerText: 'users:list.title', menu: { icon: 'user', order: 1, needs: 'manage-users' } },
    lazy: list,
  },
  {
    path: 'users/:id',
    handle: { headerText: 'users:person.title' },
    lazy: async () => ({ Component: (await screens()).PersonScreen }),
  },
];
