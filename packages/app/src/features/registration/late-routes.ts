import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Applying to a school that takes applications (P-2.19 to P-2.22). */
const applying = (path: string, name: 'UserTypeScreen' | 'InformationScreen' | 'ApplyScreen' | 'AppliedScreen') => ({
  path,
  handle: { headerText: 'registration:apply.infoTitle', entry: 'outside' } as const,
  lazy: async () => ({ Component: (await import('./ApplyScreens.tsx'))[name] }),
});
/** Registering with a code of the school (P-2.37 to P-2.55). */
export const latePublicRoutes: AppRoute[] = [
  applying('school/info/user-type/:uuid', 'UserTypeScreen'),
  applying('school/page/info/:type/:uuid', 'InformationScreen'),
  applying('school/page/info/:type/:uuid/register', 'ApplyScreen'),
  applying('school/page/info/:type/:uuid/register/confirmed', 'AppliedScreen'),
  {
    path: ':slink/register',
    handle: { headerText: 'registration:code.title' },
    lazy: async () => ({ Component: (await screens()).CodeScreen }),
  },
  {
    path: ':slink/register/activate/:code?',
    handle: { headerText: 'registration:code.title', entry: 'outside' },
    lazy: async () => ({ Component: (await screens()).ActivateScreen }),
  },
  {
    path: ':slink/registration/:step',
    handle: { headerText: 'registration:title' },
    lazy: async () => ({
      loader: (await screens()).requireProgress,
      Component: (await screens()).RegistrationScreen,
    }),
  },
];

/** Another child for a parent who has an account (P-2.70 to P-2.74). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'settings/add-child/request',
    handle: { headerText: 'registration:request.title' },
    lazy: async () => ({ Component: (await screens()).ChildRequestScreen }),
  },
  {
    path: 'settings/add-child/:step',
    handle: { headerText: 'registration:add.title' },
    lazy: async () => ({ Component: (await screens()).AddChildScreen }),
  },
];
