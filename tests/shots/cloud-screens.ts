import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { askingAs, channelOf } from './made-pages.ts';
import type { Screen } from './screen.ts';

const ROW = 'main ul button[aria-haspopup="true"]';
const READY = { as: 'teacher', ready: ROW } as const;

const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#3b7a57' } })
    .jpeg()
    .toBuffer();

/** A cloud of the teacher with folders, and files that somebody has brought in the browser. */
async function cloudPage(url: string): Promise<string> {
  const { channel } = await channelOf(url);
  const ask = await askingAs(url, 'teacher');
  for (const [name, is_protected_folder] of [
    ['Elternbriefe', true],
    ['Bilder vom letzten Jahr', false],
  ] as const)
    await ask('POST', `channels/cloud/${channel.id}/create-directory`, { parent: null, name, is_protected_folder });
  return `/cloud/files/${channel.id}`;
}

/** A folder in which the pupils of the channel are to hand something in. */
async function handInPage(url: string): Promise<string> {
  const { channel } = await channelOf(url);
  const ask = await askingAs(url, 'teacher');
  const upload_limited_at = '2099-12-18T07:00:00.000Z';
  const body = { parent: null, name: 'Aufsatz', upload_limited_at };
  const { data } = await ask('POST', `channels/cloud/${channel.id}/create-directory`, body);
  return `/cloud/files/${channel.id}/${data.uuid}`;
}

async function choose(page: Page): Promise<void> {
  await page.locator('main input[type=file]').setInputFiles([
    { name: 'Aussicht.jpg', mimeType: 'image/jpeg', buffer: await photo() },
    { name: 'Packliste und Wegbeschreibung.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'Kosten.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK-Kosten') },
  ]);
  await page.getByRole('dialog').locator('img').waitFor();
}

async function bring(page: Page): Promise<void> {
  await choose(page);
  await page.getByRole('dialog').getByRole('button').last().waitFor();
  await page.locator('[role=dialog] [class*=actions] button').last().click();
  await page.locator(ROW).nth(4).waitFor();
}

async function begin(page: Page, action: string): Promise<void> {
  await bring(page);
  await page.locator(ROW).last().click();
  await page.locator(`[role=menuitem][data-key=${action}]`).click();
}

/** The bin of a cloud in which a file of a folder lies, and the folder, which is gone too. */
async function binPage(url: string): Promise<string> {
  const { channel } = await channelOf(url);
  const ask = await askingAs(url, 'teacher');
  const cloud = `channels/cloud/${channel.id}`;
  const make = async (name: string, parent: string | null): Promise<string> =>
    (await ask('POST', `${cloud}/create-directory`, { parent, name })).data.uuid;
  const trip = await make('Klassenfahrt nach Weimar', null);
  for (const uuid of [await make('Packlisten und Wegbeschreibungen', trip), trip, await make('Alte Listen', null)])
    await ask('DELETE', `${cloud}/delete`, { files: [uuid] });
  return `/cloud/bin/${channel.id}`;
}

/** The files of channels. */
export const CLOUD_SCREENS: readonly Screen[] = [
  { name: 'cloud', as: 'teacher', path: async (url) => cloudPage(url).then(() => '/cloud'), ready: 'main ul a' },
  { ...READY, name: 'cloud-files', path: cloudPage, prepare: bring },
  { as: 'teacher', name: 'cloud-hand-in', path: handInPage, ready: 'main section h2 + p' },
  { ...READY, name: 'cloud-upload', path: cloudPage, prepare: choose },
  {
    ...READY,
    name: 'cloud-choice',
    path: cloudPage,
    prepare: async (page) => {
      await bring(page);
      await page.locator('main [class*=buttons] button').last().click();
      await page.locator('main ul [class*=row]').nth(2).click();
    },
  },
  { ...READY, name: 'cloud-move', path: cloudPage, prepare: (page) => begin(page, 'move') },
  { ...READY, name: 'cloud-rename', path: cloudPage, prepare: (page) => begin(page, 'rename') },
  {
    ...READY,
    name: 'cloud-details',
    path: cloudPage,
    prepare: async (page) => {
      await bring(page);
      await page.locator('main ul button:has(img)').click();
      await page.getByRole('dialog').locator('dl').waitFor();
    },
  },
  {
    ...READY,
    name: 'cloud-choose',
    path: cloudPage,
    prepare: async (page) => {
      await bring(page);
      await page
        .locator('main button[data-rac]')
        .filter({ hasText: /ausw|seç/i })
        .click();
      await page.locator('main ul label').nth(2).click();
    },
  },
  { as: 'teacher', name: 'cloud-bin', path: binPage, ready: 'main ul li button' },
  {
    ...READY,
    name: 'cloud-versions',
    path: cloudPage,
    prepare: async (page) => {
      for (const text of ['erster Stand', 'zweiter Stand', 'dritter Stand']) {
        await page
          .locator('main input[type=file]')
          .setInputFiles([{ name: 'Wanderung.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }]);
        await page.locator('[role=dialog] label').nth(1).click();
        await page.locator('[role=dialog] [class*=actions] button').last().click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.locator('main ul button').filter({ hasText: 'Wanderung.txt' }).waitFor();
        await page.locator('main [class*=uploads] li').waitFor({ state: 'detached' });
      }
      await page.locator('main ul button').filter({ hasText: 'Wanderung.txt' }).click();
      await page.locator('[role=dialog] [class*=actions] button').first().click();
      await page.locator('[role=dialog] ul li').nth(1).waitFor();
    },
  },
];
