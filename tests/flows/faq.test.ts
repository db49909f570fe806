// features: help, auth

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { RETRY_PAUSES } from '../support/stand-still.ts';

const kreide = withApp(buildPlanSchool);

it('who cannot sign in finds the help, and an answer by their own words [P-2.26] [P-2.27] [P-2.83] [P-2.84]', async () => {
  await using app = await kreide.open({ viewport: { width: 390, height: 844 } });
  const { page } = app;
  await page.goto(`/${kreide.school.slink}/login`);
  await page.getByRole('link', { name: 'Du kommst nicht hinein?' }).click();
  await page.waitForURL('**/help/problem');
  await page.getByRole('heading', { name: 'Du kommst nicht hinein?', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Ich habe mein Passwort vergessen' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Alle Fragen und Antworten' }).click();
  await page.waitForURL('**/help');
  const search = page.getByRole('searchbox', { name: 'Wonach suchst du?' });
  await search.fill('Zeppelin');
  await page.getByRole('heading', { name: 'Dazu ist noch nichts geschrieben' }).waitFor();
  await search.fill('Brief mit Code');
  await page.getByRole('list', { name: 'Gefundene Antworten' }).getByRole('link').first().click();
  await page.waitForURL('**/help/article-details/account/activation-code');
  await page.getByRole('heading', { name: 'Ich habe einen Brief mit einem Code bekommen', level: 1 }).waitFor();
  // The names of buttons are those of the product.
  await page.getByText('„Aktivierungscode? Hier registrieren“').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Anmelden und Konto' }).click();
  await page.waitForURL('**/help/articles/account');
  await expect.poll(() => page.getByRole('list', { name: 'Anmelden und Konto' }).getByRole('link').count()).toBe(4);
  expect(app.problems).toEqual([]);
});

it('the help of a page opens its article; where none has helped, and the school offers it, one writes [P-2.85] [P-2.86] [C-6.39] [C-8.26]', async () => {
  await using app = await kreide.open({ username: 'ada', viewport: { width: 1280, height: 800 }, skips: RETRY_PAUSES });
  const { page } = app;
  const help = page.getByRole('banner').getByRole('link', { name: 'Hilfe zu dieser Seite' });
  const title = page.getByRole('banner').getByRole('heading', { name: 'Den Stundenplan lesen' });
  await page.goto('/timetable');
  await page.waitForURL('**/timetable/users/*');
  await help.press('Enter');
  await page.waitForURL('**/help/article-details/read-timetable?at=*');
  await title.waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Zurück' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/timetable'));
  // On a phone the menu has it.
  await page.setViewportSize({ width: 390, height: 844 });
  await help.waitFor({ state: 'hidden' });
  await page.getByRole('banner').getByRole('button', { name: 'Konto und Menü' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Hilfe', exact: true }).click();
  await page.waitForURL('**/help/article-details/read-timetable?at=*');
  await title.waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('group', { name: 'Hat das geholfen?' }).getByRole('button', { name: 'Ja' }).click();
  await page.getByText('Danke für deine Antwort!').waitFor();
  const votes = await kreide.server.test.database.kysely.selectFrom('faq_votes').select('is_helpful').execute();
  expect(votes).toEqual([{ is_helpful: true }]);
  const report = page.getByRole('link', { name: /^Ein Problem melden/ });
  await page.getByRole('link', { name: /^Ansprechpersonen/ }).waitFor();
  expect(await report.count()).toBe(0);

  await kreide.server.test.database.pool.query(
    `update schools set properties = '{"kreide_contact.support.enabled": true}' where id = $1`,
    [kreide.school.id],
  );
  await page.reload();
  await report.click();
  await page.waitForURL('**/help/report?at=*');
  const facts = page.getByLabel('Angaben des Geräts');
  await facts.getByText('/timetable').waitFor();
  await facts.getByText('1280 × 800').waitFor();
  await expectAccessible(page);
  const text = page.getByLabel('Was wolltest du tun, und was ist passiert?');
  await text.fill('Der Plan ist leer.');
  const send = page.getByRole('button', { name: 'Senden' });
  await page.route('**/v1/feedback', (route) => route.abort());
  await send.click();
  await page.getByText('Dein Text bleibt hier stehen.').waitFor();
  expect(await text.inputValue()).toBe('Der Plan ist leer.');
  await page.unroute('**/v1/feedback');
  await send.click();
  await page.getByRole('heading', { name: 'Danke, das ist angekommen' }).waitFor();
  await page.goto('/help/send/K9');
  await page.getByLabel('Deine Nachricht').fill('Danke!');
  expect(await page.getByLabel('Code (wenn dir einer genannt wurde)').inputValue()).toBe('K9');
  await send.click();
  await page.getByRole('heading', { name: 'Danke, das ist angekommen' }).waitFor();
  await kreide.server.test.database.pool.query(`insert into announcements (texts, published_at)
    values ('{"en":{"title":"Hello","text":"x"},"de":{"title":"Neue Server","text":"Am Samstag."}}', '2026-11-01')`);
  await page.goto('/more');
  const told = page.getByRole('region', { name: 'Mitteilungen zur App' });
  await told.getByRole('heading', { name: 'Neue Server' }).waitFor();
  const sent = await kreide.server.test.database.kysely
    .selectFrom('feedback')
    .select(['kind', 'text', 'code'])
    .orderBy('id')
    .execute();
  expect(sent).toEqual([
    { kind: 'problem', text: 'Der Plan ist leer.', code: null },
    { kind: 'message', text: 'Danke!', code: 'K9' },
  ]);
});
