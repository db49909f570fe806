// features: monitor, news, timetable

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForeignOrigin, startForeignOrigin } from '../support/foreign-origin.ts';
import { SURFACES, type Surface, toggle, withPublicAccess } from '../support/public-access-flows.ts';
import { ROOT } from '../support/server.ts';

const { kreide, openSettings } = withPublicAccess();
let homepage: ForeignOrigin;

beforeAll(async () => {
  const { server, school } = kreide;
  const elements = `<kreide-timetable school="amsel" entity-id="10b" start-date="2026-11-18"></kreide-timetable>
    <kreide-news school="amsel"></kreide-news><kreide-monitor token="${school.screen}-sub"></kreide-monitor>`;
  homepage = await startForeignOrigin({
    folder: join(ROOT, 'examples/school-homepage'),
    kreide: server.url,
    pages: {
      '/': `<!doctype html><html lang="de"><head><title>Schule</title><script src="${server.url}/widgets/kreide.js" defer></script></head><body>${elements}</body></html>`,
    },
  });
});
afterAll(() => homepage?.[Symbol.asyncDispose]());

/** The status of each public address, as a homepage asks. */
async function statuses(): Promise<Record<Surface, number>> {
  const status = async (path: string) => (await kreide.server.request('GET', `/v1/public/${path}`)).status;
  return {
    monitor: await status(`monitors/single?token=${kreide.school.screen}-sub`),
    timetable: await status('timetables/amsel/grades/10b'),
    news: await status('news/amsel'),
  };
}

/** What visitors of the homepage see of each element: its data, or that nothing is published. */
async function seenOnHomepage(): Promise<Record<Surface, boolean>> {
  const context = await kreide.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'de-DE' });
  const page = await context.newPage();
  await page.clock.install({ time: kreide.server.clock.now() });
  await page.goto(homepage.url);
  const isShown = async (tag: string, data: string) => {
    const shown = page.locator(tag).locator(data).first();
    const off = page.locator(tag).getByText('Hier ist zurzeit nichts veröffentlicht.');
    await shown.or(off).first().waitFor();
    return shown.isVisible();
  };
  const seen = {
    monitor: await isShown('kreide-monitor', '.m-entry'),
    timetable: await isShown('kreide-timetable', '.kt-lesson'),
    news: await isShown('kreide-news', '.k-card h3'),
  };
  await context.close();
  return seen;
}

describe('the administrator', () => {
  it.each(Object.keys(SURFACES) as Surface[])(
    'switches the public %s off and on again: its address answers 404 and the homepage says that nothing is published [D-2.10]',
    async (surface) => {
      await using app = await openSettings();
      const off = { monitor: true, timetable: true, news: true, [surface]: false };
      await toggle(app.page, surface).press('Space');
      await app.page.getByText(`${SURFACES[surface]}: nicht mehr öffentlich zu sehen.`).waitFor();
      expect(await toggle(app.page, surface).isChecked()).toBe(false);
      expect(await statuses()).toEqual({ monitor: 200, timetable: 200, news: 200, [surface]: 404 });
      expect(await seenOnHomepage()).toEqual(off);
      await toggle(app.page, surface).press('Space');
      await app.page.getByText(`${SURFACES[surface]}: ab jetzt für alle zu sehen.`).waitFor();
      expect(await statuses()).toEqual({ monitor: 200, timetable: 200, news: 200 });
      expect(await seenOnHomepage()).toEqual({ monitor: true, timetable: true, news: true });
      expect(app.problems).toEqual([]);
    },
  );
});
