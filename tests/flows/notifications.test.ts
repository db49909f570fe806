// features: notifications

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { jobsDone, notify, type TestNotification } from '../support/notifications.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  // What the plan of the school told is not what these flows are about.
  await jobsDone(server);
  await server.test.database.pool.query('delete from messages');
  return school;
});
const PHONE = { viewport: { width: 390, height: 844 } };

async function idOf(username: string): Promise<number> {
  const { id } = await kreide.server.test.database.kysely
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', kreide.school.id)
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return id;
}
const notified = async (username: string, what?: TestNotification) =>
  notify(kreide.server, kreide.school.id, await idOf(username), what);
const isRead = async (uuid: string) =>
  (
    await kreide.server.test.database.kysely
      .selectFrom('messages')
      .select('is_read')
      .where('uuid', '=', uuid)
      .executeTakeFirst()
  )?.is_read;
const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Benachrichtigungen/ });
const item = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

describe('the bell', () => {
  it('counts what is unread, opens a panel, and shows what is read and what is not [C-2.68] [C-2.96] [C-2.97] [C-2.98] [C-4.39]', async () => {
    await notified('ada', { title: 'Mathe fällt aus' });
    await notified('ada', { title: 'Sport in Raum 3' });
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto('/more');
    const bell = bellOf(page);
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Benachrichtigungen, ungelesen: 2');
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Benachrichtigungen' });
    await panel.waitFor();
    expect(new URL(page.url()).pathname).toBe('/more');
    await item(page, 'Mathe').getByText('Ungelesen', { exact: true }).waitFor();
    await expectAccessible(page, 'panel of notifications');
    await item(page, 'Mathe').getByRole('button', { name: 'Als gelesen markieren' }).click();
    await item(page, 'Mathe').getByRole('button', { name: 'Als ungelesen markieren' }).waitFor();
    expect(await item(page, 'Mathe').getByText('Ungelesen', { exact: true }).count()).toBe(0);
    await panel.getByText('Nur ungelesene').click();
    await item(page, 'Mathe').waitFor({ state: 'detached' });
    await item(page, 'Sport').waitFor();
    await panel.getByText('Nur ungelesene').click();
    await item(page, 'Mathe').getByRole('button', { name: 'Als ungelesen markieren' }).click();
    await item(page, 'Mathe').getByText('Ungelesen', { exact: true }).waitFor();
    await panel.getByText('Keine weiteren Benachrichtigungen').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => bell.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(app.problems).toEqual([]);
  });

  it('follows what happens on another device, without a reload [C-7.115] [P-7.104]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    await using other = await kreide.open({ username: 'ben' });
    // The second sign-in was told as one on a new device.
    await kreide.server.test.database.pool.query('delete from messages');
    await notified('ben');
    await Promise.all([app.page.goto('/more'), other.page.goto('/more')]);
    for (const { page } of [app, other])
      await expect.poll(() => bellOf(page).getAttribute('aria-label')).toMatch(/: 1$/);
    await bellOf(app.page).click();
    await item(app.page, 'Mathe').getByRole('button', { name: 'Als gelesen markieren' }).click();
    await expect
      .poll(() => bellOf(other.page).getAttribute('aria-label'), { timeout: 10_000 })
      .toBe('Benachrichtigungen');
  });

  it('is not needed to see what happens now: it stands above the page for a moment, only once [P-9.19] [C-9.32]', async () => {
    await using app = await kreide.open({ username: 'parent' });
    const { page } = app;
    // Both come once, in either order.
    const isReady = Promise.all([page.waitForEvent('websocket'), page.waitForResponse(/activity-summary/)]);
    await page.goto('/more');
    await isReady;
    const toast = page.getByRole('region', { name: 'Mitteilungen der App' }).getByText(/Anmeldung/);
    await using other = await kreide.open({ username: 'parent', isTold: true });
    await toast.waitFor();
    await expect.poll(() => bellOf(page).getAttribute('aria-label')).toMatch(/: \d$/);
    await toast.waitFor({ state: 'detached' });
    // What was seen elsewhere and is marked as unread again is no news.
    await other.page.goto('/notification-centre');
    await item(other.page, 'Anmeldung').getByRole('button', { name: 'Als gelesen markieren' }).click();
    await expect.poll(() => bellOf(page).getAttribute('aria-label')).toBe('Benachrichtigungen');
    await item(other.page, 'Anmeldung').getByRole('button', { name: 'Als ungelesen markieren' }).click();
    await expect.poll(() => bellOf(page).getAttribute('aria-label')).toMatch(/: 1$/);
    expect(await toast.count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('is there only for those who may see calendars [C-2.69] [C-6.08]', async () => {
    const { kysely } = kreide.server.test.database;
    const override = { school_id: kreide.school.id, user_id: await idOf('office'), permission: 'view-calendars' };
    await kysely
      .insertInto('user_permissions')
      .values({ ...override, is_allowed: false })
      .execute();
    await using app = await kreide.open({ username: 'office' });
    await app.page.goto('/more');
    await app.page.getByText('Sprache und Anzeige').waitFor();
    expect(await bellOf(app.page).count()).toBe(0);
  });
});

describe('the notification centre', () => {
  it('is a page on a phone, with its own words for nothing at all and nothing unread [C-2.36] [P-2.35] [C-2.96] [C-2.99] [C-2.100]', async () => {
    await using app = await kreide.open({ username: 'alone', ...PHONE });
    const { page } = app;
    await page.goto('/more');
    await bellOf(page).click();
    await page.waitForURL('**/notification-centre');
    await page.getByRole('heading', { name: 'Noch keine Benachrichtigungen' }).waitFor();
    await page.getByText('Wenn sich eine deiner Stunden ändert, steht es hier.').waitFor();
    await page.getByText('Nur ungelesene').click();
    await page.getByRole('heading', { name: 'Alles gelesen' }).waitFor();
    await page.getByText('Ohne den Filter siehst du auch').waitFor();
    await expectAccessible(page, 'notification centre');
    expect(app.problems).toEqual([]);
  });

  it('loads older ones page by page and says when there are no more; the channel is asked for first [C-7.106] [C-7.108] [C-2.101]', async () => {
    for (let at = 1; at <= 23; at += 1) await notified('teacher', { title: `Nummer ${at}.` });
    await using app = await kreide.open({ username: 'teacher', ...PHONE });
    const { page } = app;
    const asked: string[] = [];
    page.on('request', (request) => {
      const found = /\/channels\/(personal-channel|chats\/\d+\/messages)/.exec(request.url());
      if (found?.[1]) asked.push(found[1].replace(/\d+/, 'n'));
    });
    await page.goto('/notification-centre');
    await item(page, 'Nummer 23.').waitFor();
    expect(await page.getByRole('article').count()).toBe(20);
    expect(asked.slice(0, 2)).toEqual(['personal-channel', 'chats/n/messages']);
    expect(await page.getByText('Keine weiteren Benachrichtigungen').count()).toBe(0);
    await page.getByRole('article').last().scrollIntoViewIfNeeded();
    await item(page, 'Nummer 1.').waitFor();
    await page.getByText('Keine weiteren Benachrichtigungen').waitFor();
    expect(await page.getByRole('article').count()).toBe(23);
  });
});

describe('a notification', () => {
  it('that is pressed goes where it leads, closes the panel and is read [C-4.40] [C-4.42] [C-2.48]', async () => {
    const uuid = await notified('ada', {
      title: 'Nachricht',
      actions: [{ type: 'LINK_INTERNAL', action: '/channels' }],
    });
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto('/more');
    await bellOf(page).click();
    await item(page, 'Nachricht').getByRole('link').click();
    await page.waitForURL('**/channels');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => isRead(uuid)).toBe(true);
  });

  it('that leads outside opens another tab, and the page stays [C-4.43]', async () => {
    await notified('ada', {
      title: 'Draußen',
      actions: [{ type: 'LINK_EXTERNAL', action: `${kreide.server.url}/outside` }],
    });
    await using app = await kreide.open({ username: 'ada' });
    const { page, context } = app;
    await page.goto('/more');
    await bellOf(page).click();
    const opening = context.waitForEvent('page');
    await item(page, 'Draußen').getByRole('link').click();
    expect((await opening).url()).toContain('/outside');
    expect(new URL(page.url()).pathname).toBe('/more');
    await item(page, 'Draußen').getByRole('button', { name: 'Als ungelesen markieren' }).waitFor();
  });
});

describe('the settings', () => {
  it('show a preview, keep quiet hours and kinds, and lead to a pause and to help [P-2.67] [P-2.68] [P-2.69] [C-5.10] [C-5.11]', async () => {
    await using app = await kreide.open({ username: 'new' });
    const { page } = app;
    await page.goto('/more');
    await bellOf(page).click();
    await page.locator('a[href$="/notifications"]').filter({ hasText: 'Einstellungen' }).click();
    await page.waitForURL('**/settings/*/notifications');
    await page.getByText('So sieht eine Mitteilung aus').waitFor();
    await page.getByText('Eine deiner Stunden hat sich geändert.').waitFor();
    await page.getByText('Eigene', { exact: true }).click();
    const begin = page.getByRole('group', { name: 'Beginn' });
    // The hour has two digits.
    for (const key of ['Backspace', 'Backspace']) await begin.getByRole('spinbutton').first().press(key);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Bitte auch den Beginn angeben.').waitFor();
    await begin.getByRole('spinbutton').first().pressSequentially('2100');
    await page.getByText('Bitte auch den Beginn angeben.').waitFor({ state: 'detached' });
    const hour = begin.getByRole('spinbutton').first();
    expect(await hour.getAttribute('aria-required')).toBe('true');
    expect([await hour.getAttribute('aria-valuemin'), await hour.getAttribute('aria-valuemax')]).toEqual(['0', '23']);
    await page.getByText('Auch am ganzen Wochenende').click();
    await page.getByText('Geänderte Stunden').click();
    await expectAccessible(page, 'settings of notifications');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gespeichert', { exact: true }).waitFor();
    await page.goto('/settings/self/notifications/preview');
    await expect.poll(() => page.getByRole('checkbox', { name: 'Geänderte Stunden' }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: 'Auch am ganzen Wochenende' }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Mitteilungen pausieren' }).click();
    await page.waitForURL('**/notifications/mute');
    await page.getByRole('button', { name: 'Acht Stunden' }).click();
    await page.getByText('Pausiert bis 18.11.2026, 18:10').waitFor();
    await page.getByRole('button', { name: 'Pause beenden' }).click();
    await page.getByText('Solange klingelt nichts').waitFor();
    for (const path of ['/notifications/help-push', '/settings/self/notifications/help-push']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Noch kein Gerät ist angemeldet' }).waitFor();
    }
    await page.goto('/settings/self/notifications/mute');
    await page.getByRole('button', { name: 'Eine Stunde' }).waitFor();
    await expectAccessible(page, 'pause of notifications');
    expect(app.problems).toEqual([]);
  });
});
