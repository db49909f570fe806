// features: news

import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { createToken, hashToken } from '../../packages/server/src/features/auth/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { card, chooseReceivers, toPreview, withNews, write } from '../support/news-flows.ts';
import { buildUser } from '../support/people.ts';

const { kreide, create } = withNews();
const CONFIRMABLE = { is_confirmable: true } as object;
const run = (sql: string, values: unknown[] = []) => kreide.server.test.database.pool.query(sql, values);
const idOf = async (name: string): Promise<number> =>
  (await run('select id from users where username = $1', [name])).rows[0].id;

/** The text of each printed page. */
async function printed(page: Page): Promise<string[]> {
  const bytes = new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: false });
  return text.map((one) => one.replace(/\s+/g, ' '));
}

/** The path of a link for somebody, as a mail has it. */
async function linkFor(name: string, newsId: number): Promise<string> {
  const token = createToken();
  await run(
    `insert into news_mails (school_id, news_id, user_id, token_hash, mail_uuid, created_at, expires_at)
      values ($1, $2, $3, $4, gen_random_uuid(), now(), '2027-01-01')`,
    [kreide.school.id, newsId, await idOf(name), hashToken(token)],
  );
  return `/confirm-news/${token}`;
}

it('the link of a mail leads to a page that confirms by its button, signed out and without a script [D-6.04]', async () => {
  const item = await create('tess', { title: 'Wandertag', ...CONFIRMABLE });
  const link = await linkFor('paul', item.id);
  const count = async () => (await run('select 1 from news_confirmations')).rowCount;
  await using app = await kreide.open({});
  const { page } = app;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(link);
      await page.getByRole('heading', { name: 'Wandertag' }).waitFor();
      await page.getByText('tess of 1 hat dir etwas mitgeteilt').waitFor();
      expect(await page.getByRole('button').allTextContents()).toEqual(['Ich habe es gelesen']);
      await expectAccessible(page, `${colorScheme} ${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  // A browser opened it four times.
  expect(await count()).toBe(0);
  await using plain = await kreide.open({ javaScriptEnabled: false });
  await plain.page.goto(link);
  await plain.page.getByRole('button').click();
  await plain.page.getByText('Danke, das ist bestätigt.').waitFor();
  expect(await count()).toBe(1);
  await page.reload();
  await page.getByText(/Schon bestätigt: /).waitFor();
  await page.goto('/confirm-news/falsch');
  await page.getByRole('heading', { name: 'Dieser Link bestätigt nichts' }).waitFor();
  await expectAccessible(page);
  expect(app.problems.filter((text) => !text.includes('404'))).toEqual([]);
});

it('who is not reached stands on a list by classes and gets a slip, which is entered when it comes back [D-6.04] [C-2.111]', async () => {
  const { kysely } = kreide.server.test.database;
  const school_id = kreide.school.id;
  await run('delete from sessions where user_id = $1', [await idOf('paul')]);
  const family = async (grade: string, child: string, parent: string) => {
    const { id: grade_id } = await kysely
      .insertInto('grades')
      .values({ school_id, shortcut: grade, name: grade, source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: user_id } = await buildUser(kysely, school_id, child, 'STUDENT');
    const { id: parent_id } = await buildUser(kysely, school_id, parent, 'PARENT');
    await kysely.insertInto('user_parents').values({ school_id, user_id, parent_id }).execute();
    await kysely
      .insertInto('grade_memberships')
      .values({ school_id, user_id, grade_id, begins_at: '2026-08-01' })
      .execute();
  };
  await family('10a', 'kim', 'karla');
  await family('5b', 'lou', 'ludwig');
  const item = await create('tess', { title: 'Wandertag', ...CONFIRMABLE });
  await using app = await kreide.open({ username: 'tess' });
  const { page } = app;
  await page.goto(`/news/${item.id}`);
  await page.getByRole('button', { name: 'Wer hat bestätigt?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wer hat bestätigt?' });
  await dialog.getByRole('tab', { name: 'Nicht erreicht' }).click();
  await dialog.getByText('ludwig').waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `dialog ${width}`);
  }
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Als CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^amsel-2026-11-18-news-\d+\.csv$/);
  await dialog.getByRole('link', { name: 'Liste und Zettel zum Drucken' }).click();
  await page.waitForURL(`**/news/${item.id}/unreached`);
  await page.getByRole('heading', { name: 'Klasse 5b' }).waitFor();
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Klasse 5b',
    'Klasse 10a',
    'Ohne Klasse',
  ]);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      // Colours fade from one scheme to the other.
      await page.reload();
      await page.getByRole('heading', { name: 'Klasse 5b' }).waitFor();
      await expectAccessible(page, `${colorScheme} ${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Liste drucken' }).click();
  const list = await printed(page);
  expect(list).toHaveLength(3);
  expect(list[0]).toMatch(/Klasse 5b.*Wandertag.*lou of 1 lou of 1.*Nicht angemeldet.*ludwig of 1 lou of 1/);
  expect(list[0]).not.toContain('karla');
  expect(list[1]).toMatch(/Klasse 10a.*karla of 1 kim of 1/);
  await page.getByRole('button', { name: 'Zettel drucken' }).click();
  const slips = await printed(page);
  expect(slips).toHaveLength(await page.getByRole('listitem').filter({ hasText: 'Nicht angemeldet' }).count());
  const slip = slips.find((text) => text.includes('ludwig of 1 (Für lou of 1, 5b)'));
  expect(slip).toMatch(
    /School amsel.*tess of 1.*Wandertag.*Wir gehen an die Elbe\..*Ich habe das gelesen\..*Unterschrift/,
  );

  await page.goto(`/news/${item.id}`);
  await page.getByRole('button', { name: 'Wer hat bestätigt?' }).click();
  await dialog.getByRole('tab', { name: 'Nicht erreicht' }).click();
  await dialog.getByRole('button', { name: 'Zettel eintragen: ludwig of 1' }).click();
  await page.getByText('Zettel von ludwig of 1 ist eingetragen.').waitFor();
  await dialog.getByText('ludwig').waitFor({ state: 'detached' });
  await dialog.getByRole('tab', { name: 'Bestätigt' }).click();
  await dialog.getByText(/Auf Papier/).waitFor();
  await dialog.getByRole('button', { name: 'Zurücknehmen: ludwig of 1' }).click();
  await dialog.getByText('Hier steht zurzeit niemand.').waitFor();
  expect(app.problems).toEqual([]);
});

it('the last step says who is notified, and with the switch off that nobody is [C-7.123] [C-2.25]', async () => {
  await using app = await kreide.open({ username: 'tess' });
  const { page } = app;
  await page.goto('/news/create');
  await chooseReceivers(page);
  await write(page, 'Wandertag', 'Bitte lesen');
  await toPreview(page);
  await page.getByText(/^Bis zu \d+ Personen bekommen eine Mitteilung/).waitFor();
  await expectAccessible(page);
  await page.getByText('Empfänger benachrichtigen').click();
  await page.getByText('Niemand bekommt eine Mitteilung auf das Gerät.').waitFor();
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await expect.poll(async () => (await run('select is_notifiable from news')).rows).toEqual([{ is_notifiable: false }]);
  expect(
    (await run("select 1 from messages join news on news.id = target_id where target_type = 'news'")).rowCount,
  ).toBe(0);
  expect(app.problems).toEqual([]);
});

it('a school lets its readers report news and block who wrote it; both are offered to others only [C-6.36] [C-6.37] [P-3.29]', async () => {
  await create('tess', { title: 'Wandertag' });
  await using reader = await kreide.open({ username: 'paul' });
  await reader.page.goto('/news');
  await card(reader.page, 'Wandertag').waitFor();
  const menu = (page: Page) => card(page, 'Wandertag').getByRole('button', { name: /^Aktionen/ });
  expect(await menu(reader.page).count()).toBe(0);

  await using admin = await kreide.open({ username: 'carla' });
  await admin.page.goto('/more/administration');
  await admin.page.locator('a[href$="/school-data/channels"]').click();
  await admin.page.getByText('Inhalte lassen sich melden').click();
  await admin.page.getByText('Gespeichert.').waitFor();
  await expectAccessible(admin.page);

  await using author = await kreide.open({ username: 'tess' });
  await author.page.goto('/news');
  await menu(author.page).click();
  await expect.poll(() => author.page.getByRole('menuitem').allTextContents()).toEqual(['Bearbeiten', 'Löschen']);

  await reader.page.reload();
  await menu(reader.page).click();
  const offered = ['Inhalt melden', 'Person sperren'];
  await expect.poll(() => reader.page.getByRole('menuitem').allTextContents()).toEqual(offered);
  await reader.page.getByRole('menuitem', { name: 'Inhalt melden' }).click();
  const dialog = reader.page.getByRole('dialog', { name: 'Inhalt melden' });
  await dialog.getByRole('button', { name: 'Melden' }).click();
  await dialog.getByText('Bitte ausfüllen.').waitFor();
  await expectAccessible(reader.page);
  await dialog.getByRole('textbox').fill('Das stimmt nicht.');
  await dialog.getByRole('button', { name: 'Melden' }).click();
  await reader.page.getByText('Danke, die Verwaltung weiß Bescheid.').waitFor();
  await menu(reader.page).click();
  await reader.page.getByRole('menuitem', { name: 'Person sperren' }).click();
  const asking = reader.page.getByRole('alertdialog', { name: 'tess of 1 sperren?' });
  await asking.getByRole('button', { name: 'Person sperren' }).click();
  await asking.getByText('Dieses Konto darf niemanden sperren.').waitFor();
  await expectAccessible(reader.page);

  await admin.page.goto('/notification-centre');
  await admin.page.getByText('Diese Neuigkeit wurde gemeldet:').first().waitFor();
  await admin.page.goto('/news');
  await menu(admin.page).click();
  await admin.page.getByRole('menuitem', { name: 'Person sperren' }).click();
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Person sperren' }).click();
  await admin.page.getByText('tess of 1 ist gesperrt.').waitFor();
  expect((await run("select 1 from users where username = 'tess' and deleted_at is not null")).rowCount).toBe(1);
});
