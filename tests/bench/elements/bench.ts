import { DEMO_SCREEN } from '../../../packages/server/src/demo/seed/found.ts';
import { openBrowser } from '../../support/browser.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { startForeignOrigin } from '../../support/foreign-origin.ts';
import { ROOT, startTestServer } from '../../support/server.ts';
import { type BenchRow, median } from '../row.ts';
import { runMonitorBench } from './monitor.ts';

/** Slowed processors: none, and a phone of a few years ago beside the machine of this bench. */
const RATES = [1, 4] as const;
const RUNS = 5;
/**
 * What the files that pages load may take of the time of the same elements with React: not more. Of that time about half is styles,
 * layout and paint, which are the same in both.
 */
const SHARE = 1;
/** When everything that an element does for its first picture has been done, ms. */
const SETTLED = 1_500;

const TIMETABLE = '<kreide-timetable school="demo" entity-id="8c" start-date="2026-11-18"></kreide-timetable>';

/** One element on a page of another origin, and all of them: requests, bytes, and how long the main thread works. */
export async function runElementsBench(): Promise<BenchRow[]> {
  const kreide = await startTestServer({ env: { KREIDE_DEMO: 'true' }, pages: { root: ROOT, styles: ["'self'"] } });
  const all = `${TIMETABLE}<kreide-news school="demo"></kreide-news><kreide-monitor token="${DEMO_SCREEN}-sub"></kreide-monitor>`;
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
      '/react/all': page('react/', all),
    },
  });
  const browser = await openBrowser();

  async function visit(path: string, rate: number) {
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
      await visited.goto(school.url + path);
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
        const times = { light: [] as number[], react: [] as number[], nothing: [] as number[] };
        let cost = { requests: 0, kilobytes: 0 };
        // In turns, so that both meet the same machine; the first ones warm it up.
        for (let run = 0; run <= RUNS; run += 1) {
          for (const engine of ['light', 'react', 'nothing'] as const) {
            const visited = await visit(engine === 'nothing' ? '/nothing' : `/${engine}/${name}`, rate);
            if (run > 0) times[engine].push(visited.milliseconds);
            if (engine === 'light') cost = visited;
          }
        }
        // What an empty page takes is the browser's, and that of whoever drives it.
        const nothing = median(times.nothing);
        const [light, react] = [median(times.light) - nothing, median(times.react) - nothing];
        rows.push({
          name: `main thread, ${name}, ${rate} × slowed, as a part of that with React`,
          value: light / react,
          limit: rate === 1 ? 'none' : `≤ ${SHARE}`,
          unit: '',
          ok: rate === 1 || light / react <= SHARE,
          detail: `${light.toFixed(0)} ms beside ${react.toFixed(0)}; ${cost.requests} requests, ${cost.kilobytes.toFixed(0)} kB`,
        });
      }
    }
    return [...rows, ...(await runMonitorBench(kreide))];
  } finally {
    await browser.close();
    await school[Symbol.asyncDispose]();
    await kreide.stop();
    await closeOwnTestServer();
  }
}
