import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const FORM = '[role="dialog"] form';
const FOUND = '[role="dialog"] li button';

/** With a type chosen: for the school in a group that is open. */
const chooseType = (page: Page) => page.locator(`${FORM} input[type="radio"]`).first().check();
async function findPupil(page: Page): Promise<void> {
  await page.locator(FOUND).first().click();
  await chooseType(page);
}
/** The steps of a family: the child, why and when, what will be sent. */
async function toTime(page: Page): Promise<void> {
  const next = page.locator('[role="dialog"] button[type="submit"]');
  await page.locator(`${FORM} label:has(input[type="checkbox"])`).first().click();
  await next.click();
  await chooseType(page);
}
async function toCheck(page: Page): Promise<void> {
  await toTime(page);
  await page.locator('[role="dialog"] button[type="submit"]').click();
  await page.locator(`${FORM} dl`).waitFor();
}
async function toAll(page: Page): Promise<void> {
  await page.locator('main [role="radiogroup"] label').nth(2).click();
  await page.locator('main input[type="search"]').waitFor();
}
async function toTypes(page: Page): Promise<void> {
  await page.locator('main a[href$="/absence-categories"]').click();
  await page.locator('main form').waitFor();
}
async function toType(page: Page): Promise<void> {
  await toTypes(page);
  await page.locator('main a[href$="/absence-categories/sick"]').click();
  await page.locator('main form textarea').waitFor();
}

/** What a family sees of its sick notes, who is absent for the school, and the school's types. */
export const ABSENCES_SCREENS: readonly Screen[] = [
  { name: 'sick-notes', as: 'parent', path: '/sicknotes', ready: 'main a[href$="/overview/new"]' },
  { name: 'sick-note-new', as: 'parent', path: '/sicknotes/new', ready: FORM },
  { name: 'sick-note-time', as: 'parent', path: '/sicknotes/new', ready: FORM, prepare: toTime, isLoaded: true },
  { name: 'sick-note-check', as: 'parent', path: '/sicknotes/new', ready: FORM, prepare: toCheck, isLoaded: true },
  { name: 'sick-list', as: 'admin', path: '/sicknotes', ready: 'main section h2' },
  { name: 'sick-list-all', as: 'teacher', path: '/sicknotes', ready: 'main section h2', prepare: toAll },
  { name: 'absence-new', as: 'admin', path: '/sicknotes/new', ready: FOUND, prepare: findPupil },
  { name: 'absence-categories', as: 'admin', path: '/more/administration', prepare: toTypes },
  { name: 'absence-category', as: 'admin', path: '/more/administration', prepare: toType },
];
