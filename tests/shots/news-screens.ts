import type { Page } from 'playwright-core';
import { demoPictures } from '../../packages/demo/src/index.ts';
import { DEMO_PASSWORD } from '../../packages/server/src/demo/seed/found.ts';
import { toNewsText } from './preparations.ts';
import type { Screen } from './screen.ts';

export async function write(page: Page): Promise<void> {
  await toNewsText(page);
  await page.locator('form input').first().fill('Die Bücherei hat neue Öffnungszeiten');
  await page.locator('[contenteditable]').click();
  await page.keyboard.type('Ab Montag ist die Bücherei in jeder Pause offen. Wer etwas sucht, fragt bitte am Tresen.');
}

const next = (page: Page) => page.locator('main :is([class*=actions], [class*=foot]) button').last();

async function toAttachments(page: Page): Promise<void> {
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/attachments');
  await page.locator('main input[type=file]').waitFor({ state: 'attached' });
}

/** From the text of an item to its preview. */
export async function toFinish(page: Page): Promise<void> {
  await toAttachments(page);
  await next(page).click();
  await page.waitForURL('**/finish');
}

/** Pictures, a letter and a survey go with the item. */
async function carry(page: Page): Promise<void> {
  await write(page);
  await toAttachments(page);
  const pictures = [...(await demoPictures())].slice(0, 4);
  await page
    .locator('main input[type=file]')
    .setInputFiles([
      ...pictures.map(([name, bytes]) => ({ name, mimeType: 'image/webp', buffer: Buffer.from(bytes) })),
      { name: 'Elternbrief zur Bücherei.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 letter') },
    ]);
  await page.waitForFunction(() => document.querySelectorAll('main li button').length === 5);
  await page.waitForFunction(() => [...document.querySelectorAll('main li img')].length === 4);
  await page.locator('main li input[type=text]').first().fill('Die Bücherei am Morgen, noch ohne Menschen');
  await page.locator('main section button').first().click();
  const dialog = page.getByRole('dialog');
  const fields = dialog.locator('input[type=text], textarea');
  for (const [at, text] of ['Wann kommst du am liebsten?', 'In der großen Pause', 'Nach der Schule'].entries())
    await fields.nth(at).fill(text);
  await dialog.locator('button').last().click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('main section ol li').first().waitFor();
}

const made = new Map<string, Promise<string>>();

/** An item with pictures, a letter, a survey and a long text, for everybody; made once. */
function itemPage(url: string): Promise<string> {
  const known = made.get(url) ?? makeItem(url);
  made.set(url, known);
  return known;
}

async function makeItem(url: string): Promise<string> {
  const ask = async (method: string, path: string, body: object | null, token?: string) => {
    const isForm = body instanceof FormData;
    const headers = {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const answer = await fetch(`${url}/v1/${path}`, {
      method,
      headers,
      body: isForm ? body : body && JSON.stringify(body),
    });
    return answer.json();
  };
  const credentials = { slink: 'demo', username: 'admin', password: DEMO_PASSWORD, stayLoggedIn: false };
  const { access_token } = await ask('POST', 'auth/login', { ...credentials, is_native: true });
  const form = new FormData();
  const pictures = [...(await demoPictures())].slice(0, 5);
  for (const [name, bytes] of pictures) form.append('files', new Blob([bytes]), name);
  form.append('files', new Blob(['%PDF-1.4'.padEnd(183_000)]), 'Elternbrief zur Projektwoche.pdf');
  const { data: files } = await ask('POST', 'channels/news/upload', form, access_token);
  const questions = [
    { question: 'Was möchtest du machen?', options: ['Theater', 'Technik', 'Schulgarten'].map((name) => ({ name })) },
  ];
  const { data: survey } = await ask('POST', 'channels/surveys', { questions }, access_token);
  const { data: channels } = await ask('GET', 'channels/self-postable?type=global', null, access_token);
  const paragraph =
    '<p>In der Projektwoche lernen wir eine Woche lang anders: in kleinen Gruppen, quer durch alle Klassen.</p>';
  const item = {
    title: 'Projektwoche: Jetzt wählen',
    publish_at: null,
    is_pinned: true,
    is_official: true,
    is_public: false,
    content: paragraph.repeat(8),
    is_confirmable: true,
    survey_form_id: survey.id,
    channels: channels.slice(0, 1).map(({ id }: { id: number }) => id),
    files: (files as { uuid: string }[]).map(({ uuid }, at) => ({ uuid, alt_name: at < 5 ? `Bild ${at + 1}` : '' })),
    preview: { uuid: files[0].uuid },
  };
  const { data } = await ask('POST', 'channels/news', item, access_token);
  return `/news/${data.id}`;
}

/** What news carry, as it is chosen and as it is read. */
export const NEWS_SCREENS: readonly Screen[] = [
  { name: 'news-carried', as: 'admin', path: '/news/create', prepare: carry },
  { name: 'news-item', as: 'student', path: itemPage, ready: 'article section form' },
  {
    name: 'news-picture',
    as: 'student',
    path: itemPage,
    ready: 'article ul button',
    prepare: async (page) => {
      await page.locator('article ul button').first().click();
      await page.getByRole('dialog').locator('img').waitFor();
    },
  },
  {
    name: 'news-folded',
    as: 'parent',
    ready: 'article:has(button[aria-expanded]) section form',
    path: async (url) => {
      await itemPage(url);
      return '/news';
    },
  },
];
