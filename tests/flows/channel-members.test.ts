// features: channels, chat

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const name of ['tess', 'toni']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
  return school;
});
const idOf = (name: string) => people[name]?.id ?? 0;
const db = () => kreide.server.test.database.kysely;

describe('channels', () => {
  it('show who is in them to everybody there, to be read; a hidden list has no way to it but for those who manage [C-4.10] [C-5.28]', async () => {
    const people = { admins: [idOf('tess')], members: [idOf('toni')] };
    const open = await buildChannel(db(), kreide.school.id, people, { name: 'Garten' });
    const hidden = await buildChannel(db(), kreide.school.id, people, { name: 'Beratung', is_hidden_memberlist: true });
    await using app = await kreide.open({ username: 'toni' });
    const { page } = app;
    const actions = page.getByRole('button', { name: 'Aktionen für den Chat' });
    await page.goto(`/channels/${open.id}`);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Mitglieder' }).click();
    const members = page.getByRole('list', { name: 'Mitglieder' }).getByRole('listitem');
    await expect.poll(() => members.count()).toBe(2);
    expect(await members.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('tab').count()).toBe(0);
    await expectAccessible(page);
    await page.goto(`/channels/${hidden.id}`);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Zu einem Tag springen' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Mitglieder' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Mitglieder' }).count()).toBe(0);
    await page.goto(`/channels/${hidden.id}/edit/members`);
    await page.getByText('Diesen Kanal verwalten andere').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('are made in a colour and with all people who were found at once, on pages not read yet too, each told apart', async () => {
    const { id: school_id } = kreide.school;
    const { password_hash } = await db()
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', idOf('tess'))
      .executeTakeFirstOrThrow();
    const names = Array.from({ length: 60 }, (_, at) => `zora${at}`);
    const account = { type: 'TEACHER', role: 'TEACHER', firstname: 'Zora', lastname: 'Zorn', password_hash } as const;
    await db()
      .insertInto('users')
      .values(names.map((username) => ({ ...account, school_id, username })))
      .execute();
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/channels/create/start');
    await page.getByRole('textbox', { name: 'Name' }).fill('Fest');
    await page.getByRole('radio', { name: 'Grün' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Weiter' }).click();
    const all = page.getByRole('button', { name: 'Alle Gefundenen hinzufügen' });
    await page.getByRole('searchbox', { name: 'Nach Namen suchen' }).waitFor();
    expect(await all.count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Nach Namen suchen' }).fill('Zorn');
    await all.click();
    await page.getByText('60 Personen').waitFor();
    await all.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Zora Zorn (Lehrkraft) wieder herausnehmen' }).first().click();
    await page.getByText('59 Personen').waitFor();
    await all.waitFor();
    await expectAccessible(page);
    // The colour of a channel is that of its picture, and is changed where the channel is.
    await page.getByRole('link', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.waitForURL(/\/channels\/\d+$/);
    const { pathname } = new URL(page.url());
    const picture = page.locator(`a[href^="${pathname}"] [class*=hue]`);
    await expect.poll(() => picture.getAttribute('class')).toMatch(/hue5/);
    await page.goto(`${pathname}/edit`);
    await page.getByRole('radio', { name: 'Grün', checked: true }).waitFor();
    await page.getByRole('radio', { name: 'Rosarot' }).click();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gespeichert.').waitFor();
    await page.goto('/channels');
    await expect.poll(() => picture.getAttribute('class')).toMatch(/hue12/);
    expect(app.problems).toEqual([]);
  });
});
