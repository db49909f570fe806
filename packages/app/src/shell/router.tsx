import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router';
import { session } from '../kernel/session.ts';
import { shelves } from '../kernel/storage.ts';
import { AppLayout } from './AppLayout.tsx';
import { featureRoutes, managementFeatureRoutes, publicFeatureRoutes, screenFeatureRoutes } from './feature-routes.ts';
import { DEFAULT_ROUTE, toSchoolTarget, toSignInTarget } from './guards.ts';
import { PageError } from './PageError.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { Root, RootError } from './Root.tsx';
import { WANTED_KEY } from './wanted.ts';

function requireSession({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const target = toSignInTarget(session.getState().isSignedIn, search);
  if (target === null) return null;
  shelves.session.setItem(WANTED_KEY, pathname + search);
  throw redirect(target);
}

function skipWhenSignedIn() {
  if (session.getState().isSignedIn) throw redirect(DEFAULT_ROUTE);
  return null;
}

function requireSchool({ request, params }: LoaderFunctionArgs) {
  const target = toSchoolTarget(params.slink, new URL(request.url).search);
  if (target !== null) throw redirect(target);
  return skipWhenSignedIn();
}

/** Routes of the shell that need a session; each entry of the navigation is one of these or of a feature. */
const shellRoutes = [
  {
    path: 'more',
    handle: { headerText: 'shell:navigation.more' },
    lazy: async () => ({ Component: (await import('./screens/MoreScreen.tsx')).MoreScreen }),
  },
  {
    path: 'more/administration',
    handle: { headerText: 'shell:administration.title' },
    lazy: async () => ({ Component: (await import('./screens/AdministrationScreen.tsx')).AdministrationScreen }),
  },
  {
    path: 'management/:schoolUuid',
    lazy: async () => ({ Component: (await import('./screens/ManagementFrame.tsx')).ManagementFrame }),
    children: managementFeatureRoutes,
  },
];

/** Everything below the session guard. */
export const protectedRoutes = [...featureRoutes, ...shellRoutes];

/** The one route table of the app (P-2.101). */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: [
        {
          Component: PublicLayout,
          children: [
            {
              path: '/',
              loader: skipWhenSignedIn,
              handle: { headerText: 'shell:titles.start', isStart: true },
              lazy: async () => ({ Component: (await import('./screens/StartScreen.tsx')).StartScreen }),
            },
            {
              path: 'select-school',
              handle: { headerText: 'shell:titles.selectSchool' },
              lazy: async () => ({ Component: (await import('./screens/SelectSchoolScreen.tsx')).SelectSchoolScreen }),
            },
            { path: 'login', loader: requireSchool },
            {
              path: ':slink/login',
              loader: requireSchool,
              handle: { headerText: 'shell:titles.login' },
              lazy: async () => ({ Component: (await import('./screens/LoginScreen.tsx')).LoginScreen }),
            },
            ...publicFeatureRoutes,
            {
              path: 'post-logout',
              handle: { headerText: 'shell:titles.postLogout' },
              lazy: async () => ({ Component: (await import('./screens/PostLogoutScreen.tsx')).PostLogoutScreen }),
            },
            {
              path: 'loading',
              handle: { headerText: 'shell:titles.loading' },
              lazy: async () => ({ Component: (await import('./screens/LoadingScreen.tsx')).LoadingRoute }),
            },
            {
              path: '*',
              handle: { headerText: 'shell:titles.notFound' },
              lazy: async () => ({ Component: (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen }),
            },
          ],
        },
        ...screenFeatureRoutes,
        {
          Component: () => <AppLayout routes={protectedRoutes} />,
          loader: requireSession,
          children: [{ ErrorBoundary: PageError, children: protectedRoutes }],
        },
      ],
    },
  ]);
}
