// features: cloud, files

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { dialog, row, toText, withCloud } from '../support/cloud-flows.ts';
import { buildUser, signIn } from '../support/people.ts';

const { kreide, db, home, stored, idOf } = withCloud();
const SIZE = 20 * 1024 * 1024;
let folder: string;
let film: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-large-'));
  film = join(folder, 'Theater.bin');
  await writeFile(film, Buffer.alloc(SIZE, 'Kreide'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a large file', () => {
  it('stops with its network, goes on with it, is left with the page, and goes on when it is chosen again', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    // The first of its three parts arrives; the next ones do not.
    let sent = 0;
    let isBroken = false;
    await page.route('**/v1/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return isBroken ? route.abort() : route.continue();
      sent += 1;
      isBroken ||= sent === 2;
      return isBroken ? route.abort() : route.continue();
    });
    await page.goto(home());
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    await page.locator('main input[type=file]').setInputFiles(film);
    await dialog(page, 'Dateien hochladen').getByRole('button', { name: '1 Datei hochladen' }).click();
    const running = page.getByRole('list', { name: 'Wird hochgeladen' });
    await expect
      .poll(() => running.getByRole('progressbar').getAttribute('value').then(Number))
      .toBeGreaterThanOrEqual(40);
    await expect.poll(() => isBroken).toBe(true);
    await running.getByRole('button', { name: 'Theater.bin anhalten' }).click();
    await running.getByRole('button', { name: 'Theater.bin fortsetzen' }).waitFor();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    await running.getByText('Angehalten bei 40 %. Wähle die Datei noch einmal, um fortzufahren.').waitFor();
    await running.locator('input[type=file]').setInputFiles(toText('Theater.bin'));
    await page.getByText('Das ist nicht die Datei Theater.bin, die hochgeladen wurde.').waitFor();
    let parts = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH' && request.url().includes('/uploads/')) parts += 1;
    });
    await running.locator('input[type=file]').setInputFiles(film);
    await row(page, 'Theater.bin').waitFor();
    expect(parts).toBe(2);
    await expect.poll(() => running.count()).toBe(0);
    expect((await stored()).map(({ name }) => name)).toEqual(['Theater.bin']);
    const { size, sha256 } = await db()
      .selectFrom('files')
      .select(['size', 'sha256'])
      .where('name', '=', 'Theater.bin')
      .executeTakeFirstOrThrow();
    const { createHash } = await import('node:crypto');
    expect([size, sha256]).toEqual([SIZE, createHash('sha256').update(Buffer.alloc(SIZE, 'Kreide')).digest()]);
    expect(app.problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  });

  it('that nobody wants any more is let go of, with its room', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.route('**/v1/uploads/*', (route) => route.abort());
    await page.goto(home());
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    await page.locator('main input[type=file]').setInputFiles(film);
    await dialog(page, 'Dateien hochladen').getByRole('button', { name: '1 Datei hochladen' }).click();
    const count = async () => (await db().selectFrom('file_uploads').select('uuid').execute()).length;
    await expect.poll(count).toBe(1);
    await page.getByRole('button', { name: 'Theater.bin abbrechen' }).click();
    await expect.poll(count).toBe(0);
    expect(await page.getByRole('list', { name: 'Wird hochgeladen' }).count()).toBe(0);
  });
});

it('what a channel’s chat holds lies in a folder that nobody writes, and is read there [C-3.44]', async () => {
  await using app = await kreide.open({ username: 'ben' });
  const { page } = app;
  const { chat_id } = await db()
    .selectFrom('chats')
    .select('id as chat_id')
    .where('channel_id', '=', Number(home().split('/').at(-1)))
    .executeTakeFirstOrThrow();
  const form = new FormData();
  form.append('uuid', crypto.randomUUID());
  form.append('files', new Blob(['la la']), 'Liedtext.txt');
  const token = await signIn(kreide.server, 'amsel', 'ada');
  const sent = await kreide.server.request('POST', `/v1/channels/chats/${chat_id}/messages`, { token, body: form });
  expect(sent.status).toBe(200);
  await page.goto(home());
  await row(page, 'Aus dem Chat').getByText('Nur lesen').waitFor();
  await row(page, 'Aus dem Chat').getByRole('link').click();
  await row(page, 'Liedtext.txt').waitFor();
  expect(await page.getByRole('button', { name: 'Hochladen', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Aktionen für Liedtext.txt' }).click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Herunterladen', 'Einzelheiten']);
  expect(app.problems).toEqual([]);
});

it('administrators see who has the most, and say how much room each person has', async () => {
  await buildUser(db(), kreide.school.id, 'admin', 'ADMIN');
  await db()
    .updateTable('files')
    .set({ created_by: idOf('ben') })
    .execute();
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(`/management/${kreide.school.uuid}/storage`);
  const people = page.getByRole('list', { name: 'Wer am meisten belegt' });
  await people
    .getByRole('listitem')
    .filter({ hasText: /^ben .*20,00.MB von 4,66.GB/ })
    .waitFor();
  await page.getByRole('button', { name: /Platz für jede Person/ }).click();
  await page.getByRole('option', { name: /^2,00.GB$/ }).click();
  await people
    .getByRole('listitem')
    .filter({ hasText: /20,00.MB von 2,00.GB/ })
    .waitFor();
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});
