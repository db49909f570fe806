import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type AppPageOptions, openApp, withApp } from './app-browser.ts';
import { launchOptions } from './browser.ts';
import { type BuiltChannel, buildChannel } from './channels.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from './people.ts';

const NAMES = ['ada', 'ben', 'cem', 'dana', 'emil'];

/** Chromium with a camera, a microphone and a screen that the engine itself makes up; all three give moving pictures or sound. */
function launchWithDevices(): Promise<Browser> {
  const { args = [], ...options } = launchOptions();
  // Names for addresses in the own network are found by multicast, which a container does not have.
  const fake = ['--use-fake-device-for-media-stream', '--disable-features=WebRtcHideLocalIpsWithMdns'];
  return chromium.launch({ ...options, args: [...args, ...fake, '--use-fake-ui-for-media-stream'] });
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Personen in der Konferenz' }).getByRole('listitem').filter({ hasText: name });

const framesOf = (page: Page, name: string) =>
  tile(page, name)
    .locator('video')
    .evaluate((element: HTMLVideoElement) => ({
      width: element.videoWidth,
      count: element.getVideoPlaybackQuality().totalVideoFrames,
    }));

/** Waits until pictures of somebody come, and go on coming; says how wide they are. */
export async function expectPictures(page: Page, name: string): Promise<number> {
  await tile(page, name).locator('video').waitFor({ state: 'visible', timeout: 30_000 });
  await expect.poll(async () => (await framesOf(page, name)).width, { timeout: 30_000 }).toBeGreaterThan(0);
  const { count } = await framesOf(page, name);
  await expect.poll(async () => (await framesOf(page, name)).count, { timeout: 30_000 }).toBeGreaterThan(count + 5);
  return (await framesOf(page, name)).width;
}

export async function enter(page: Page, { hasCamera = true } = {}): Promise<void> {
  await page.getByLabel('Dein Bild').waitFor();
  if (!hasCamera) await page.getByText('Mit Kamera beitreten').click();
  await button(page, 'Beitreten').click();
  await button(page, 'Auflegen').waitFor();
}

/** A school with five teachers and a head who is in no channel, and two processes of Chromium with made-up devices: ada uses the one, everybody else the other. */
export function withConferences() {
  const people: Record<string, BuiltUser> = {};
  const tokens: Record<string, string> = {};
  const kreide = withApp(async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    for (const name of NAMES) {
      people[name] = await buildUser(db, school.id, name, 'TEACHER');
      tokens[name] = await signIn(server, 'amsel', name);
    }
    people.head = await buildUser(db, school.id, 'head', 'ADMIN');
    return school;
  });
  const browsers: Browser[] = [];
  const flows = {
    kreide,
    tokens,
    channel: {} as BuiltChannel,
    idOf: (name: string) => people[name]?.id ?? 0,
    db: () => kreide.server.test.database.kysely,
    open(username: string, options: AppPageOptions = {}) {
      const browser = browsers[username === 'ada' ? 0 : 1];
      if (!browser) throw new Error('no browser');
      return openApp(browser, kreide.server, { isPrompt: true, username, ...options });
    },
    room: (uuid: string) => `/channels/${flows.channel.id}/join-conference/${uuid}`,
    async begin(page: Page): Promise<string> {
      await page.goto(`/channels/${flows.channel.id}/start-conference`);
      await button(page, 'Konferenz starten').click();
      await page.waitForURL(/join-conference/);
      return new URL(page.url()).pathname.split('/').at(-1) ?? '';
    },
  };
  beforeAll(async () => {
    browsers.push(await launchWithDevices(), await launchWithDevices());
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
  });
  beforeEach(async () => {
    const members = NAMES.slice(1).map(flows.idOf);
    flows.channel = await buildChannel(flows.db(), kreide.school.id, { admins: [flows.idOf('ada')], members });
  });
  return flows;
}
