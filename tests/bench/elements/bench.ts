import { DEMO_SCREEN } from '../../../packages/server/src/demo/seed/found.ts';
import { openBrowser } from '../../support/browser.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { startForeignOrigin } from '../../support/foreign-origin.ts';
import { ROOT, startTestServer } from '../../support/server.ts';
import { type BenchRow, median } from '../row.ts';
import { startCalendarSite } from './calendar.ts';
import { runMonitorBench } from './monitor.ts';

/** Slowed processors: none, and a phone of a few years ago beside the machine of this bench. */
const RATES = [1, 4] as const;
const RUNS = 5;
/**
 * What the files that pages load may take of the time of the same elements with React: not more. Of that time about half is styles,
 * layout and paint, which are the same in both. All four together are compared with FullCalendar alone.
 */
const SHARE = 1;
/** The same lessons by FullCalendar beside one of our elements: it may take at most as much of each. */
const BESIDE = 1;
/** When everything that an element does for its first picture has been done, ms. */
const SETTLED = 1_500;

const NO_COST = { requests: 0, kilobytes: 0 };

const TIMETABLE = '<kreide-timetable school="demo" entity-id="8c" start-date="2026-11-18"></kreide-timetable>';

/**
 * One element on a page of another origin, and all of them: requests, bytes, and how long the main thread works, beside the same with
 * React and beside a page where FullCalendar shows the lessons of the timetable out of a calendar feed.
 */
export async function runElementsBench(): Promise<BenchRow[]> {
  const kreide = await startTestServer({ env: { KREIDE_DEMO: 'true' }, pages: { root: ROOT, styles: ["'self'"] } });
  const all = `${TIMETABLE}<kreide-news school="demo"></kreide-news><kreide-substitutions token="${DEMO_SCREEN}-sub"></kreide-substitutions><kreide-monitor token="${DEMO_SCREEN}-sub"></kreide-monitor>`;
  const page = (folder: string, body: string) =>
    `<!doctype html><html lang="de"><head><title>Seite</title><script src="${kreide.url}/widgets/${folder}kreide.js" defer></script></head><body>${body}</body></html>`;
  const school = await startForeignOrigin({
    folder: ROOT,
    kreide: kreide.url,
    pages: {
      '/nothing': '<!doctype html><title>Seite</title><p class="kt-lesson">Nichts</p>',
      '/light/timetable': page('', TIMETABLE),
      '/light/all': page('', all),
      '/react/timetable': page('react/', TIMETABLE),
    },
  });
  const calendar = await startCalendarSite(kreide);
  const browser = await openBrowser();
  const addressOf = (page: string) => (page === 'calendar' ? calendar.url : `${school.url}/${page}`);

  async function visit(page: string, rate: number) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    try {
      const visited = await context.newPage();
      const devtools = await context.newCDPSession(visited);
      let requests = 0;
      let bytes = 0;
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        requests += 1;
        bytes += encodedDataLength;
      });
      await devtools.send('Network.enable');
      // Time of the processor: others may want it too.
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
      await visited.goto(addressOf(page));
      await visited.locator('.kt-lesson').first().waitFor();
      await visited.waitForTimeout(SETTLED);
      const { metrics } = await devtools.send('Performance.getMetrics');
      const task = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
      return { milliseconds: task * 1000, requests, kilobytes: bytes / 1000 };
    } finally {
      await context.close();
    }
  }

  try {
    const rows: BenchRow[] = [];
    for (const name of ['timetable', 'all'] as const) {
      for (const rate of RATES) {
        const pages = { light: `light/${name}`, react: 'react/timetable', calendar: 'calendar', nothing: 'nothing' };
        const times = {
          light: [] as number[],
          react: [] as number[],
          calendar: [] as number[],
          nothing: [] as number[],
        };
        const costs = { light: NO_COST, react: NO_COST, calendar: NO_COST, nothing: NO_COST };
        // In turns, so that all meet the same machine; the first ones warm it up.
        for (let run = 0; run <= RUNS; run += 1) {
          for (const page of ['light', 'react', 'calendar', 'nothing'] as const) {
            if (page === 'react' && name === 'all') continue;
            const visited = await visit(pages[page], rate);
            if (run > 0) times[page].push(visited.milliseconds);
            costs[page] = visited;
          }
        }
        // What an empty page takes is the browser's, and that of whoever drives it.
        const nothing = median(times.nothing);
        const [light, react, other] = [times.light, times.react, times.calendar].map(
          (one) => median(one) - nothing,
        ) as [number, number, number];
        const [ours, theirs] = [costs.light, costs.calendar];
        if (name === 'timetable')
          rows.push({
            name: `main thread, ${name}, ${rate} × slowed, as a part of that with React`,
            value: light / react,
            limit: rate === 1 ? 'none' : `≤ ${SHARE}`,
            unit: '',
            ok: rate === 1 || light / react <= SHARE,
            detail: `${light.toFixed(0)} ms beside ${react.toFixed(0)}; ${ours.requests} requests, ${ours.kilobytes.toFixed(0)} kB`,
          });
        // Beside all four it still shows the timetable alone: these lines say what is there, and have no limit.
        const beside = (what: string, value: number, detail: string, hasLimit = name === 'timetable') =>
          rows.push({
            name: `beside FullCalendar with a timetable, ${name}: ${what}`,
            value,
            limit: hasLimit ? `≤ ${BESIDE}` : 'none',
            unit: '',
            ok: !hasLimit || value <= BESIDE,
            detail,
          });
        beside(`main thread, ${rate} × slowed`, light / other, `${light.toFixed(0)} ms beside ${other.toFixed(0)}`);
        if (rate > 1) continue;
        beside(
          'bytes',
          ours.kilobytes / theirs.kilobytes,
          `${ours.kilobytes.toFixed(0)} kB beside ${theirs.kilobytes.toFixed(0)}`,
        );
        beside('requests', ours.requests / theirs.requests, `${ours.requests} beside ${theirs.requests}`);
      }
    }
    return [...rows, ...(await runMonitorBench(kreide))];
  } finally {
    await browser.close();
    await calendar[Symbol.asyncDispose]();
    await school[Symbol.asyncDispose]();
    await kreide.stop();
    await closeOwnTestServer();
  }
}
