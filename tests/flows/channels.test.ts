// features: channels

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { dateIn, datePicker, fillDate } from '../support/date-picker.ts';
import { visit } from '../support/go-inside.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const [name, role] of [
    ['tess', 'TEACHER'],
    ['toni', 'TEACHER'],
    ['carla', 'ADMIN'],
    ['paul', 'STUDENT'],
  ] as const)
    people[name] = await buildUser(db, school.id, name, role);
  // Most of this is about the channels that people make.
  await db.updateTable('channel_members').set({ left_at: new Date().toISOString() }).execute();
  return school;
});
const idOf = (name: string) => people[name]?.id ?? 0;
const db = () => kreide.server.test.database.kysely;

describe('channels', () => {
  it('are made in three steps, whose draft outlasts a reload, and appear with those who are in them [C-2.01] [C-2.07] [C-2.09] [C-2.10] [C-2.11] [C-2.66]', async () => {
    await using reader = await kreide.open({ username: 'toni' });
    await reader.page.goto('/channels');
    await reader.page.getByRole('heading', { name: 'Noch keine Kanäle' }).waitFor();
    await expectAccessible(reader.page);
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/channels/create/finish');
    await page.waitForURL('**/channels/create/start');
    await visit(page, '/channels');
    await page.getByRole('button', { name: 'Neuer Kanal oder Chat' }).click();
    await page.getByRole('link', { name: /Kanal anlegen/ }).click();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText('Bitte einen Namen eingeben.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name').fill('Schulchor');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.waitForURL('**/channels/create/users');
    // The row as a whole, not its button alone.
    await page
      .getByRole('listitem')
      .filter({ hasText: 'toni' })
      .click({ position: { x: 12, y: 12 } });
    await page.getByText('1 Person ausgewählt').waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText('1 Person ausgewählt').waitFor();
    await page.getByRole('link', { name: /^Name/ }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Schulchor');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('link', { name: 'Weiter' }).click();
    await page.getByRole('heading', { name: 'Schulchor' }).waitFor();
    await page.locator('h2:focus', { hasText: 'Schritt 3 von 3: Prüfen' }).waitFor();
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.waitForURL(/\/channels\/\d+$/);
    await reader.page.getByRole('link', { name: /Schulchor/ }).waitFor();
    expect(reader.problems).toEqual([]);
  });

  it('are pinned, muted, marked as unread and put into the archive by their menu [C-4.03] [C-4.05] [C-4.06] [C-4.07] [C-2.02]', async () => {
    const members = [idOf('carla')];
    const { id: school_id } = kreide.school;
    await buildChannel(db(), school_id, { members }, { name: 'Alt', activity_at: '2026-11-01T08:00:00Z' });
    await buildChannel(db(), school_id, { members }, { name: 'Neu', messages_sent: 3 });
    await using app = await kreide.open({ username: 'carla' });
    const { page } = app;
    await page.goto('/channels');
    const names = () => page.getByRole('list', { name: 'Kanäle' }).getByRole('link').allTextContents();
    await page.getByText('3 ungelesene Nachrichten').waitFor({ state: 'attached' });
    expect((await names()).map((text) => /Alt|Neu/.exec(text)?.[0])).toEqual(['Neu', 'Alt']);
    const press = async (name: string, entry: string) => {
      await page.getByRole('button', { name: `Aktionen für „${name}“` }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    // Without a mouse: the menu of the row that has the focus.
    await page.getByRole('list', { name: 'Kanäle' }).getByRole('link', { name: /Alt/ }).press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Anheften', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await press('Alt', 'Anheften');
    await expect.poll(async () => (await names()).map((text) => /Alt|Neu/.exec(text)?.[0])).toEqual(['Alt', 'Neu']);
    const unread = page.getByText(/ungelesene/);
    await press('Neu', 'Als gelesen markieren');
    await expect.poll(() => unread.count()).toBe(0);
    await press('Neu', 'Als ungelesen markieren');
    await page.getByText('Als ungelesen markiert').waitFor({ state: 'attached' });
    await page.reload();
    await page.getByText('Als ungelesen markiert').waitFor({ state: 'attached' });
    await press('Alt', 'Ins Archiv');
    await expect.poll(async () => (await names()).length).toBe(1);
    await page.getByRole('radio', { name: 'Archiv' }).click();
    await page.getByRole('link', { name: /Alt/ }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('stand beside the open chat where it is wide, with the filter of their list, and not on a phone [C-2.01] [C-2.05]', async () => {
    const { id: school_id } = kreide.school;
    const members = [idOf('carla'), idOf('tess')];
    const open = await buildChannel(
      db(),
      school_id,
      { members },
      { name: 'Ruderer', activity_at: '2026-11-02T08:00:00Z' },
    );
    await buildChannel(db(), school_id, { members }, { name: 'Imker', activity_at: '2026-11-01T08:00:00Z' });
    await using app = await kreide.open({ username: 'carla' });
    const { page } = app;
    const list = page.getByRole('list', { name: 'Kanäle' });
    const current = list.locator('[aria-current="page"]');
    await page.goto('/channels');
    await page.getByRole('heading', { name: 'Welcher Chat?' }).waitFor();
    expect(await current.count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Kanäle suchen' }).fill('r');
    await expect.poll(() => new URL(page.url()).search).toBe('?search=r');
    await list.getByRole('link', { name: /Ruderer/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Ruderer' }).waitFor();
    await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining('Ruderer')]);
    expect(new URL(page.url()).search).toBe('?search=r');
    expect(await page.getByRole('searchbox', { name: 'Kanäle suchen' }).inputValue()).toBe('r');
    await expectAccessible(page);
    // Beside, not below: and the list is what comes later for the keyboard.
    const [left, right] = await Promise.all([
      list.boundingBox(),
      page.getByRole('textbox', { name: 'Nachricht' }).boundingBox(),
    ]);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await list.getByRole('link', { name: /Imker/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Imker' }).waitFor();
    await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining('Imker')]);

    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setViewportSize({ width: 390, height: 800 });
    await list.waitFor({ state: 'detached' });
    await page.goto(`/channels/${open.id}`);
    await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    expect(await list.count()).toBe(0);
    expect(asked.filter((url) => url.includes('ChannelList'))).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('are joined by a code, and a wrong one is said at its field; they stand below more, too, and one opens with its chat [C-4.11] [C-2.39] [P-2.79] [C-2.05]', async () => {
    await buildChannel(db(), kreide.school.id, { admins: [idOf('tess')] }, { name: 'Garten', code: 'ABCD2345' });
    const members = { admins: [idOf('tess')], members: [idOf('paul')] };
    const { id } = await buildChannel(db(), kreide.school.id, members, { name: 'Schach' });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto('/channels/creation/list');
    await page.getByLabel('Code des Kanals').fill('XXXX-XXXX');
    await page.getByRole('button', { name: 'Beitreten' }).click();
    await page.getByText('Diesen Code gibt es nicht.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code des Kanals').fill('abcd 2345');
    await page.getByRole('button', { name: 'Beitreten' }).click();
    await page.waitForURL(/\/channels\/\d+$/);

    await visit(page, '/more/channels');
    await page.getByRole('link', { name: /Schach/ }).click();
    await page.waitForURL(`**/channels/${id}`);
    await page.getByRole('heading', { name: 'Schach', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Nachricht' }).fill('Guten Tag');
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByRole('log').getByText('Guten Tag').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('are managed by their administrators: words, code and members, marked as such, with what is with them and how they came in [C-2.12] [C-2.13] [C-5.28] [C-4.12] [C-3.53] [C-3.50]', async () => {
    const { id } = await buildChannel(
      db(),
      kreide.school.id,
      { admins: [idOf('tess')], members: [idOf('toni'), idOf('paul')] },
      { name: 'Theater', code: 'THEA2345' },
    );
    await db().updateTable('users').set({ state: 'PENDING' }).where('id', '=', idOf('paul')).execute();
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(`/channels/${id}/edit`);
    await page.getByLabel('Name').fill('Theatergruppe');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gespeichert.').waitFor();
    await expectAccessible(page);
    const ends = datePicker(page, 'Endet am (freiwillig)');
    await fillDate(ends, '2026-12-18');
    await page.getByRole('button', { name: 'Speichern' }).click();
    const endOf = async () =>
      (await db().selectFrom('channels').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow())
        .expires_at;
    await expect.poll(endOf).toBe('2026-12-18T23:00:00.000Z');
    await page.reload();
    await expect.poll(() => dateIn(ends)).toBe('2026-12-18');
    await page.getByRole('button', { name: 'Kein Ende' }).click();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect.poll(endOf).toBeNull();
    await page.getByText('THEA2345').waitFor();
    await page.getByRole('button', { name: 'Neuer Code' }).click();
    await page.getByText('THEA2345').waitFor({ state: 'detached' });
    await visit(page, `/channels/${id}/edit/members`);
    const members = page.getByRole('list', { name: 'Mitglieder' }).getByRole('listitem');
    await expect.poll(() => members.count()).toBe(3);
    expect(await members.filter({ hasText: 'tess' }).textContent()).toContain('Verwaltet');
    expect(await members.filter({ hasText: 'toni' }).textContent()).not.toContain('Verwaltet');
    await members.filter({ hasText: 'paul' }).getByText('Noch nicht angemeldet', { exact: true }).waitFor();
    await members.filter({ hasText: 'toni' }).getByText('Lehrkraft · wurde hinzugefügt', { exact: true }).waitFor();
    await db().updateTable('users').set({ state: 'ACTIVE' }).where('id', '=', idOf('paul')).execute();
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('are switched off and on by the school, which also says who may write to each other [P-3.25] [C-6.07]', async () => {
    await using app = await kreide.open({ username: 'carla' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.locator('a[href$="/school-data/channels"]').click();
    const pupils = page.getByRole('switch', { name: 'Schülerinnen und Schüler dürfen einander schreiben' });
    expect(await pupils.isChecked()).toBe(false);
    await expectAccessible(page);
    // The switch itself lies behind its drawing.
    await page.getByText('Schülerinnen und Schüler dürfen einander schreiben').click();
    await page.getByText('Gespeichert.').waitFor();
    await page.reload();
    await pupils.waitFor();
    expect(await pupils.isChecked()).toBe(true);
    await page.getByText('Kanäle verwenden').click();
    await page.getByText('Gespeichert.').waitFor();
    await visit(page, '/channels');
    await page.waitForURL('**/lite-channels');
    await page.goBack();
    await page.getByText('Kanäle verwenden').click();
    await page.getByText('Gespeichert.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('of the school are listed for who looks after it, each with its facts and its people [T-2.98] [T-2.99]', async () => {
    await using app = await kreide.open({ username: 'carla' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.locator('a[href^="/management"][href$="/channels"]:not([href*="school-data"])').click();
    const list = page.getByRole('list', { name: 'Alle Kanäle' });
    await list.getByRole('link', { name: /Ganze Schule/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('vertretung');
    await list.getByRole('link', { name: /Ganze Schule/ }).waitFor({ state: 'detached' });
    await list.getByRole('link', { name: /Schülervertretung/ }).click();
    await page.getByRole('tab', { name: 'Mitglieder' }).click();
    await page.waitForURL(/\/management\/[^/]+\/channels\/\d+\/users$/);
    await page.getByRole('tab', { name: 'Personen hinzufügen' }).click();
    await page.getByRole('button', { name: /^Hinzufügen: toni/ }).click();
    await page.getByRole('tab', { name: 'Mitglieder' }).click();
    await page.getByRole('list', { name: 'Mitglieder' }).getByText(/^toni/).waitFor();
    expect(app.problems).toEqual([]);
    await using pupil = await kreide.open({ username: 'paul' });
    await pupil.page.goto(page.url().replace(/\/\d+\/users$/, ''));
    await pupil.page.getByRole('list', { name: 'Alle Kanäle' }).waitFor({ state: 'detached' });
    expect(await pupil.page.getByText('Schülervertretung').count()).toBe(0);
  });

  it('of a class come and go with the pupil, and the way to them says how much is unread [C-2.93]', async () => {
    const { id: school_id } = kreide.school;
    const pupil = await buildUser(db(), school_id, 'uli', 'STUDENT');
    const [old, next] = await db()
      .insertInto('grades')
      .values(['5a', '5b'].map((shortcut) => ({ school_id, shortcut, source: 'manual' })))
      .returning('id')
      .execute();
    const place = (grade_id = 0) => ({ school_id, user_id: pupil.id, grade_id, begins_at: '2026-08-01' });
    await db().insertInto('grade_memberships').values(place(old?.id)).execute();
    await using app = await kreide.open({ username: 'uli' });
    const { page } = app;
    await page.goto('/channels');
    await page.getByRole('link', { name: /Klasse 5a/ }).waitFor();
    await db()
      .updateTable('grade_memberships')
      .set({ grade_id: next?.id ?? 0 })
      .where('user_id', '=', pupil.id)
      .execute();
    await page.getByRole('link', { name: /Klasse 5b/ }).waitFor();
    await page.getByRole('link', { name: /Klasse 5a/ }).waitFor({ state: 'detached' });

    const navigation = page.getByRole('navigation', { name: 'Hauptnavigation' });
    const { id } = await buildChannel(
      db(),
      school_id,
      { members: [pupil.id], admins: [idOf('tess')] },
      { name: 'Garten' },
    );
    await visit(page, '/feed');
    await navigation.getByRole('link', { name: 'Kanäle', exact: true }).waitFor();
    await using other = await kreide.open({ username: 'tess' });
    await other.page.goto(`/channels/${id}`);
    await other.page.getByRole('textbox', { name: 'Nachricht' }).fill('Heute gießen');
    await other.page.getByRole('button', { name: 'An 1 Person senden' }).click();
    await navigation.getByRole('link', { name: 'Kanäle ungelesen: 1' }).click();
    // Where they are open, the number stands at the channel.
    await navigation.getByRole('link', { name: 'Kanäle', exact: true }).waitFor();
    await page.getByRole('link', { name: /Garten/ }).click();
    await page.getByRole('log').getByText('Heute gießen').waitFor();
    // It counts as read once it was in sight for half a second.
    const readSeq = () =>
      db()
        .selectFrom('channel_members')
        .select('read_seq')
        .where('channel_id', '=', id)
        .where('user_id', '=', pupil.id)
        .executeTakeFirst();
    await expect.poll(readSeq, { timeout: 20_000 }).toEqual({ read_seq: 1 });
    await navigation.getByRole('link', { name: 'Start' }).click();
    await navigation.getByRole('link', { name: 'Kanäle', exact: true }).waitFor();
    expect([...app.problems, ...other.problems]).toEqual([]);
  });

  it('are shown by type: one’s own, and for those who see all channels the facts of somebody else’s [C-2.04]', async () => {
    const { id: school_id } = kreide.school;
    await buildChannel(db(), school_id, { members: [idOf('toni')] }, { name: 'Orchester' });
    await using app = await kreide.open({ username: 'toni' });
    const { page } = app;
    await page.goto('/channels');
    await page.getByRole('link', { name: 'Nach Art' }).click();
    await page.waitForURL('**/channels/type');
    await page.getByRole('link', { name: /Orchester/ }).waitFor();
    await page.getByRole('radio', { name: 'Zu zweit' }).click();
    await page.waitForURL('**/channels/type?type=CHAT');
    await page.getByRole('link', { name: /Orchester/ }).waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Gruppen' }).click();
    await page.getByRole('link', { name: /Orchester/ }).waitFor();
    await visit(page, `/channels/type/${idOf('tess')}`);
    await page.getByRole('heading', { name: 'Diese Kanäle sind nicht für dich' }).waitFor();
    await using boss = await kreide.open({ username: 'carla' });
    await boss.page.goto(`/users/${idOf('toni')}`);
    await boss.page.getByRole('main').getByRole('link', { name: 'Kanäle', exact: true }).click();
    await boss.page.waitForURL(`**/channels/type/${idOf('toni')}`);
    await boss.page.getByText('Orchester').waitFor();
    expect(await boss.page.getByRole('link', { name: /Orchester/ }).count()).toBe(0);
    expect(await boss.page.getByRole('radio', { name: 'Zu zweit' }).count()).toBe(0);
    expect([...app.problems, ...boss.problems]).toEqual([]);
  });

  it('cannot be begun by those who may begin neither kind; the button says so [C-2.67]', async () => {
    await using app = await kreide.open({ username: 'paul' });
    const add = () => app.page.getByRole('banner').getByRole('button', { name: /Kanal oder Chat|Chat ist/ });
    await app.page.goto('/channels');
    await expect.poll(() => add().isEnabled()).toBe(true);
    await db()
      .insertInto('user_permissions')
      .values({
        school_id: kreide.school.id,
        user_id: idOf('paul'),
        permission: 'create-conversation',
        is_allowed: false,
      })
      .execute();
    await using later = await kreide.open({ username: 'paul' });
    await later.page.goto('/channels');
    const off = later.page.getByRole('banner').getByRole('button', { name: 'Der Chat ist für dich ausgeschaltet' });
    await expect.poll(() => off.isDisabled()).toBe(true);
    await visit(app.page, '/feed');
    expect(await add().count()).toBe(0);
  });

  it('of a school that uses none lead to the groups [C-2.03] [C-2.17] [P-2.05]', async () => {
    await using app = await kreide.open({ username: 'paul' });
    const off = JSON.stringify({ channels: false });
    await db()
      .updateTable('schools')
      .set({ properties: off as never })
      .where('id', '=', kreide.school.id)
      .execute();
    await app.page.goto('/channels');
    await app.page.waitForURL('**/lite-channels');
    await app.page.getByText('Die Schule benutzt keine Kanäle.').waitFor();
  });
});
