import type { Page } from 'playwright-core';
import { DEMO_SCREEN } from '../../packages/server/src/demo/seed/found.ts';
import { ABSENCES_SCREENS } from './absences-screens.ts';
import { CALENDAR_SCREENS } from './calendar-screens.ts';
import { CLASSBOOK_SCREENS } from './classbook-screens.ts';
import { CLOUD_SCREENS } from './cloud-screens.ts';
import { applyPage, newsPage, registrationPage } from './made-pages.ts';
import { NEWS_SCREENS, toFinish, write } from './news-screens.ts';
import { OFFICE_SCREENS, open } from './office-screens.ts';
import { PLANNER_SCREENS } from './planner-screens.ts';
import {
  chooseReceiver,
  compareTwo,
  keepCodes,
  offerPeople,
  openNextGrades,
  openYearChange,
  proposePrograms,
  reviewPeople,
  sendNews,
  toLinks,
  toNewsText,
} from './preparations.ts';
import { QUESTION_SCREENS } from './question-screens.ts';
import { REACH_SCREENS } from './reach-screens.ts';
import type { Screen } from './screen.ts';
import { TALKING_SCREENS } from './talking-screens.ts';

const monitor = (mode: 'sub' | 'news-split') => `/monitor/view?token=${DEMO_SCREEN}-${mode}`;

async function toContactPersons(page: Page): Promise<void> {
  await page.locator('main a[href$="/contact-persons"]').click();
  await page.locator('main li button').first().waitFor();
}

/** Past the introduction and the consent. */
async function toCredentials(page: Page): Promise<void> {
  const next = page.locator('button[type="submit"]');
  for (const step of ['intro-student-2', 'intro-student-3', 'disclaimer']) {
    await next.click();
    await page.waitForURL(`**/registration/${step}`);
  }
  await page.locator('main label:has(input[type="checkbox"])').click();
  await next.click();
  await page.waitForURL('**/registration/credentials');
}

const ARTICLE = 'main article';
const LESSON = '.kt-lesson';
const ENTRY = 'kreide-monitor .m-entry';

async function openMenu(page: Page): Promise<void> {
  await page.locator('article button[aria-haspopup]').first().click();
  await page.getByRole('menu').waitFor();
}

/** A second account, as a device with several keeps it. */
async function keepTwo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const school = { slink: 'demo', name: 'Lindenhof-Gymnasium Amselfeld', purpose: 'usual' };
    const user = {
      uuid: crypto.randomUUID(),
      access_token: '-',
      displayname: 'Jule Krämer',
      type: 'PARENT',
      stays: true,
    };
    localStorage.setItem('auth_users', JSON.stringify([{ ...user, school }]));
  });
  await page.reload();
  await page.locator('main li + li').filter({ visible: true }).first().waitFor();
}

export type { Screen } from './screen.ts';

/** Every screen that there is; a new screen is added here, or in a file of its kind. */
export const SCREENS: readonly Screen[] = [
  ...REACH_SCREENS,
  ...CALENDAR_SCREENS,
  ...CLOUD_SCREENS,
  ...TALKING_SCREENS,
  ...NEWS_SCREENS,
  ...PLANNER_SCREENS,
  ...OFFICE_SCREENS,
  { name: 'start', path: '/' },
  { name: 'select-school', path: '/select-school?keyword=linden' },
  { name: 'login', path: '/demo/login' },
  { name: 'register', path: '/demo/register', ready: 'main form' },
  { name: 'registration-intro', path: registrationPage, ready: 'main form' },
  { name: 'registration-credentials', path: registrationPage, ready: 'main form', prepare: toCredentials },
  { name: 'forgot', path: '/login/demo/forgot' },
  { name: 'lost', path: '/login/demo/lost' },
  { name: 'post-logout', path: '/post-logout' },
  { name: 'data-protection', path: '/data-protection' },
  { name: 'not-found', path: '/there/is/no/such/page' },
  { name: 'feed', as: 'student', path: '/feed', ready: '.kt-row:visible' },
  { name: 'feed-parent', as: 'parent', path: '/feed', ready: '.kt-row:visible' },
  ...CLASSBOOK_SCREENS,
  ...ABSENCES_SCREENS,
  ...QUESTION_SCREENS,
  { name: 'parents-evenings-own', as: 'parent', path: '/parents-evenings' },
  { name: 'news', as: 'student', path: '/news', ready: ARTICLE },
  { name: 'notification-centre', as: 'student', path: '/notification-centre' },
  { name: 'notification-settings', as: 'student', path: '/settings/self/notifications' },
  { name: 'notification-pause', as: 'parent', path: '/notifications/mute' },
  { name: 'digest-off', path: '/digest-off#token=1.1.none' },
  { name: 'notification-help', as: 'parent', path: '/notifications/help-push' },
  { name: 'users', as: 'admin', path: '/users?search=adebayo', ready: 'main tbody a' },
  {
    name: 'user',
    as: 'admin',
    path: '/users?search=abendroth',
    ready: 'main tbody a',
    prepare: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.locator('#person-actions').waitFor();
      await page.locator('section[aria-labelledby="person-roles"] li').first().waitFor();
    },
  },
  {
    name: 'doubles',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'doubles', 'main'),
  },
  {
    name: 'doubles-compare',
    as: 'admin',
    path: '/more/administration',
    prepare: async (page) => {
      await open(page, 'doubles', 'main a[href*="/doubles/"]');
      await compareTwo(page);
    },
  },
  {
    name: 'roles',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'roles', 'main section li'),
  },
  {
    name: 'role',
    as: 'admin',
    path: '/more/administration',
    prepare: async (page) => {
      await open(page, 'roles', 'main section li');
      await page.locator('main section').last().locator('li a').first().click();
      await page.locator('main form input').first().waitFor();
    },
  },
  {
    name: 'person-data',
    as: 'admin',
    path: '/users?search=abendroth',
    ready: 'main tbody a',
    prepare: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.locator('main a[href$="/personal-data"]').click();
      await page.locator('main form').waitFor();
    },
  },
  { name: 'news-menu', as: 'admin', path: '/news', ready: ARTICLE, prepare: openMenu },
  { name: 'news-receivers', as: 'admin', path: '/news/create', prepare: chooseReceiver },
  { name: 'news-create', as: 'admin', path: '/news/create', prepare: write },
  {
    name: 'news-finish',
    as: 'admin',
    path: '/news/create',
    prepare: async (page) => {
      await write(page);
      await toFinish(page);
    },
  },
  {
    name: 'news-wrong',
    as: 'teacher',
    path: '/news/create',
    prepare: async (page) => {
      await toNewsText(page);
      await page.locator('[role="radiogroup"] label').last().click();
      await page.locator('button[type="submit"]').click();
      await page.locator('[role="alert"] li').first().waitFor();
    },
  },
  {
    name: 'news-scheduled',
    as: 'admin',
    path: '/news/create',
    prepare: async (page) => {
      await write(page);
      await page.locator('[role="radiogroup"] label').last().click();
      await toFinish(page);
      await sendNews(page);
      await page.waitForURL('**/news/scheduled');
      await page.locator('article').first().waitFor();
    },
  },
  {
    name: 'news-single',
    as: 'student',
    path: '/news',
    ready: ARTICLE,
    prepare: async (page) => {
      await page.locator('article h2 a').first().click();
      await page.waitForURL(/news\/\d+/);
      await page.waitForFunction(() => document.querySelectorAll('main article').length === 1);
    },
  },
  { name: 'news-public', path: newsPage },
  { name: 'more', as: 'teacher', path: '/more', ready: 'main a[target="_blank"]' },
  { name: 'links', as: 'admin', path: '/more/administration', prepare: toLinks },
  { name: 'storage', as: 'admin', path: '/more/administration', prepare: (page) => open(page, 'storage', 'ul li') },
  { name: 'help', as: 'teacher', path: '/help/start', ready: 'main a[href^="tel:"]' },
  { name: 'faq', as: 'parent', path: '/help', ready: 'main a[href^="/help/article"]' },
  { name: 'faq-public', path: '/help/articles/account', ready: 'main a[href^="/help/article"]' },
  { name: 'faq-article', as: 'student', path: '/help/article-details/timetable/calendar-app', ready: 'main ol' },
  { name: 'help-send', as: 'teacher', path: '/help/send/K1' },
  { name: 'help-report', as: 'parent', path: '/help/report' },
  { name: 'feedback-dialog', as: 'student', path: '/feedback/dialog/self/start', ready: 'main a' },
  { name: 'feedback-response', as: 'student', path: '/feedback/dialog/self/response' },
  { name: 'help-problem', path: '/help/problem', ready: 'main a[href^="/help/article"]' },
  { name: 'contact-persons', as: 'admin', path: '/more/administration', prepare: toContactPersons },
  { name: 'offers', as: 'teacher', path: '/more/kreide-plus' },
  { name: 'offer', as: 'teacher', path: '/more/kreide-plus/5b1f0c52-7c1e-4d5e-9b0a-1f6f5f0c2a01' },
  { name: 'accounts', as: 'parent', path: '/users-select', prepare: keepTwo },
  { name: 'add-child', as: 'parent', path: '/settings/add-child/activation-key', ready: 'main form' },
  { name: 'child-request', as: 'parent', path: '/settings/add-child/request', ready: 'main form' },
  { name: 'security', as: 'parent', path: '/settings/security/self' },
  { name: 'authenticator', as: 'teacher', path: '/authenticator/start', prepare: keepCodes },
  { name: 'authenticator-empty', as: 'student', path: '/authenticator/start' },
  { name: 'authenticator-add', as: 'teacher', path: '/authenticator/add' },
  { name: 'authenticator-scan', as: 'teacher', path: '/authenticator/scan', ready: 'main button' },
  { name: 'authenticator-key', as: 'teacher', path: '/authenticator/setup-key', ready: 'main form' },
  { name: 'authenticator-backup', as: 'teacher', path: '/authenticator/backup' },
  { name: 'authenticator-restore', as: 'teacher', path: '/authenticator/restore', ready: 'main form' },
  { name: 'settings', as: 'parent', path: '/settings' },
  { name: 'profile', as: 'student', path: '/settings/self' },
  { name: 'delete-account', as: 'teacher', path: '/settings/self/delete-account' },
  { name: 'personal-data', as: 'teacher', path: '/settings/self/personal-data' },
  { name: 'family', as: 'parent', path: '/settings/self/family' },
  { name: 'add-parent', as: 'parent', path: '/settings/self/add-parent' },
  { name: 'release-notes', as: 'parent', path: '/release-notes' },
  { name: 'help-videos', as: 'parent', path: '/settings/videos' },
  { name: 'copyright', as: 'student', path: '/settings/copyright/self' },
  { name: 'confirm-email', path: '/confirm-email#token=none' },
  {
    name: 'deletion-requests',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'deletion-request-users', 'main form'),
  },
  { name: 'add-account', as: 'parent', path: '/login/add/user?slink=demo' },
  { name: 'timetable-week', as: 'student', path: '/timetable?viewType=week', ready: LESSON },
  { name: 'timetable-day', as: 'student', path: '/timetable?viewType=day', ready: LESSON },
  { name: 'timetable-month', as: 'student', path: '/timetable?viewType=month', ready: '.kt-chip' },
  { name: 'timetable-teacher', as: 'teacher', path: '/timetable', ready: LESSON },
  { name: 'timetable-parent', as: 'parent', path: '/timetable', ready: LESSON },
  {
    name: 'timetable-lesson',
    as: 'student',
    path: '/timetable?viewType=week',
    ready: LESSON,
    prepare: async (page) => {
      await page.locator('button.kt-lesson:not(.kt-regular):not(.kt-strip)').first().click();
      await page.locator('.kt-details').waitFor();
    },
  },
  {
    name: 'timetable-subscribe',
    as: 'parent',
    path: '/timetable?viewType=week',
    ready: LESSON,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(Kalender abonnieren|Takvime abone ol)$/ })
        .first()
        .click();
      await page.locator('[role="dialog"] button[type="submit"]').click();
      await page.locator('[role="dialog"] code').waitFor();
    },
  },
  { name: 'no-timetable', as: 'admin', path: '/no-timetable' },
  { name: 'plan-search', as: 'teacher', path: '/timetable/search', ready: 'main input' },
  { name: 'course-selection', as: 'student', path: '/course-selection/start', ready: 'main h2' },
  { name: 'free-rooms', as: 'teacher', path: '/timetable/free-rooms', ready: 'main ul a' },
  { name: 'administration', as: 'admin', path: '/more/administration' },
  {
    name: 'retention',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'retention', 'main form'),
  },
  {
    name: 'school-settings',
    as: 'admin',
    path: '/more/administration',
    prepare: async (page) => {
      await page.locator('a[href$="/school-data/edit-settings"]').click();
      await page.getByRole('switch').first().waitFor();
    },
  },
  { name: 'onboarding-success', as: 'admin', path: '/onboarding-success' },
  {
    name: 'child-requests',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'child-requests', '[role=radiogroup]'),
  },
  {
    name: 'applications',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'applications', '[role=switch]'),
  },
  { name: 'apply-closed', path: '/school/info/user-type/00000000-0000-4000-8000-000000000000' },
  { name: 'apply-form', path: applyPage, ready: 'main form' },
  { name: 'years', as: 'admin', path: '/more/administration', prepare: (page) => open(page, 'years', 'li section') },
  { name: 'year-change-grades', as: 'admin', path: '/more/administration', prepare: openNextGrades },
  { name: 'year-change-people', as: 'admin', path: '/more/administration', prepare: openYearChange },
  { name: 'people-upload', as: 'admin', path: '/more/administration', prepare: offerPeople, isLoaded: true },
  { name: 'people-review', as: 'admin', path: '/more/administration', prepare: reviewPeople, isLoaded: true },
  { name: 'people-proposals', as: 'admin', path: '/more/administration', prepare: proposePrograms, isLoaded: true },
  {
    name: 'import-upload',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'web-interface/upload', 'input[type=file]'),
  },
  {
    name: 'import-review',
    as: 'admin',
    path: '/more/administration',
    prepare: async (page) => {
      await open(page, 'web-interface/upload', 'input[type=file]');
      await page.locator('input[type=file]').setInputFiles('examples/import-files/csv/lessons.csv');
      await page.locator('button[type=submit]').click();
      await page.locator('table').waitFor();
      await page.locator('ul li b').first().waitFor();
    },
  },
  {
    name: 'import-automatic',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'web-interface/automatic-upload', 'input[type=password]'),
  },
  {
    name: 'import-status',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'web-interface/status', 'main a[href$="/upload"]'),
  },
  {
    name: 'school-notifications',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'notifications', 'main form'),
  },
  {
    name: 'push-deliveries',
    as: 'admin',
    path: '/more/administration',
    prepare: (page) => open(page, 'push-deliveries', 'main search'),
  },
  {
    name: 'audit-log',
    as: 'admin',
    path: '/more/administration',
    prepare: async (page) => {
      await page.locator('a[href$="/audit-log"]').click();
      await page.waitForURL('**/audit-log');
      await page.goto(`${page.url()}?action=news.create`);
      await page.locator('main [data-opens]').first().click();
      // A dialog, or on a wide screen beside the list.
      await page.locator('table caption').waitFor();
    },
  },
  { name: 'monitor', path: monitor('sub'), size: { width: 1920, height: 1080 }, ready: ENTRY },
  {
    name: 'monitor-news',
    path: monitor('news-split'),
    size: { width: 1080, height: 1920 },
    ready: ENTRY,
  },
  { name: 'homepage', path: '/examples/school-homepage/', ready: `kreide-timetable ${LESSON}`, isOnlyWcag: true },
];
