import type { Page } from 'playwright-core';

export interface Screen {
  name: string;
  /** Demo sign-in; left out for public pages. */
  as?: 'student' | 'parent' | 'teacher' | 'admin';
  path: string | ((url: string) => Promise<string>);
  /** A screen of its own size. */
  size?: { width: number; height: number };
  prepare?: (page: Page) => Promise<void>;
}

async function monitor(url: string, mode: 'sub' | 'news-split'): Promise<string> {
  const { data } = (await (await fetch(`${url}/v1/public/schools/demo`)).json()) as { data: { uuid: string } };
  return `/monitor/view?token=${data.uuid}-${mode}`;
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('article button[aria-haspopup]').first().click();
  await page.getByRole('menu').waitFor();
}

async function write(page: Page): Promise<void> {
  await page.locator('[role="toolbar"]').waitFor();
  await page.locator('form input').first().fill('Die Bücherei hat neue Öffnungszeiten');
  await page.locator('[contenteditable]').click();
  await page.keyboard.type('Ab Montag ist die Bücherei in jeder Pause offen. Wer etwas sucht, fragt bitte am Tresen.');
}

/** Every screen that there is; a new screen is added here. */
export const SCREENS: readonly Screen[] = [
  { name: 'start', path: '/' },
  { name: 'select-school', path: '/select-school?keyword=linden' },
  { name: 'login', path: '/demo/login' },
  { name: 'post-logout', path: '/post-logout' },
  { name: 'not-found', path: '/there/is/no/such/page' },
  { name: 'feed', as: 'student', path: '/feed' },
  { name: 'feed-parent', as: 'parent', path: '/feed' },
  { name: 'news-feed', as: 'admin', path: '/feed', prepare: openMenu },
  { name: 'news-create', as: 'admin', path: '/news/create', prepare: write },
  {
    name: 'news-wrong',
    as: 'teacher',
    path: '/news/create',
    prepare: async (page) => {
      await page.locator('[role="toolbar"]').waitFor();
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
      await page.locator('button[type="submit"]').click();
      await page.waitForURL('**/news/scheduled');
      await page.locator('article').first().waitFor();
    },
  },
  {
    name: 'news-single',
    as: 'student',
    path: '/feed',
    prepare: async (page) => {
      await page.locator('article h2 a').first().click();
      await page.waitForURL(/news\/\d+/);
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'more', as: 'teacher', path: '/more' },
  { name: 'timetable-week', as: 'student', path: '/timetable?viewType=week' },
  { name: 'timetable-day', as: 'student', path: '/timetable?viewType=day' },
  { name: 'timetable-month', as: 'student', path: '/timetable?viewType=month' },
  { name: 'timetable-teacher', as: 'teacher', path: '/timetable' },
  { name: 'timetable-parent', as: 'parent', path: '/timetable' },
  {
    name: 'timetable-lesson',
    as: 'student',
    path: '/timetable?viewType=week',
    prepare: async (page) => {
      await page.locator('button.kt-lesson:not(.kt-regular):not(.kt-more)').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'timetable-subscribe',
    as: 'parent',
    path: '/timetable?viewType=week',
    prepare: async (page) => {
      await page.locator('h2 ~ button, h2 ~ * button').first().click();
      await page.locator('[role="dialog"] button[type="submit"]').click();
      await page.locator('[role="dialog"] code').waitFor();
    },
  },
  { name: 'no-timetable', as: 'admin', path: '/no-timetable' },
  { name: 'administration', as: 'admin', path: '/more/administration' },
  {
    name: 'school-settings',
    as: 'admin',
    path: '/more/administration',
    prepare: async (page) => {
      await page.locator('a[href$="/school-data/edit-settings"]').click();
      await page.getByRole('switch').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'monitor', path: (url) => monitor(url, 'sub'), size: { width: 1920, height: 1080 } },
  { name: 'monitor-news', path: (url) => monitor(url, 'news-split'), size: { width: 1080, height: 1920 } },
  { name: 'homepage', path: '/examples/school-homepage/' },
];
