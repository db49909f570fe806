// features: chat

import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { addParents, writeMessage } from '../support/chats.ts';
import { openListening } from '../support/listening.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../support/people.ts';
import { TEST_NOW } from '../support/server.ts';

const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    for (const name of ['ada', 'ben']) {
      people[name] = await buildUser(db, school.id, name, 'TEACHER');
      tokens[name] = await signIn(server, 'amsel', name);
    }
    return school;
  },
  { isPrompt: true },
);
let channel: BuiltChannel;
const db = () => kreide.server.test.database.kysely;
const idOf = (name: string) => people[name]?.id ?? 0;

beforeEach(async () => {
  channel = await buildChannel(db(), kreide.school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
});

const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' });
const unreadOf = async (name: string) =>
  (await kreide.server.request('GET', `/v1/channels/chats/${channel.chat_id}`, { token: tokens[name] })).body.data
    .last_unread_count;
const stored = async () =>
  (
    await db().selectFrom('messages').select('content').where('chat_id', '=', channel.chat_id).orderBy('seq').execute()
  ).map(({ content }) => content);

async function openChat(page: Page) {
  await openListening(page, `/channels/${channel.id}/chat`);
  await field(page).waitFor();
}

async function choose(page: Page, text: string, action: string) {
  await log(page)
    .getByRole('article')
    .filter({ hasText: text })
    .first()
    .getByRole('button', { name: /^Aktionen/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

it.each([
  [
    1280,
    ['In diesem Chat suchen', 'Zu einem Tag springen', 'Mitglieder', 'Konferenz starten', 'Aktionen für den Chat'],
  ],
  [390, ['Aktionen für den Chat']],
])('at %i px the tools of a chat stand in the header, beside its name', async (width, wanted) => {
  await using app = await kreide.open({ username: 'ben', viewport: { width, height: 844 } });
  const { page } = app;
  await openChat(page);
  const head = page.getByRole('banner');
  const names = ['In diesem Chat suchen', 'Zu einem Tag springen', 'Mitglieder', 'Konferenz starten'];
  const all = [...names, 'Aktionen für den Chat'];
  const seenIn = async (part: Page | ReturnType<Page['getByRole']>) => {
    const counted = await Promise.all(all.map((name) => part.getByRole('button', { name, exact: true }).count()));
    return all.filter((_, at) => counted[at] === 1);
  };
  await expect.poll(() => seenIn(head)).toEqual(wanted);
  expect(await seenIn(page.getByRole('main'))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await head.getByRole('button', { name: 'Aktionen für den Chat' }).click();
  await page.getByRole('menuitem', { name: 'Mitglieder' }).waitFor();
  if (width === 390) {
    await page.getByRole('menuitem', { name: 'In diesem Chat suchen' }).click();
    await page.getByRole('searchbox', { name: 'Suche' }).waitFor();
    return;
  }
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await head.getByRole('button', { name: 'Mitglieder' }).click();
  await page.waitForURL(/\/edit\/members$/);
  // What belongs to the chat goes with it.
  await expect.poll(() => seenIn(head)).toEqual([]);
});

describe('two people in a chat', () => {
  it('read what the other writes, changes and takes back; the number of unread ones goes with reading [C-1.03] [C-2.06] [C-4.14] [C-4.17] [D-6.12]', async () => {
    await writeMessage(db(), kreide.school.id, channel, idOf('ada'), 'Guten Morgen');
    expect(await unreadOf('ben')).toBe(1);
    await using one = await kreide.open({ username: 'ada' });
    await using other = await kreide.open({ username: 'ben' });
    await openChat(one.page);
    await openChat(other.page);
    await log(other.page).getByText('Guten Morgen').waitFor();
    await log(other.page).getByText('Neue Nachrichten').waitFor();
    await other.page.bringToFront();
    await expect.poll(() => unreadOf('ben')).toBe(0);

    await field(one.page).fill('Wer <b>kommt</b> mit?');
    await one.page.getByRole('button', { name: 'An 1 Person senden' }).click();
    await log(other.page).getByText('Wer <b>kommt</b> mit?').waitFor();
    expect(await field(one.page).inputValue()).toBe('');

    await choose(one.page, 'kommt', 'Ändern');
    await field(one.page).fill('Wer kommt morgen mit?');
    await one.page.getByRole('button', { name: 'Änderung speichern' }).click();
    await log(other.page).getByText('Wer kommt morgen mit?').waitFor();
    await log(other.page).getByText('geändert').waitFor();

    await choose(other.page, 'kommt morgen', 'Antworten');
    await field(other.page).fill('Ich!');
    await other.page.keyboard.press('Enter');
    await log(one.page).getByText('Ich!').waitFor();
    await expectAccessible(one.page);

    await choose(one.page, 'Wer kommt morgen mit?', 'Zurücknehmen');
    await one.page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
    await log(other.page).getByText('hat diese Nachricht zurückgenommen').waitFor();
    await log(other.page).getByText('Zurückgenommene Nachricht').waitFor();
    expect(await log(other.page).getByText('kommt morgen').count()).toBe(0);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  it('knock, wait a minute for the next time, and an administrator clears the chat for both [C-4.22] [C-7.50] [C-7.18]', async () => {
    await writeMessage(db(), kreide.school.id, channel, idOf('ben'), 'Guten Morgen');
    await using one = await kreide.open({ username: 'ada' });
    await using other = await kreide.open({ username: 'ben' });
    await openChat(one.page);
    await openChat(other.page);
    const act = async (page: Page, action: string) => {
      await page.getByRole('button', { name: 'Aktionen für den Chat' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act(one.page, 'Anklopfen');
    await log(other.page).getByText('klopft an').waitFor();
    await act(one.page, 'Anklopfen');
    await one.page.getByText('Bitte warte eine Minute.', { exact: false }).waitFor();
    await other.page.getByRole('button', { name: 'Aktionen für den Chat' }).click();
    expect(await other.page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Anklopfen',
      'Konferenz starten',
      'Zu einem Tag springen',
      'Mitglieder',
    ]);
    await other.page.keyboard.press('Escape');
    await act(one.page, 'Chat leeren');
    await expectAccessible(one.page);
    await one.page.getByRole('alertdialog').getByRole('button', { name: 'Chat leeren' }).click();
    for (const { page } of [one, other]) await log(page).getByText('Guten Morgen').waitFor({ state: 'detached' });
  });

  it('stay in sight when what is new cannot be fetched, without a word; readers that cannot be fetched can be asked for again [C-8.03]', async () => {
    await writeMessage(db(), kreide.school.id, channel, idOf('ada'), 'Guten Morgen');
    await using one = await kreide.open({ username: 'ada' });
    await using other = await kreide.open({ username: 'ben' });
    await openChat(one.page);
    await openChat(other.page);
    const { page } = one;
    let refused = 0;
    const refuse = (route: Route) => {
      refused += 1;
      return route.fulfill({
        status: 500,
        json: { error: { code: 'internal', message: 'Oje' }, meta: { errors: ['Oje'] } },
      });
    };
    await page.route('**/messages?after_change=*', refuse);
    await field(other.page).fill('Erstens');
    await other.page.keyboard.press('Enter');
    await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(0);
    await log(page).getByText('Guten Morgen').waitFor();
    expect(await log(page).getByText('Erstens').count()).toBe(0);
    expect(await page.getByText('Oje').count()).toBe(0);
    expect(await page.getByText('Der Chat konnte nicht geladen werden').count()).toBe(0);
    await page.unroute('**/messages?after_change=*');
    await field(other.page).fill('Zweitens');
    await other.page.keyboard.press('Enter');
    await log(page).getByText('Zweitens').waitFor();
    expect(await log(page).getByText('Erstens').count()).toBe(1);

    await page.route('**/readers?*', refuse);
    await choose(page, 'Guten Morgen', 'Wer hat sie gelesen?');
    const dialog = page.getByRole('dialog', { name: 'Gelesen von' });
    await dialog.getByText('Die Liste konnte nicht geladen werden').waitFor();
    expect(await dialog.getByRole('list').count()).toBe(0);
    expect(await page.getByText('Oje').count()).toBe(0);
    await page.unroute('**/readers?*');
    await dialog.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await dialog.getByText('ben').waitFor();
  });

  it('that cannot be taken back stay, and their author is told [C-8.04]', async () => {
    await writeMessage(db(), kreide.school.id, channel, idOf('ada'), 'Guten Morgen');
    await using one = await kreide.open({ username: 'ada' });
    const { page } = one;
    await openChat(page);
    for (const answer of ['internal', null]) {
      await page.route('**/messages/*', (route) => {
        if (route.request().method() !== 'DELETE') return route.continue();
        if (answer === null) return route.abort('internetdisconnected');
        return route.fulfill({ status: 500, json: { error: { code: answer, message: 'Oje' }, meta: {} } });
      });
      await choose(page, 'Guten Morgen', 'Zurücknehmen');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
      const toast = page.getByText('Die Nachricht konnte nicht zurückgenommen werden.', { exact: false });
      await toast.waitFor();
      expect(await page.getByText(/Server ist nicht zu erreichen|Oje/).count()).toBe(0);
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await log(page).getByText('Guten Morgen').waitFor();
      await page
        .getByRole('region', { name: 'Mitteilungen der App' })
        .getByRole('button', { name: 'Schließen' })
        .click();
      await toast.waitFor({ state: 'detached' });
      await page.unroute('**/messages/*');
    }
    await choose(page, 'Guten Morgen', 'Zurücknehmen');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
    await log(page).getByText('Du hast diese Nachricht zurückgenommen.').waitFor();
  });

  it('lose nothing without a connection: what was written goes once and in order, a text that was begun stays [D-6.07] [C-4.18] [C-7.119]', async () => {
    await using one = await kreide.open({ username: 'ada', isFirstVisit: true });
    await using other = await kreide.open({ username: 'ben' });
    await openChat(other.page);
    await openChat(one.page);
    await one.context.setOffline(true);
    for (const text of ['Erstens', 'Zweitens']) {
      await field(one.page).fill(text);
      await one.page.keyboard.press('Enter');
    }
    await expect.poll(() => log(one.page).getByText('Wartet auf die Verbindung').count()).toBe(2);
    await writeMessage(db(), kreide.school.id, channel, idOf('ben'), 'Inzwischen');
    await one.context.setOffline(false);
    await expect.poll(stored, { timeout: 20_000 }).toEqual(['Inzwischen', 'Erstens', 'Zweitens']);
    await log(one.page).getByText('Inzwischen').waitFor();
    await log(other.page).getByText('Zweitens').waitFor();
    await expect.poll(() => log(one.page).getByText('Wartet auf die Verbindung').count()).toBe(0);
    expect(await log(one.page).getByText('Erstens').count()).toBe(1);

    await field(one.page).fill('Noch nicht fertig');
    await one.page.reload();
    await expect.poll(() => field(one.page).inputValue()).toBe('Noch nicht fertig');
  });
});

describe('a chat', () => {
  it('that cannot be read shows its author what they write, sends it once, and says limits as they are written [C-4.18]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.route('**/v1/channels/chats/*/messages*', (route) => route.abort('internetdisconnected'));
    await openChat(page);
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).waitFor();
    await field(page).fill('Hört ihr mich?');
    await page.keyboard.press('Enter');
    await log(page).getByText('Hört ihr mich?').waitFor();
    await log(page).getByText('Wartet auf die Verbindung').waitFor();
    expect(await stored()).toEqual([]);
    await field(page).fill('a'.repeat(10_001));
    await page.getByText('Die Nachricht hat höchstens 10.000 Zeichen.').waitFor();
    await page.unroute('**/v1/channels/chats/*/messages*');
    await field(page).fill('');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await log(page).getByText('Wartet auf die Verbindung').waitFor({ state: 'detached', timeout: 20_000 });
    await expect.poll(stored, { timeout: 20_000 }).toEqual(['Hört ihr mich?']);
  });

  it('keeps the button that sends in sight on a phone, also below the note that there is no network', async () => {
    await using app = await kreide.open({ username: 'ada', viewport: { width: 390, height: 844 }, isFirstVisit: true });
    const { page, context } = app;
    await openChat(page);
    await field(page).fill('Gleich');
    await context.setOffline(true);
    await page.getByText('Offline.', { exact: false }).waitFor();
    const isInSight = () =>
      page.getByRole('button', { name: 'An 1 Person senden' }).evaluate((button) => {
        const { left, right, bottom } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
      });
    await page.getByRole('button', { name: 'An 1 Person senden' }).click();
    await log(page).getByText('Wartet auf die Verbindung').waitFor();
    await field(page).fill('Danach');
    // The header goes when one scrolls down, and comes back upwards.
    for (const by of [0, 60, 400, -10, -400]) {
      await page.mouse.move(195, 30);
      await page.mouse.wheel(0, by);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await expect.poll(isInSight).toBe(true);
    }
  });

  it('says why nobody writes, and keeps what the server refuses with the reason [C-4.02] [C-4.09] [C-4.19] [C-8.01]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await openChat(page);
    await db().updateTable('channels').set({ is_twoway: false }).where('id', '=', channel.id).execute();
    await field(page).fill('Darf ich?');
    await page.keyboard.press('Enter');
    await log(page).getByText('In diesem Kanal schreiben nur die Verwalter.').waitFor();
    await log(page).getByText('Darf ich?').waitFor();
    // Also for those who have gone elsewhere meanwhile, and come back.
    await page.goto('/channels');
    await page.getByText('1 Änderung wurde nicht gesendet', { exact: false }).waitFor();
    await page.goto(`/channels/${channel.id}/chat`);
    await log(page).getByText('In diesem Kanal schreiben nur die Verwalter.').waitFor();
    await log(page).getByText('Darf ich?').waitFor();
    await db().updateTable('channels').set({ is_twoway: true }).where('id', '=', channel.id).execute();
    await log(page).getByRole('button', { name: 'Noch einmal senden' }).click();
    await expect.poll(stored).toEqual(['Darf ich?']);
    await expect.poll(() => log(page).getByText('Nicht gesendet').count()).toBe(0);
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', channel.id).execute();
    await page.reload();
    await page.getByText('Dieser Kanal ist geschlossen', { exact: false }).waitFor();
    expect(await field(page).count()).toBe(0);
    await page.goto('/channels/999999');
    await page.getByText('Diesen Chat gibt es für dich nicht').waitFor();
  });

  it('says until when is answered, and has no composer after it, also on a page that slept over it [C-4.09]', async () => {
    const end = '2026-11-18T09:30:00.000Z';
    await db().updateTable('channels').set({ twoway_expires_at: end }).where('id', '=', channel.id).execute();
    await using app = await kreide.open({ drivesClock: true, username: 'ben' });
    const { page } = app;
    await openChat(page);
    await page.getByText('Antworten bis 18.11.2026, 10:30').waitFor();
    kreide.server.clock.set(new Date(end));
    await page.clock.setFixedTime(end);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('Antworten waren bis 18.11.2026, 10:30 möglich.').waitFor();
    await page.getByText('In diesem Kanal schreiben nur die Verwalter.').waitFor();
    expect(await field(page).count()).toBe(0);
    kreide.server.clock.set(new Date(TEST_NOW));
  });

  it('asks before it sends to very many people, whose number the button says [D-6.12]', async () => {
    await addParents(kreide.server, kreide.school.id, channel, 120);
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await openChat(page);
    await field(page).fill('An alle');
    await page.getByRole('button', { name: 'An 121 Personen senden' }).click();
    const question = page.getByRole('alertdialog', { name: 'An 121 Personen senden?' });
    await question.waitFor();
    expect(await stored()).toEqual([]);
    await question.getByRole('button', { name: 'An 121 Personen senden' }).click();
    await expect.poll(stored).toEqual(['An alle']);
  });

  it('follows its end from the first message on, on a page that was opened when it was empty [C-2.06]', async () => {
    await using one = await kreide.open({ username: 'ada' });
    await using other = await kreide.open({ username: 'ben' });
    await openChat(one.page);
    await openChat(other.page);
    await one.page.getByText('Noch keine Nachrichten').waitFor();
    for (const word of ['Erstens', 'Zweitens']) {
      await field(other.page).fill(`${word}${'\n·'.repeat(60)}`);
      await other.page.getByRole('button', { name: 'An 1 Person senden' }).click();
      for (const { page } of [one, other]) {
        await log(page).getByText(word).waitFor();
        await expect
          .poll(() =>
            log(page).evaluate((e) => [e.scrollHeight > 800, e.scrollHeight - e.scrollTop - e.clientHeight < 80]),
          )
          .toEqual([true, true]);
      }
    }
  });

  it('stays where one reads while older messages come [C-2.06]', async () => {
    for (let n = 1; n <= 70; n++) await writeMessage(db(), kreide.school.id, channel, idOf('ben'), `Nachricht ${n}.`);
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await openChat(page);
    await log(page).getByText('Nachricht 70.').waitFor();
    await expect.poll(() => log(page).getByText('Nachricht 70.').isVisible()).toBe(true);
    await log(page).evaluate((element) => {
      element.scrollTop = 0;
    });
    await log(page).getByText('Nachricht 41.').waitFor();
    await expect.poll(() => log(page).getByText('Nachricht 11.').count()).toBe(1);
    const seen = await log(page).evaluate((element) => element.scrollTop);
    expect(seen).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Zum Ende' }).click();
    await expect.poll(() => log(page).evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight)).toBeLessThan(80);
  });
});
