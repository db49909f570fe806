import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { withApp } from './app-browser.ts';
import { type BuiltChannel, buildChannel } from './channels.ts';
import { buildEntry } from './clouds.ts';
import { type BuiltUser, buildSchool, buildUser } from './people.ts';
import type { TestServerOptions } from './server.ts';

/** A school with ada, who leads a channel, and its member ben; a new channel for each flow. */
export function withCloud(options: TestServerOptions = {}) {
  const people: Record<string, BuiltUser> = {};
  const kreide = withApp(async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    for (const name of ['ada', 'ben']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
    return school;
  }, options);
  let channel: BuiltChannel;
  const db = () => kreide.server.test.database.kysely;
  const idOf = (name: string) => people[name]?.id ?? 0;
  beforeEach(async () => {
    channel = await buildChannel(db(), kreide.school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
  });
  return {
    kreide,
    db,
    idOf,
    idOfChannel: () => channel.id,
    home: () => `/cloud/files/${channel.id}`,
    entry: (name: string, values: Parameters<typeof buildEntry>[4] = {}) =>
      buildEntry(db(), kreide.school.id, channel.id, name, { user_id: idOf('ada'), ...values }),
    stored: () =>
      db()
        .selectFrom('cloud_files')
        .select(['name', 'parent_id'])
        .where('channel_id', '=', channel.id)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute(),
  };
}

const list = (page: Page) => page.getByRole('list', { name: 'Dateien und Ordner' });
export const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const namesIn = (page: Page) => list(page).locator('[class*=words] > span:first-child').allInnerTexts();
export const toText = (name: string, content = 'Kreide') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
export const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('main input[type=file]').setInputFiles(files);

export async function act(page: Page, name: string, action: string): Promise<void> {
  await button(page, `Aktionen für ${name}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export async function actionsOf(page: Page, name: string): Promise<string[]> {
  await button(page, `Aktionen für ${name}`).click();
  const texts = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  return texts;
}
