// features: schools

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';
import { ROOT } from '../support/server.ts';

const kreide = withApp(
  async ({ test: { database } }) => {
    const { id } = await buildSchool(database.kysely, 'amsel');
    await database.kysely
      .updateTable('schools')
      .set({ permissions: ['marketing'] })
      .where('id', '=', id)
      .execute();
    for (const role of ['TEACHER', 'PARENT', 'STUDENT'] as const)
      await buildUser(database.kysely, id, role.toLowerCase(), role);
  },
  { env: { KREIDE_OFFERS: join(ROOT, 'examples/offers/offers.json') } },
);

describe('the offers of partners', () => {
  it('stand in a list that the menu leads to, and open one by one [C-2.40] [C-2.41] [P-2.80] [P-2.81]', async () => {
    await using app = await kreide.open({ username: 'teacher', language: 'en', viewport: { width: 390, height: 844 } });
    const { page, problems } = app;
    await page.goto('/more');
    await page.getByRole('main').getByRole('link', { name: 'Offers' }).click();
    await page.waitForURL('**/more/kreide-plus');
    const rows = page.getByRole('list', { name: 'Offers' }).getByRole('link');
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining('Kartenwerk Nord'),
      expect.stringContaining('Heftladen Amsel'),
    ]);
    await expectAccessible(page);
    await rows.first().click();
    await page.waitForURL('**/more/kreide-plus/5b1f0c52-7c1e-4d5e-9b0a-1f6f5f0c2a01');
    await page.getByRole('heading', { name: 'Atlas für die Klasse' }).waitFor();
    const article = page.getByRole('article');
    for (const text of [
      'Karten, die man gemeinsam beschriftet',
      'An offer by Kartenwerk Nord',
      'Mehr als 300 stumme Karten',
      'You need an account of your own there.',
      'The partner passes no data on.',
      'Data stays in Europe.',
      'No advertising is shown there.',
      'Opens kartenwerk.example in a new window.',
    ])
      await article.getByText(text).waitFor();
    const links = await article
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    expect(links).toEqual([
      ['https://kartenwerk.example/datenschutz', 'noopener noreferrer'],
      ['https://kartenwerk.example/schulen', 'noopener noreferrer'],
    ]);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(problems).toEqual([]);
  });

  it('say so where one is not for the person, or never was [C-2.41]', async () => {
    await using app = await kreide.open({ username: 'parent', language: 'en' });
    for (const uuid of ['5b1f0c52-7c1e-4d5e-9b0a-1f6f5f0c2a01', 'nonsense']) {
      await app.page.goto(`/more/kreide-plus/${uuid}`);
      await app.page.getByRole('heading', { name: 'There is no such offer' }).waitFor();
      await app.page.getByRole('link', { name: 'All offers' }).click();
      await app.page.getByRole('link', { name: 'Schulhefte im Paket' }).waitFor();
    }
  });

  it('are no entry for pupils, whose list is empty [C-2.40]', async () => {
    await using app = await kreide.open({ username: 'student', language: 'en' });
    await app.page.goto('/more');
    await app.page.getByRole('main').getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await app.page.getByRole('link', { name: 'Offers' }).count()).toBe(0);
    await app.page.goto('/more/kreide-plus');
    await app.page.getByRole('heading', { name: 'There are no offers at present' }).waitFor();
  });
});
