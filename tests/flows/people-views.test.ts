// features: users

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { LOOKS } from '../support/looks.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp((server) => buildPlanSchool(server));

const rows = (page: Page) => page.getByRole('grid', { name: 'Personen' }).getByRole('link');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const view = (page: Page) => page.getByRole('button', { name: /Ansicht$/ });
const told = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

it.each(LOOKS.map((look) => ({ ...look, name: `Alle Lehrkräfte ${look.width}` })))(
  'a choice of people is kept, opened by the keyboard on another device, renamed, deleted and taken back at $width px',
  async ({ width, colorScheme, name }) => {
    const viewport = { width, height: 900 };
    await using app = await kreide.open({ username: 'admin', viewport, colorScheme });
    const { page } = app;
    await page.goto('/users');
    await rows(page).first().waitFor();
    const all = await rows(page).count();
    // Nothing is chosen: there is nothing to keep.
    expect(await button(page, 'Als Ansicht merken').count()).toBe(0);
    await page
      .getByRole('search')
      .getByRole('button', { name: /Rolle$/ })
      .click();
    await page.getByRole('option', { name: 'Lehrkraft' }).click();
    await expect.poll(() => rows(page).count()).toBeLessThan(all);
    const teachers = await rows(page).count();
    await button(page, 'Als Ansicht merken').click();
    await expectAccessible(page);
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await told(page, `Die Ansicht „${name}“ ist gemerkt.`);
    await expect.poll(() => button(page, 'Als Ansicht merken').count()).toBe(0);

    await using other = await kreide.open({ username: 'admin', viewport, colorScheme });
    await other.page.goto('/users?search=nobody');
    await other.page.getByText('Niemand gefunden').waitFor();
    await view(other.page).focus();
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('option', { name }).waitFor();
    await other.page.keyboard.press('End');
    await other.page.keyboard.press('Enter');
    await expect.poll(() => rows(other.page).count()).toBe(teachers);
    expect(await other.page.getByRole('searchbox').inputValue()).toBe('');
    expect(new URL(other.page.url()).search).toBe('?role=TEACHER');
    await expectAccessible(other.page);

    await button(other.page, 'Ansichten verwalten').click();
    const dialog = other.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Unterricht');
    await expectAccessible(other.page);
    await dialog.getByRole('button', { name: 'Umbenennen' }).click();
    await told(other.page, 'Die Ansicht heißt jetzt „Unterricht“.');
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await dialog.getByRole('button', { name: 'Ansicht „Unterricht“ löschen' }).click();
    await expect.poll(() => view(other.page).count()).toBe(0);
    await button(other.page, 'Rückgängig').click();
    await view(other.page).waitFor();
    await button(other.page, 'Ansichten verwalten').click();
    await dialog.getByRole('button', { name: 'Ansicht „Unterricht“ löschen' }).click();
    await expect.poll(() => view(other.page).count()).toBe(0);
    expect([...app.problems, ...other.problems]).toEqual([]);
  },
);
