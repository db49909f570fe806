// features: planner, courses

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { buildUpperGrade } from '../support/rails.ts';

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  await buildUpperGrade(server.test.database.kysely, school);
  return school;
});

describe('a planner', () => {
  it('puts the courses of the upper school on rails, looks at sizes and pupils, enrols them and takes that back [D-8.18]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Stundenplan planen/ }).click();
    await page.getByRole('button', { name: 'Fassung anlegen' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('link', { name: 'Kurse auf Schienen: Fassung 1' }).click();
    await page.getByText('Für diese Fassung wurde noch nichts gesucht.').waitFor();
    await page.getByRole('button', { name: 'Schienen suchen' }).click();
    await page.getByText('Bitte mindestens eine Klasse wählen.').waitFor();
    await page.getByRole('group', { name: 'Klassen' }).getByText('Q1', { exact: true }).click();
    await page.getByText('Beim Zählen spricht nichts dagegen, dass alle alles bekommen.').waitFor();
    const choose = async (label: RegExp, option: string) => {
      await page.getByRole('button', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose(/Zahl der Schienen/, '3');
    await page.getByText(/Mehr Kurse als Schienen \(4 > 3\).*Adler, Quinn 0/).waitFor();
    // English, history and physics in one half of the year each need no rail of their own.
    for (const course of ['E-LK1', 'GE-LK1', 'PH-GK1']) await choose(/Kurs, der nicht das ganze Jahr läuft/, course);
    await page.getByText(/Mehr Kurse als Schienen/).waitFor();
    await choose(/PH-GK1 läuft/, '2. Halbjahr');
    await page.getByText('Beim Zählen spricht nichts dagegen, dass alle alles bekommen.').waitFor();
    await page.getByRole('group', { name: 'Erster Tag des 2. Halbjahrs' }).waitFor();
    await choose(/PH-GK1 läuft/, 'ganzes Jahr');
    await page.getByText(/Mehr Kurse als Schienen/).waitFor();
    await choose(/Zahl der Schienen/, '4');
    await choose(/Gründlichkeit/, 'Schnell');
    await page.getByRole('button', { name: 'Schienen suchen' }).click();
    const results = page.getByRole('region', { name: 'Ergebnisse' });
    await results.getByText('Fertig').waitFor();
    await results.getByText(/Alle sind untergebracht/).waitFor();
    const courses = results.getByRole('grid', { name: 'Kurse nach Schienen' });
    const second = courses.getByRole('row').filter({ hasText: 'M-GK2' });
    expect(await second.textContent()).toContain('4 von höchstens 28');
    const pupils = results.getByRole('grid', { name: 'Wechseln den Kurs' });
    await pupils
      .getByText(/von M-GK1 zu M-GK2/)
      .first()
      .waitFor();
    await choose(/Anzeigen/, 'Nicht untergebracht');
    await results.getByText('Niemand.').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await second.textContent()).toContain('Schiene');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    const confirm = async (name: string) => {
      await results.getByRole('button', { name }).click();
      await page.getByRole('alertdialog').getByRole('button', { name }).click();
    };
    await confirm('Kurse zuweisen');
    await page.getByText('Die Kurse sind zugewiesen.').waitFor();
    await confirm('Zuweisung zurücknehmen');
    await page.getByText('Alle haben wieder ihren früheren Kurs.').waitFor();
    await results.getByRole('button', { name: 'Kurse zuweisen' }).waitFor();
    await confirm('Zeiten in die Fassung übernehmen');
    await page.getByText(/Verschoben: \d+ · ohne Zeit: 0/).waitFor();
    // A course stays where it is in the next search, or goes where somebody puts it.
    const pin = second.getByRole('button', { name: /^M-GK2 auf Schiene \d festhalten$/ });
    await pin.press('Enter');
    await choose(/M-GK2 bleibt auf/, 'Schiene 3');
    await page.getByRole('button', { name: 'Schienen suchen' }).press('Enter');
    await expect.poll(async () => (await results.getByText('Fertig').all()).length).toBe(2);
    const newest = results.getByRole('grid', { name: 'Kurse nach Schienen' }).first();
    expect(await newest.getByRole('row').filter({ hasText: 'M-GK2' }).textContent()).toContain('Schiene 3');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'M-GK2 freigeben' }).press('Enter');
    await page.getByRole('button', { name: /M-GK2 bleibt auf/ }).waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });
});
