// features: chat

import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type AppPageOptions, openApp, withApp } from '../support/app-browser.ts';
import { launchOptions } from '../support/browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { addParents } from '../support/chats.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const name of ['ada', 'ben']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
  return school;
});
const idOf = (name: string) => people[name]?.id ?? 0;
const db = () => kreide.server.test.database.kysely;

/** A browser whose microphone is made up: it beeps once a second. */
let browser: Browser;
let channel: BuiltChannel;
beforeAll(async () => {
  const { args = [], ...options } = launchOptions();
  const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  browser = await chromium.launch({ ...options, args: [...args, ...fake] });
});
afterAll(async () => {
  await browser?.close();
});
beforeEach(async () => {
  channel = await buildChannel(db(), kreide.school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
});

const open = (username: string, options: AppPageOptions = {}) =>
  openApp(browser, kreide.server, { isPrompt: true, username, ...options });
const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const recorder = (page: Page) => page.getByRole('region', { name: 'Sprachnachricht' });
const player = (page: Page) => log(page).getByRole('group', { name: /^Sprachnachricht/ });
const stored = () =>
  db()
    .selectFrom('messages')
    .leftJoin('files', 'files.id', 'messages.file_id')
    .select(['messages.uuid', 'messages.type', 'messages.content', 'messages.voice_seconds', 'messages.voice_wave'])
    .select(['files.name', 'files.mime', 'files.size'])
    .where('messages.chat_id', '=', channel.chat_id)
    .orderBy('messages.seq')
    .execute();

async function openChat(page: Page) {
  const listens = page.waitForEvent('websocket', { timeout: 20_000 });
  await page.goto(`/channels/${channel.id}/chat`);
  await page.getByRole('textbox', { name: 'Nachricht', exact: true }).waitFor();
  await listens;
}

/** Records until the clock of the recorder shows so many seconds. */
async function record(page: Page, seconds: number): Promise<void> {
  await button(page, 'Sprachnachricht aufnehmen').click();
  await recorder(page).getByText(`0:0${seconds} / 5:00`).waitFor({ timeout: 20_000 });
  await button(page, 'Aufnahme beenden').click();
  await recorder(page).getByText('Aufnahme fertig', { exact: false }).waitFor();
}

/** The recordings that a page plays, told by what its audio elements do; the sounds of messages are less loud. */
const audios = (page: Page) =>
  page.evaluate(() =>
    ((globalThis as { heard?: HTMLAudioElement[] }).heard ?? []).map(({ paused, currentTime, playbackRate }) => ({
      paused,
      currentTime,
      playbackRate,
    })),
  );
async function watchAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: HTMLAudioElement[] = [];
    Object.assign(globalThis, { heard });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLAudioElement) {
      if (!heard.includes(this) && this.volume === 1) heard.push(this);
      return play.call(this);
    };
  });
}

describe('a voice message', () => {
  it('is recorded, heard, sent with a caption, and heard at once by the others [C-7.51] [C-1.04]', async () => {
    await using one = await open('ada');
    await using other = await open('ben', { viewport: { width: 390, height: 844 } });
    await watchAudio(other.page);
    await openChat(one.page);
    await openChat(other.page);
    const began = performance.now();
    await button(one.page, 'Sprachnachricht aufnehmen').click();
    await recorder(one.page).getByRole('status').getByText('Aufnahme läuft').waitFor();
    await recorder(one.page).getByText('0:03 / 5:00').waitFor();
    await expectAccessible(one.page);
    // The key that follows ends it.
    await one.page.keyboard.press('Enter');
    await recorder(one.page)
      .getByRole('status')
      .getByText(/^Aufnahme fertig, \d+ Sekunden/)
      .waitFor();
    await expectAccessible(one.page);
    await recorder(one.page).getByRole('textbox').fill('Der Treffpunkt');
    // Enter in the caption sends nothing.
    await one.page.keyboard.press('Enter');
    await recorder(one.page).getByRole('button', { name: 'An 1 Person senden' }).click();
    await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(1);
    const [row] = await stored();
    expect(row).toMatchObject({ type: 'VOICE', content: 'Der Treffpunkt', mime: expect.stringMatching(/^audio\//) });
    expect(row?.voice_seconds).toBeGreaterThanOrEqual(3);
    expect(row?.voice_seconds).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 1000));
    // The microphone beeps: there are loud parts and silent ones. 32 kbit a second are 4 kB.
    const wave = [...(row?.voice_wave ?? [])];
    expect([wave.length, Math.max(...wave)]).toEqual([64, 255]);
    expect(Math.min(...wave)).toBeLessThan(64);
    expect(row?.size).toBeLessThan((row?.voice_seconds ?? 0) * 8_000);
    // Focus is back at what began it.
    await expect
      .poll(() => one.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Sprachnachricht aufnehmen');

    const { page } = other;
    await player(page).waitFor();
    await log(page).getByText('Der Treffpunkt').waitFor();
    // Nothing is fetched before somebody wants to hear it.
    expect(await audios(page)).toEqual([]);
    const place = player(page).getByRole('slider', { name: 'Stelle in der Aufnahme' });
    await player(page).getByRole('button', { name: 'Abspielen' }).click();
    await player(page).getByRole('button', { name: 'Anhalten' }).waitFor();
    await expect.poll(async () => (await audios(page))[0]?.currentTime).toBeGreaterThan(0.3);
    await player(page).getByRole('button', { name: 'Tempo: 1-fach. Ändern' }).click();
    await player(page).getByRole('button', { name: 'Tempo: 1,5-fach. Ändern' }).click();
    await player(page).getByRole('button', { name: 'Tempo: 2-fach. Ändern' }).waitFor();
    expect((await audios(page))[0]?.playbackRate).toBe(2);
    // It plays to its end and begins anew.
    await player(page).getByRole('button', { name: 'Abspielen' }).waitFor({ timeout: 15_000 });
    await expect.poll(() => place.inputValue()).toBe('0');
    await place.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await audios(page))[0]?.currentTime).toBe(2);
    expect(await place.getAttribute('aria-valuetext')).toMatch(/^2 Sekunden von \d+ Sekunden$/);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  it('that the network did not take stays, can be heard, and goes once with the same uuid [C-7.51] [C-4.18] [C-8.02]', async () => {
    await using app = await open('ada');
    const { page } = app;
    await watchAudio(page);
    await openChat(page);
    const uuids: string[] = [];
    await page.route('**/messages/voice', async (route) => {
      uuids.push(
        /name="uuid"\s+([-0-9a-f]{36})/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? '',
      );
      // At first nothing arrives, then the server takes it, but its answer gets lost.
      if (uuids.length > 1) await route.fetch();
      return route.abort('internetdisconnected');
    });
    await record(page, 1);
    await recorder(page).getByRole('button', { name: 'An 1 Person senden' }).click();
    await log(page).getByText('Nicht gesendet').waitFor();
    expect(await stored()).toEqual([]);
    await player(page).getByRole('button', { name: 'Abspielen' }).click();
    await expect.poll(async () => (await audios(page))[0]?.currentTime).toBeGreaterThan(0.1);
    await expectAccessible(page);
    await log(page).getByRole('button', { name: 'Noch einmal senden' }).click();
    await expect.poll(stored).toMatchObject([{ type: 'VOICE', uuid: uuids[0] }]);
    const states = log(page).getByText(/^(Nicht gesendet|Wird gesendet)$/);
    await expect.poll(() => states.count(), { timeout: 10_000 }).toBe(0);
    expect(await player(page).count()).toBe(1);
    expect(uuids).toEqual([uuids[0], uuids[0]]);
  });

  it('falls silent when another one begins [C-7.51]', async () => {
    await using app = await open('ada');
    const { page } = app;
    await watchAudio(page);
    await openChat(page);
    for (const count of [1, 2]) {
      await record(page, 2);
      await recorder(page).getByRole('button', { name: 'An 1 Person senden' }).click();
      await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(count);
      await expect.poll(() => log(page).getByText('Wird gesendet').count()).toBe(0);
    }
    await player(page).first().getByRole('button', { name: 'Abspielen' }).click();
    await expect.poll(async () => (await audios(page)).map(({ paused }) => paused)).toEqual([false]);
    await player(page).last().getByRole('button', { name: 'Abspielen' }).click();
    await expect.poll(async () => (await audios(page)).map(({ paused }) => paused)).toEqual([true, false]);
    await player(page).last().getByRole('button', { name: 'Anhalten' }).waitFor();
    expect(await player(page).first().getByRole('button', { name: 'Abspielen' }).count()).toBe(1);
  });

  it('is dropped, recorded anew, or given up with the page: each time the microphone is off again [C-7.51]', async () => {
    await using app = await open('ada');
    const { page } = app;
    await page.addInitScript(() => {
      const streams: MediaStream[] = [];
      Object.assign(globalThis, { streams });
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await ask(wanted);
        streams.push(stream);
        return stream;
      };
    });
    const tracks = () =>
      page.evaluate(() =>
        (globalThis as unknown as { streams: MediaStream[] }).streams.map(
          (stream) => stream.getTracks()[0]?.readyState,
        ),
      );
    await openChat(page);
    await page.getByRole('textbox', { name: 'Nachricht', exact: true }).fill('Mein Entwurf');
    await button(page, 'Sprachnachricht aufnehmen').click();
    await button(page, 'Aufnahme beenden').waitFor();
    expect(await tracks()).toEqual(['live']);
    await button(page, 'Aufnahme verwerfen').click();
    await expect.poll(tracks).toEqual(['ended']);
    // What was written meanwhile is still there.
    expect(await page.getByRole('textbox', { name: 'Nachricht', exact: true }).inputValue()).toBe('Mein Entwurf');
    await record(page, 1);
    expect(await tracks()).toEqual(['ended', 'ended']);
    await button(page, 'Neu aufnehmen').click();
    await button(page, 'Aufnahme beenden').waitFor();
    expect(await tracks()).toEqual(['ended', 'ended', 'live']);
    await page.getByRole('link', { name: 'Stundenplan' }).first().click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Deine Aufnahme ist noch nicht gesendet', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Verlassen' }).click();
    await page.waitForURL(/timetable/);
    await expect.poll(tracks).toEqual(['ended', 'ended', 'ended']);
    expect(await stored()).toEqual([]);
  });

  it('that cannot be recorded says why in words, that cannot be played is downloaded [C-7.51]', async () => {
    await using app = await open('ada');
    const { page } = app;
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError'];
      mediaDevices.getUserMedia = (wanted) => {
        const name = names.shift();
        return name ? Promise.reject(new DOMException('', name)) : ask(wanted);
      };
      const { canPlayType } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.canPlayType = function (type) {
        return document.documentElement.dataset.old ? '' : canPlayType.call(this, type);
      };
    });
    await openChat(page);
    await button(page, 'Sprachnachricht aufnehmen').click();
    await recorder(page)
      .getByRole('alert')
      .getByText('Kreide darf das Mikrofon nicht benutzen.', { exact: false })
      .waitFor();
    await expectAccessible(page);
    await button(page, 'Neu aufnehmen').click();
    await recorder(page).getByText('Es wurde kein Mikrofon gefunden.', { exact: false }).waitFor();
    await button(page, 'Neu aufnehmen').click();
    await recorder(page).getByText('Ein anderes Programm', { exact: false }).waitFor();
    await recorder(page).getByRole('button', { name: 'Schließen' }).click();
    await record(page, 1);
    await page.evaluate(() => {
      document.documentElement.dataset.old = 'true';
    });
    await recorder(page).getByRole('button', { name: 'An 1 Person senden' }).click();
    const link = log(page).getByRole('link', { name: 'Herunterladen' });
    await expect.poll(async () => (await stored()).length).toBe(1);
    await expect.poll(async () => (await link.getAttribute('href').catch(() => '')) ?? '').toMatch(/^\/v1\/files/);
    await log(page).getByText('Auf diesem Gerät kann diese Sprachnachricht', { exact: false }).waitFor();
    const address = new URL((await link.getAttribute('href')) ?? '', kreide.server.url);
    expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe((await stored())[0]?.size);
    expect(await link.getAttribute('download')).toMatch(/^Sprachnachricht\.(webm|m4a|ogg)$/);
    await expectAccessible(page);
  });

  it('that is sent while a message is being changed leaves that change open', async () => {
    await using app = await open('ada');
    const { page } = app;
    await openChat(page);
    const text = page.getByRole('textbox', { name: 'Nachricht', exact: true });
    await text.fill('Um acht');
    await page.keyboard.press('Enter');
    await log(page).getByText('Um acht').waitFor();
    await record(page, 1);
    await log(page)
      .getByRole('button', { name: /^Aktionen/ })
      .click();
    await page.getByRole('menuitem', { name: 'Ändern' }).click();
    await text.fill('Um neun');
    await recorder(page).getByRole('button', { name: 'An 1 Person senden' }).click();
    await expect.poll(async () => (await stored()).length).toBe(2);
    expect(await text.inputValue()).toBe('Um neun');
    await button(page, 'Änderung speichern').click();
    await expect.poll(async () => (await stored())[0]?.content).toBe('Um neun');
  });

  it('to very many people goes after a second tap only', async () => {
    await addParents(kreide.server, kreide.school.id, channel, 120);
    await using app = await open('ada');
    const { page } = app;
    await openChat(page);
    await record(page, 1);
    await recorder(page).getByRole('button', { name: 'An 121 Personen senden' }).click();
    const question = page.getByRole('alertdialog', { name: 'An 121 Personen senden?' });
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await recorder(page).getByRole('button', { name: 'An 121 Personen senden' }).click();
    expect(await stored()).toEqual([]);
    await question.getByRole('button', { name: 'An 121 Personen senden' }).click();
    await expect.poll(async () => (await stored()).length).toBe(1);
  });

  it('that the browser does not let sound says so once, in the language of its reader [C-8.05]', async () => {
    await using author = await open('ada');
    await openChat(author.page);
    await record(author.page, 1);
    await recorder(author.page).getByRole('button', { name: 'An 1 Person senden' }).click();
    await expect.poll(async () => (await stored()).length).toBe(1);
    for (const [language, words] of [
      ['de', 'Dein Browser spielt auf dieser Seite keinen Ton von selbst ab.'],
      ['tr', 'Tarayıcın bu sayfanın kendiliğinden ses çıkarmasına izin vermiyor.'],
    ] as const) {
      await using app = await open('ben', { language });
      const { page } = app;
      await page.addInitScript(() => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      });
      await page.goto(`/channels/${channel.id}/chat`);
      const start = page.getByRole('log').getByRole('group').getByRole('button').first();
      await start.click();
      await page.getByText(words, { exact: false }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: /^(Verstanden|Anladım)$/ }).click();
      await expect.poll(() => page.getByText(words, { exact: false }).count()).toBe(0);
      await start.click();
      await page.reload();
      await start.click();
      await expect.poll(() => page.evaluate(() => localStorage.getItem('autoplay_told'))).toBe('true');
      expect(await page.getByText(words, { exact: false }).count()).toBe(0);
    }
  });
});
