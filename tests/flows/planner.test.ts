// features: planner, timetable

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp((server) => buildPlanSchool(server));

describe('a planner', () => {
  it('is led to a first version, copies the plan in force and publishes it from the day that is asked for [T-4.02] [T-4.07] [T-2.79] [T-2.119] [T-8.04]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Stundenplan planen/ }).click();
    await page.getByRole('heading', { name: 'Noch keine Fassung' }).waitFor();
    await page.getByRole('button', { name: 'Fassung anlegen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Notiz').fill('Neue Halle');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Fassung 1 angelegt.').waitFor();
    const version = page.getByRole('region', { name: 'Fassung 1' });
    expect(await version.textContent()).toMatch(/Entwurf.*Neue Halle/);
    await expectAccessible(page);
    await version.getByRole('button', { name: 'Veröffentlichen' }).click();
    await dialog.getByText('Ab diesem Tag sehen alle diesen Plan').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Veröffentlichen' }).click();
    await page.getByText('Der neue Plan gilt ab 23. November 2026.').waitFor();
    await version.getByText('Gilt ab 23.11.2026').waitFor();
    await version.getByRole('button', { name: 'Verlauf' }).click();
    await page.getByText('Noch nichts wurde verschoben.').waitFor();
    expect(app.problems).toEqual([]);
  });
});
