import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');
/** The answered questions, and writing where none has helped. */
const answers = () => import('./faq-screens.ts');
const dialog = async () => ({ Component: (await import('./dialog-screens.ts')).DialogScreen });

/** P-2.58, P-2.65, P-2.82, P-2.85, P-2.86. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'help/start',
    handle: { headerText: 'help:contacts.title', menu: { icon: 'help', order: 8 } },
    lazy: async () => ({ Component: (await import('./HelpScreen.tsx')).HelpScreen }),
  },
  {
    path: 'help/send/:code?',
    handle: { headerText: 'help:send.title', parent: '/help' },
    lazy: async () => ({ Component: (await answers()).SendScreen }),
  },
  {
    path: 'help/report',
    handle: { headerText: 'help:report.title', parent: '/help' },
    lazy: async () => ({ Component: (await answers()).ReportScreen }),
  },
  {
    path: 'feedback/dialog/:userId',
    handle: { headerText: 'help:dialog.title', parent: '/timetable', entry: 'passage' },
    lazy: dialog,
  },
  {
    path: 'feedback/dialog/:userId/:step/:unit?',
    handle: { headerText: 'help:dialog.title', parent: '/timetable' },
    lazy: dialog,
  },
  {
    path: 'settings/videos',
    handle: { headerText: 'help:videos.title' },
    lazy: async () => ({ Component: (await screens()).VideosScreen }),
  },
  {
    path: 'release-notes',
    handle: { headerText: 'help:releases.title', parent: '/settings' },
    lazy: async () => ({ Component: (await screens()).ReleaseNotesScreen }),
  },
];

const faq = async () => ({ Component: (await answers()).FaqScreen });

/** For those who are signed in, and for those who cannot sign in (P-2.26, P-2.27, P-2.83, P-2.84). */
export const lateSharedRoutes: AppRoute[] = [
  { path: 'help', handle: { headerText: 'help:faq.title', parent: '/more' }, lazy: faq },
  { path: 'help/articles/:category?', handle: { headerText: 'help:faq.title', parent: '/help' }, lazy: faq },
  {
    path: 'help/article-details/:category?/:article?',
    handle: { headerText: 'help:faq.title', parent: '/help' },
    lazy: async () => ({ Component: (await answers()).ArticleScreen }),
  },
  {
    path: 'help/problem',
    handle: { headerText: 'help:problem.title', parent: '/help' },
    lazy: async () => ({ Component: (await answers()).ProblemScreen }),
  },
];
