import type { Locator, Page } from 'playwright-core';

/** The date picker with this label. */
export const datePicker = (scope: Page | Locator, label: string): Locator =>
  scope.getByRole('group', { name: label, exact: true });

const PARTS = ['day', 'month', 'year'] as const;

/** Types a date, `YYYY-MM-DD`, into the segments of a picker, and leaves it. */
export async function fillDate(picker: Locator, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-');
  const typed = { day, month, year };
  for (const part of PARTS) await picker.locator(`[data-type="${part}"]`).pressSequentially(typed[part]);
  await picker.locator('[data-type="year"]').blur();
}

/** What a picker shows, `YYYY-MM-DD`. */
export async function dateIn(picker: Locator): Promise<string> {
  const texts = PARTS.map((part) => picker.locator(`[data-type="${part}"]`).textContent());
  return (await Promise.all(texts)).toReversed().join('-');
}

const selectOf = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`${label}$`) });

/** Chooses from a list of one choice. */
export async function chooseOption(page: Page, label: string, text: string): Promise<void> {
  await selectOf(page, label).click();
  await page.getByRole('option', { name: text, exact: true }).click();
}

/** What a list of one choice offers. */
export async function optionsOf(page: Page, label: string): Promise<string[]> {
  await selectOf(page, label).click();
  await page.getByRole('option').first().waitFor();
  const texts = await page.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  return texts;
}

/** The time that a date-time picker shows, in German. */
export async function timeIn(page: Page): Promise<string> {
  const names = await Promise.all(['Stunde', 'Minute'].map((label) => selectOf(page, label).innerText()));
  return names.map((name) => name.trim()).join(':');
}
