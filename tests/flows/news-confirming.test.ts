// features: news

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { buildChannel } from '../support/channels.ts';
import { card, chooseReceivers, send, withNews, write } from '../support/news-flows.ts';

const { kreide, create } = withNews();

it('a reader confirms an item, and its author sees how many have and who has not [C-2.109] [C-2.110] [C-2.111] [C-4.31] [C-4.34] [C-6.18] [C-6.19]', async () => {
  await using author = await kreide.open({ username: 'tess' });
  const { page } = author;
  await page.goto('/news/create');
  await chooseReceivers(page);
  await write(page, 'Wandertag', 'Bitte lesen');
  await page.getByText('Lesebestätigung erbitten').click();
  await send(page);
  const own = card(page, 'Wandertag');
  await own.getByText('0 von 2 haben bestätigt (0 %)').waitFor();
  expect(await own.getByRole('button', { name: 'Gelesen bestätigen' }).count()).toBe(0);

  await using reader = await kreide.open({ username: 'paul' });
  await reader.page.goto('/news');
  const seen = card(reader.page, 'Wandertag');
  const button = seen.getByRole('button', { name: 'Gelesen bestätigen' });
  await button.waitFor();
  expect(await seen.getByText('haben bestätigt').count()).toBe(0);
  expect(await seen.getByRole('button', { name: 'Wer hat bestätigt?' }).count()).toBe(0);
  await expectAccessible(reader.page);
  await button.click();
  await seen.getByText('Bestätigt', { exact: true }).waitFor();
  await button.waitFor({ state: 'detached' });

  await own.getByText('1 von 2 haben bestätigt (50 %)').waitFor();
  await own.getByRole('button', { name: 'Wer hat bestätigt?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wer hat bestätigt?' });
  await dialog.getByText('carla').waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(1);
  await dialog.getByRole('button', { name: '1 Person erinnern' }).click();
  await page.getByText('1 Person erinnert.').waitFor();
  await dialog.getByRole('button', { name: '1 Person erinnern' }).click();
  await dialog.getByText(/Daran wurde schon erinnert/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('tab', { name: 'Bestätigt' }).click();
  await dialog.getByText('paul').waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(1);
  await dialog.getByRole('searchbox').fill('carla');
  await dialog.getByText('Hier steht zurzeit niemand.').waitFor();
  expect([...author.problems, ...reader.problems]).toEqual([]);
});

it('a channel has a page of its news, which only its members see; a card names author and channels [C-2.16] [C-2.107]', async () => {
  const { server, school } = kreide;
  const { kysely } = server.test.database;
  const idOf = async (name: string) =>
    (await kysely.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id;
  const [tess, paul] = [await idOf('tess'), await idOf('paul')];
  const choir = await buildChannel(kysely, school.id, { admins: [tess], members: [paul] }, { name: 'Chor' });
  const values = { title: 'Probe', channels: [choir.id] };
  await create('tess', values);
  await create('tess', { title: 'Wandertag' });
  await using app = await kreide.open({ username: 'paul' });
  const { page } = app;
  await page.goto(`/channel/${choir.id}/news`);
  await card(page, 'Probe').waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  const badges = card(page, 'Probe').getByRole('listitem');
  await expect.poll(() => badges.allTextContents()).toEqual([expect.stringContaining('tess'), 'Chor']);
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('Wandertag');
  await page.getByRole('heading', { name: 'Nichts gefunden' }).waitFor();
  await using other = await kreide.open({ username: 'carla' });
  await other.page.goto(`/channel/${choir.id}/news`);
  await other.page.getByRole('heading', { name: 'Diese Neuigkeit gibt es nicht' }).waitFor();
  expect(app.problems).toEqual([]);
});
