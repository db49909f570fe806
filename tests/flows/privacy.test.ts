// features: privacy

import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildSchool } from '../support/people.ts';

const kreide = withApp((server) => buildSchool(server.test.database.kysely, 'amsel'));

it('the notice is found at the sign-in, in the language and the name of the variant [P-2.28] [P-1.21] [P-1.24]', async () => {
  await using app = await kreide.open({ language: 'fr' });
  const { page } = app;
  await page.goto('/amsel/login?branding=hafen');
  await page.getByRole('link', { name: 'Protection des données' }).click();
  await page.getByRole('heading', { level: 1, name: 'Protection des données dans la messagerie' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/data-protection');
  const notice = page.getByRole('article');
  expect(await notice.locator('p').first().textContent()).toMatch(/^Hafen /);
  expect(await notice.getByRole('listitem').count()).toBe(9);
  expect(app.problems).toEqual([]);
});

it('readers of a language without a notice get the English one, marked as English [P-1.24] [P-1.23]', async () => {
  await using app = await kreide.open({ language: 'uk' });
  await app.page.goto('/data-protection');
  await app.page.getByRole('heading', { level: 1, name: 'Privacy in the messenger' }).waitFor();
  expect(await app.page.getByRole('article').getAttribute('lang')).toBe('en');
  await app.page.getByText('тут ви бачите англійський', { exact: false }).waitFor();
  await app.page.getByText('outside the European Union', { exact: false }).waitFor();
});

it('says when it cannot be loaded, reports it under its old name, and loads at the next try [P-8.15]', async () => {
  await using app = await kreide.open();
  const { page } = app;
  await page.route('**/privacy/*.json', (route) => route.abort('connectionrefused'));
  await page.goto('/data-protection');
  await page.getByText('Die Hinweise zum Datenschutz konnten nicht geladen werden.').waitFor();
  await expect.poll(() => app.problems.join()).toContain('copyright text could not be loaded');
  await page.unroute('**/privacy/*.json');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Datenschutz im Messenger' }).waitFor();
});

it('is served to everybody as a file for each language [P-7.48]', async () => {
  for (const language of ['de', 'en', 'fr', 'it']) {
    const { status, body } = await kreide.server.request('GET', `/privacy/${language}.json`);
    expect([status, body.language]).toEqual([200, language]);
  }
  expect((await kreide.server.request('GET', '/privacy/uk.json')).status).toBe(404);
});
