import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const TABS = 'main [role="tablist"]';

/** From the courses and classes to everything together. */
async function toBook(page: Page): Promise<void> {
  await page.locator('main p a').first().click();
  await page.locator(TABS).waitFor();
  await page.locator('main ul li').first().waitFor();
}
const toTab = (place: number) => async (page: Page) => {
  await toBook(page);
  await page.getByRole('tab').nth(place).click();
  await page.locator('main ul li').first().waitFor();
};
/** The entries are the second tab, with parts of their own. */
const toPart = (place: number) => async (page: Page) => {
  await toTab(1)(page);
  await page.locator('main [role="radiogroup"] label').nth(place).click();
  await page.locator('main ul li article, main [data-row]').first().waitFor();
};
async function toEntry(page: Page): Promise<void> {
  await toTab(1)(page);
  await page.locator('main ul li a').first().click();
  await page.waitForURL('**/absences');
  await page.locator('main fieldset').first().waitFor();
}
async function toNotice(page: Page): Promise<void> {
  await toEntry(page);
  await page.locator('main section').last().getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .first()
    .fill('Hat heute zwei Aufgaben an der Tafel vorgerechnet.');
}

async function toContradictions(page: Page): Promise<void> {
  await page.locator('main a[href*="/contradictions/"]').click();
  await page.locator('main [role="group"]').first().waitFor();
}

/** The class book of a teacher, and what a pupil sees of it. */
export const CLASSBOOK_SCREENS: readonly Screen[] = [
  { name: 'classbook', as: 'teacher', path: '/classbooks', ready: 'main h2' },
  { name: 'classbook-users', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toTab(0) },
  { name: 'classbook-classes', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toTab(1) },
  { name: 'classbook-notices', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toPart(1) },
  { name: 'classbook-homework', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toPart(2) },
  { name: 'classbook-statistics', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toTab(2) },
  { name: 'classbook-absences', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toTab(3) },
  { name: 'classbook-entry', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toEntry },
  { name: 'classbook-notice', as: 'teacher', path: '/classbooks', ready: 'main h2', prepare: toNotice },
  { name: 'classbook-contradictions', as: 'admin', path: '/classbooks', ready: 'main h2', prepare: toContradictions },
  { name: 'classbook-pupil', as: 'student', path: '/classbooks', ready: 'main h2' },
];
