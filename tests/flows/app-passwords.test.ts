// features: auth, settings, webuntis, cloud

import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { basic, callDav } from '../support/dav-client.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { callRpc } from '../support/webuntis.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel', { webuntis_open: true });
  await buildUser(test.database.kysely, school.id, 'ada', 'TEACHER');
});
beforeAll(() => kreide.server.test.database.pool.query('delete from sign_in_failures'));

it('a password for a program is made on the security page, shown once, opens the door of programs, and is removed [D-6.11]', async () => {
  await using app = await kreide.open({ username: 'ada', language: 'en' });
  const { page } = app;
  await page.goto('/settings/security/self');
  const add = page.getByRole('button', { name: 'Make an app password' });
  await add.click();
  await add.click();
  await page.getByText('Please fill in.').first().waitFor();
  await page.getByLabel('Name of the program').fill('Plan');
  const password = page.locator('input[name=program_password]');
  await password.fill('not this one');
  await add.click();
  await page.getByText('This is not the present password.').waitFor();
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await add.click();
  await page.getByText('It is shown only now.').waitFor();
  await expectAccessible(page);
  const secret = await page.locator('code').innerText();
  expect(secret).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  const signIn = async () =>
    (await callRpc(kreide.server, 'authenticate', { user: 'ada', password: secret, client: 'test' })).body;
  expect((await signIn()).result.sessionId).toEqual(expect.any(String));
  await page.getByRole('button', { name: 'It is entered' }).click();
  await page.reload();
  const list = page.getByRole('list', { name: 'App passwords' });
  await list.getByText('Last used').waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  await list.getByRole('button', { name: 'Remove Plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Plan' }).click();
  await expect.poll(() => list.count()).toBe(0);
  expect((await signIn()).error.code).toBe(-8504);
  expect(app.problems).toEqual([]);
});

it('a password for files says what it opens, and shows the address of the drive, where a file lies as in the app [D-6.11]', async () => {
  const { kysely } = kreide.server.test.database;
  const { school_id, id } = await kysely
    .selectFrom('users')
    .select(['school_id', 'id'])
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow();
  const channel = await buildChannel(kysely, school_id, { admins: [id] });
  await using app = await kreide.open({ username: 'ada', language: 'en' });
  const { page } = app;
  await page.goto('/settings/security/self');
  const add = page.getByRole('button', { name: 'Make an app password' });
  await add.click();
  await page.getByLabel('Name of the program').fill('Drive');
  await page.getByRole('radio', { name: 'Read and change files' }).check({ force: true });
  await page.getByText('It opens nothing else.').waitFor();
  await page.locator('input[name=program_password]').fill(PASSWORD);
  await expectAccessible(page);
  await add.click();
  await page.getByText('Address of the drive').waitFor();
  await expectAccessible(page);
  const [secret = '', address = ''] = await page.locator('code').allInnerTexts();
  const { pathname, origin } = new URL(address);
  expect([origin, pathname]).toEqual([new URL(page.url()).origin, '/dav/files/amsel/']);
  const file = { headers: basic('ada', secret), body: 'la la' };
  expect((await callDav(kreide.server.url, 'PUT', `${pathname}Chor/Lied.txt`, file)).status).toBe(201);
  await page.getByRole('button', { name: 'It is entered' }).click();
  await page.reload();
  await page.getByRole('list', { name: 'App passwords' }).getByText('Read and change files · Last used').waitFor();
  await page.goto(`/cloud/files/${channel.id}`);
  await page.getByText('Lied.txt').first().waitFor();
  expect(app.problems).toEqual([]);
});
