import { FILES, listAfterDrawn, noteDrawn, VISIT_LIMITS, watchScripts } from '../../support/visited-scripts.ts';
import { openAppForBench } from '../app.ts';
import type { BenchRow } from '../row.ts';

/** What a page fetches late, such as its line for events, comes within this time after it stands, ms. */
const SETTLED = 10_000;
const PATHS = { 'sign-in': '/amsel/login', feed: '/feed', timetable: '/timetable' } as const;

/** Every script of a first visit to a page with an empty cache, late ones included. */
export async function runFirstVisits(): Promise<BenchRow[]> {
  await using app = await openAppForBench();
  const rows: BenchRow[] = [];
  for (const name of ['sign-in', 'feed', 'timetable'] as const) {
    const page = await app.open({ isSignedIn: name !== 'sign-in', serviceWorkers: 'block' });
    const cost = watchScripts(page);
    // What is fetched once the sign-in stands is none of its visit.
    if (name === 'sign-in') await page.addInitScript(noteDrawn);
    await page.goto(PATHS[name]);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForTimeout(SETTLED);
    const { files, kilobytes, list } = cost(name === 'sign-in' ? await listAfterDrawn(page) : []);
    await page.context().close();
    const limit = VISIT_LIMITS[name];
    rows.push(
      {
        name: `all JavaScript of a first visit: ${name}`,
        value: kilobytes,
        limit: `≤ ${limit}`,
        unit: 'kB gzipped',
        ok: kilobytes <= limit,
        detail: list.slice(0, 5).join(', '),
      },
      { name: `in so many files: ${name}`, value: files, limit: `≤ ${FILES}`, unit: '', ok: files <= FILES },
    );
  }
  return rows;
}
