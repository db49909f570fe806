import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const EVENT = 'main a[href*="/event/"]';

async function begin(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox').first().fill('Sommerfest');
}

/** The calendar, its events and how they are made, and exams. */
export const CALENDAR_SCREENS: readonly Screen[] = [
  { name: 'exams', as: 'student', path: '/exams', ready: 'main h3' },
  { name: 'exam-plan', as: 'teacher', path: '/exams/plan', ready: 'main h2, main table' },
  { name: 'calendar-list', as: 'teacher', path: '/calendar/self/list', ready: EVENT },
  { name: 'calendar-week', as: 'student', path: '/calendar/self/grid?viewType=week', ready: EVENT },
  { name: 'calendar-day', as: 'student', path: '/calendar/self/grid?viewType=day', ready: 'main section' },
  { name: 'calendar-month', as: 'teacher', path: '/calendar/self/grid?viewType=month', ready: 'main section' },
  {
    name: 'calendar-details',
    as: 'teacher',
    path: '/calendar/self/list',
    ready: EVENT,
    prepare: async (page) => {
      await page.locator(EVENT).first().click();
      await page.getByRole('dialog').locator('dl').waitFor();
    },
  },
  {
    name: 'calendar-create',
    as: 'teacher',
    path: '/calendar/self/list?event-creation=true',
    ready: EVENT,
    prepare: begin,
  },
  {
    name: 'calendar-participants',
    as: 'teacher',
    ready: '[role=dialog] [role=tab]',
    path: '/calendar/self/list?event-creation=true&event-participants=true',
    prepare: async (page) => {
      await page.getByRole('dialog').getByRole('tabpanel').getByRole('button').first().click();
    },
  },
  {
    name: 'calendar-repeat',
    as: 'teacher',
    ready: '[role=dialog] [role=radiogroup]',
    path: '/calendar/self/list?event-creation=true&event-repeats=true',
    prepare: async (page) => {
      const form = page.getByRole('dialog');
      await form.locator('label', { has: page.locator('input[value=custom]') }).click();
      await form.locator('section li').first().waitFor();
    },
  },
  { name: 'calendar-import', as: 'teacher', path: '/calendar/import', ready: 'main button' },
  { name: 'calendar-missing', as: 'student', path: '/calendar/self/event/999999', ready: '[role=dialog] h3' },
];
