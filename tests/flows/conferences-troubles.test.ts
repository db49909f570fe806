// features: conferences

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Signal } from '../../packages/core/src/features/conferences/index.ts';
import type { AppPage } from '../support/app-browser.ts';
import { button, enter, expectPictures, tile, withConferences } from '../support/conference-flows.ts';
import { layWire } from '../support/conference-wire.ts';

const { open, room, begin } = withConferences();

/** The colour in the middle of what somebody is seen as. */
const colourOf = (page: Page, name: string) =>
  tile(page, name)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      const context = canvas.getContext('2d');
      context?.drawImage(video, 0, 0);
      return [...(context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])].join(' ');
    });

/** Begins a conference with `one` and brings `other` into it. */
async function meet(one: AppPage, other: AppPage): Promise<void> {
  const uuid = await begin(one.page);
  await enter(one.page);
  await other.page.goto(room(uuid));
  await enter(other.page);
}

type Fate = 'passes' | 'is lost' | 'fails';

/**
 * What the browser of a page tells that of the other, and what becomes of each call: it is lost where the server takes it
 * and nobody hears of it, and fails where the network does.
 */
async function listen({ page }: AppPage, fateOf: (signals: Signal[]) => Fate = () => 'passes') {
  const told: Record<Fate, Signal[]> = { passes: [], 'is lost': [], fails: [] };
  await page.route('**/signals', async (route) => {
    const { signals } = route.request().postDataJSON() as { signals: Signal[] };
    const fate = fateOf(signals);
    told[fate].push(...signals);
    if (fate === 'fails') return route.abort('internetdisconnected');
    return fate === 'is lost' ? route.fulfill({ status: 204 }) : route.fallback();
  });
  return told;
}

/** The names of the ways that were offered: another one after the search has begun anew. */
const waysIn = (signals: readonly Signal[]): Set<string> =>
  new Set(signals.flatMap((one) => (one.type === 'offer' ? (/a=ice-ufrag:(\S+)/.exec(one.sdp)?.slice(1) ?? []) : [])));

describe('a screen', () => {
  it('is shared by somebody whose camera is on: the others see it in the place of the camera, and then the camera again [C-7.31]', async () => {
    await using one = await open('ada');
    await using other = await open('ben');
    await meet(one, other);
    expect(await expectPictures(other.page, 'ada')).toBeLessThanOrEqual(640);
    await button(one.page, 'Bildschirm teilen').click();
    await tile(other.page, 'ada').getByText('teilt den Bildschirm').waitFor();
    // The screen of the engine is twice as wide as what a camera sends.
    await expect.poll(() => expectPictures(other.page, 'ada'), { timeout: 30_000 }).toBe(1280);
    // Its picture changes its colour all the time, here and there.
    const before = await colourOf(other.page, 'ada');
    await expect.poll(() => colourOf(other.page, 'ada')).not.toBe(before);
    await expectPictures(one.page, 'ben');
    await button(one.page, 'Nicht mehr teilen').click();
    await tile(other.page, 'ada').getByText('teilt den Bildschirm').waitFor({ state: 'detached' });
    await expect.poll(() => expectPictures(other.page, 'ada'), { timeout: 30_000 }).toBeLessThanOrEqual(640);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  it('is said to be broken, looks for a new way by itself, and then pictures come again [C-7.31]', async () => {
    await using one = await open('ada');
    await using other = await open('ben');
    await using wire = await layWire(one.page, other.page);
    const told = [await listen(one), await listen(other)];
    const offered = () => waysIn(told.flatMap(({ passes }) => passes));
    await meet(one, other);
    await expectPictures(one.page, 'ben');
    await expectPictures(other.page, 'ada');
    const before = offered();
    wire.cut();
    await tile(one.page, 'ben').getByText('Verbindung unterbrochen').waitFor();
    await expect.poll(() => [...offered()].some((way) => !before.has(way)), { timeout: 20_000 }).toBe(true);
    wire.mend();
    await tile(one.page, 'ben').getByText('Verbindung unterbrochen').waitFor({ state: 'detached' });
    await expectPictures(one.page, 'ben');
    await expectPictures(other.page, 'ada');
  });
});

describe('words between browsers', () => {
  it.each([
    ['offer', 'ben'],
    ['answer', 'ada'],
  ])('an %s that got lost is made again, and both see each other [C-7.31]', async (type, from) => {
    await using one = await open('ada');
    await using other = await open('ben');
    let isFirst = true;
    const told = await listen(from === 'ada' ? one : other, (signals) => {
      if (!isFirst || signals.every((signal) => signal.type !== type)) return 'passes';
      isFirst = false;
      return 'is lost';
    });
    await meet(one, other);
    await expectPictures(one.page, 'ben');
    await expectPictures(other.page, 'ada');
    expect(told['is lost'].filter((signal) => signal.type === type)).toHaveLength(1);
  });

  it('about cameras that are turned on at the same time leave no picture behind, also where one gets lost [C-7.31]', async () => {
    await using one = await open('ada');
    await using other = await open('ben');
    let isFirst = true;
    const told = await listen(one, (signals) => {
      if (!isFirst || signals.every(({ type }) => type !== 'renegotiate')) return 'passes';
      isFirst = false;
      return 'is lost';
    });
    const toldOther = await listen(other);
    const uuid = await begin(one.page);
    await enter(one.page, { hasCamera: false });
    await other.page.goto(room(uuid));
    await enter(other.page, { hasCamera: false });
    const both = [one.page, other.page] as const;
    // The one who waits for offers, and the one who makes them.
    await expect.poll(() => told.passes.some(({ type }) => type === 'answer')).toBe(true);
    await Promise.all(both.map((page) => button(page, 'Kamera einschalten').click()));
    await expectPictures(one.page, 'ben');
    await expectPictures(other.page, 'ada');
    // With whatever went in the same call.
    expect(told['is lost'].filter(({ type }) => type === 'renegotiate')).toHaveLength(1);
    // An offer that is taken back stops pictures: only one of the two makes any.
    const offers = [told, toldOther].map(({ passes }) => passes.filter(({ type }) => type === 'offer').length);
    expect([offers[0], (offers[1] ?? 0) > 1]).toEqual([0, true]);
  });

  it('are sent again in their order where the network refuses them [C-7.31]', async () => {
    await using one = await open('ada');
    await using other = await open('ben');
    let left = 3;
    const told = await listen(other, () => (left-- > 0 ? 'fails' : 'passes'));
    await meet(one, other);
    await expectPictures(one.page, 'ben');
    await expectPictures(other.page, 'ada');
    const [first] = told.fails;
    expect(first?.type).toBe('offer');
    // The one that failed each time stands first among those that passed.
    expect(told.passes[0]).toEqual(first);
  });
});
