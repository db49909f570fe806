// features: planner

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildUser } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(
  async (server) => {
    const { kysely } = server.test.database;
    const school = await buildPlanSchool(server);
    const { id: school_id, gradeId: grade_id, users } = school;
    const mia = await buildUser(kysely, school_id, 'mia', 'ADMIN');
    await kysely.updateTable('users').set({ firstname: 'Mia', lastname: 'Berg' }).where('id', '=', mia.id).execute();
    // Two pupils in 10b, and a room for one.
    await kysely
      .insertInto('grade_memberships')
      .values({ school_id, user_id: users.new, grade_id, begins_at: '2026-08-01' })
      .execute();
    await kysely.updateTable('bookables').set({ capacity: 1 }).where('shortcut', '=', '204').execute();
    return school;
  },
  { isPrompt: true },
);

const cell = (page: Page, weekday: number, period: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${period} `) }) })
    .locator('td')
    .nth(weekday - 1);
const lesson = (page: Page, weekday: number, period: number, name: RegExp) =>
  cell(page, weekday, period).locator('[data-lesson]').filter({ hasText: name });

/** The week of 10b in the only version. */
async function openWeek(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Bearbeiten: Fassung/ })
    .first()
    .click();
  await page.getByRole('table', { name: /^Woche/ }).waitFor();
  await page.getByLabel('Auswahl').selectOption('10b');
  await page.getByRole('table', { name: 'Woche: 10b' }).waitFor();
}

describe('two planners', () => {
  it('see at once what the other moves, by name, and keep what they have chosen, typed and dragged; a room that is too small is told [T-4.06] [T-2.75] [D-8.02]', async () => {
    await using other = await kreide.open({ username: 'mia' });
    await using own = await kreide.open({ username: 'admin' });
    const [mia, page] = [other.page, own.page];
    await mia.goto('/more/administration');
    await mia.getByRole('link', { name: /Stundenplan planen/ }).click();
    await mia.getByRole('button', { name: 'Fassung anlegen' }).first().click();
    await mia.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click();
    await openWeek(mia);
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Stundenplan planen/ }).click();
    await openWeek(page);

    // Two pupils are too many for the room of mathematics, at any time; the best times are told nevertheless.
    await lesson(page, 1, 2, /MA 10b/).click();
    await page.getByText('Gewählt: MA 10b').waitFor();
    expect(await cell(page, 1, 6).locator('[data-place]').textContent()).toBe('zu wenig Platz in 204: 1 für 2');
    expect(await page.getByRole('list', { name: 'Beste Zeiten' }).first().getByRole('button').count()).toBe(3);
    await expectAccessible(page);

    // What is chosen stays.
    await lesson(page, 1, 1, /DE 10b/).click();
    await page.getByText('Gewählt: DE 10b').waitFor();
    await lesson(mia, 1, 2, /MA 10b/).dragTo(cell(mia, 1, 6));
    await page.getByText('Mia Berg hat MA 10b verschoben.').waitFor();
    await lesson(page, 1, 6, /MA 10b/).waitFor();
    await page.getByText('Gewählt: DE 10b').waitFor();
    expect(await cell(page, 1, 6).locator('[data-place]').textContent()).toContain('10b hat MA 10b');
    // She knows herself what she does.
    expect(await mia.getByText('Mia Berg hat').count()).toBe(0);

    // What is typed stays.
    await page.getByRole('button', { name: 'Ändern' }).click();
    const dialog = page.getByRole('dialog');
    const length = dialog.getByRole('button', { name: /Dauer in Stunden/ });
    await length.click();
    await page.getByRole('option', { name: '2', exact: true }).click();
    const typed = await length.textContent();
    await mia.keyboard.press('Control+z');
    await page.getByText('Mia Berg hat eine Änderung zurückgenommen.').waitFor();
    expect(await length.textContent()).toBe(typed);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await cell(page, 1, 2).getByText('DE 10b').waitFor();
    await lesson(page, 1, 2, /MA 10b/).waitFor();
    await cell(mia, 1, 2).getByText('DE 10b').waitFor();
    await page.keyboard.press('Control+z');
    await cell(mia, 1, 2).getByText('DE 10b').waitFor({ state: 'detached' });

    // A lesson that hangs on the pointer can still be left where it was meant to be.
    await lesson(page, 1, 1, /DE 10b/).hover();
    await page.mouse.down();
    await cell(page, 1, 6).hover();
    await cell(page, 1, 6).hover();
    await lesson(mia, 1, 2, /MA 10b/).dragTo(cell(mia, 2, 7));
    await page.getByText('Mia Berg hat MA 10b verschoben.').waitFor();
    await lesson(page, 2, 7, /MA 10b/).waitFor();
    await page.mouse.up();
    await lesson(page, 1, 6, /DE 10b/).waitFor();
    await lesson(mia, 1, 6, /DE 10b/).waitFor();
    expect([...own.problems, ...other.problems]).toEqual([]);
  });
});
