import { needsKeepAlive } from '@kreide/core/features/auth';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { sessionStore } from '../../kernel/client.ts';
import type { AppRoute, FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
import { requireSchool, skipWhenSignedIn } from '../../kernel/loaders.ts';
import { useSelf } from '../../kernel/session.ts';

const signIn = () => import('./LoginScreen.tsx');
/** For the own accounts. */
const own = () => import('./account-screens.ts');
const SecondStepSoon = late(async () => (await own()).SecondStepSoon);
const TestSwitch = late(async () => (await import('./TestSwitch.tsx')).TestSwitch);

const KeepAlive = late(async () => (await import('./KeepAlive.tsx')).KeepAlive);

/** Its code comes only where it is needed: in one variant, in a browser, for who has not opted out (P-4.31). */
function MaybeKeepAlive() {
  const isWanted = useStore(branding, (state) => state.brand.keep_alive);
  const isOptedOut = useSelf().properties['users.keep_alive.off'] === '1';
  return needsKeepAlive({ isWanted, isNative: window.Capacitor !== undefined, isOptedOut }) ? <KeepAlive /> : null;
}

/** Only a device with several accounts can have that of an administrator of the product beside others (C-2.83). */
export const banners: FeatureBanner[] = [
  { key: 'test-switch', Component: () => (sessionStore.hasAccounts() ? <TestSwitch /> : null) },
  { key: 'keep-alive', Component: MaybeKeepAlive },
  { key: 'second-step-soon', Component: () => useSelf().second_step && <SecondStepSoon /> },
];

/** Sign-in (P-2.10 to P-2.13); what follows from it is in `late-routes.ts`. */
export const publicRoutes: AppRoute[] = [
  {
    path: '/',
    loader: skipWhenSignedIn,
    handle: { headerText: 'auth:start.title' },
    lazy: async () => ({ Component: (await import('./StartScreen.tsx')).StartScreen }),
  },
  {
    path: 'select-school/:keyword?',
    handle: { headerText: 'auth:selectSchool.title' },
    lazy: async () => ({ Component: (await import('./SelectSchoolScreen.tsx')).SelectSchoolScreen }),
  },
  { path: 'login', loader: requireSchool },
  {
    path: ':slink/login',
    loader: (args) => {
      const answer = requireSchool(args);
      // That the page does not come is said where it is drawn.
      signIn().then(
        ({ readSchool }) => readSchool(args.params.slink ?? ''),
        () => {},
      );
      return answer;
    },
    handle: { headerText: 'auth:login.pageTitle' },
    lazy: async () => ({ Component: (await signIn()).LoginScreen }),
  },
];
