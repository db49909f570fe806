import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

/** The versions of the plan, and one of them to edit: a copy of the plan in force. */
async function toVersion(page: Page): Promise<void> {
  await page.locator('a[href$="/advanced-timetable"]').click();
  await page.locator('main button').first().waitFor();
  const edit = page.locator('main a[href*="/timetable/grades/"]').first();
  if ((await edit.count()) === 0) {
    await page.locator('main button[class*=primary]').first().click();
    await page.locator('[role="dialog"] button[type="submit"]').click();
    await edit.waitFor();
  }
}

async function toEditor(page: Page): Promise<void> {
  await toVersion(page);
  await page.locator('main a[href*="/timetable/grades/"]').first().click();
  const lesson = page.locator('main table button').first();
  await lesson.waitFor();
  await lesson.click();
  await page.locator('[data-place]').first().waitFor();
}

async function toProposal(page: Page): Promise<void> {
  await toVersion(page);
  await page.locator('main a[href$="/proposal"]').first().click();
  await page.locator('#proposal-settings').waitFor();
}

async function toRails(page: Page): Promise<void> {
  await toVersion(page);
  await page.locator('main a[href$="/rails"]').first().click();
  await page.locator('#rails-settings').waitFor();
}

/** The rooms, one of which is edited in its row. */
async function toBasedata(page: Page): Promise<void> {
  await page.locator('a[href$="/basedata"]').click();
  const edit = page.locator('main tbody button').first();
  await edit.waitFor();
  await edit.click();
  await page.locator('main form').waitFor();
}
async function toDesk(page: Page): Promise<void> {
  await page.locator('a[href$="/substitution-desk"]').click();
  await page.locator('#desk-absent').waitFor();
}

export const PLANNER_SCREENS: readonly Screen[] = [
  { name: 'plan-versions', as: 'admin', path: '/more/administration', prepare: toVersion },
  { name: 'report-own-absence', as: 'teacher', path: '/substitutions/absent', ready: 'main form, main li' },
  { name: 'substitution-desk', as: 'admin', path: '/more/administration', prepare: toDesk },
  { name: 'plan-editor', as: 'admin', path: '/more/administration', prepare: toEditor },
  { name: 'plan-proposal', as: 'admin', path: '/more/administration', prepare: toProposal },
  { name: 'plan-rails', as: 'admin', path: '/more/administration', prepare: toRails },
  { name: 'basedata', as: 'admin', path: '/more/administration', prepare: toBasedata },
];
