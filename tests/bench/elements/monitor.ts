import { DEMO_SCREEN } from '../../../packages/server/src/demo/seed/found.ts';
import { openBrowser } from '../../support/browser.ts';
import { startForeignOrigin } from '../../support/foreign-origin.ts';
import { ROOT, type TestServer } from '../../support/server.ts';
import type { BenchRow } from '../row.ts';

const HOURS = 12;
/** What a screen may need after a day beside what it needed after its first hour; one thing kept with each poll would be thirty times that. */
const GROWTH = 1.25;
/** 7:00 at the school, so that a whole school day passes. */
const MORNING = new Date('2026-11-18T06:00:00Z');

/** A screen in the hall from seven to seven in the browser's own hours: it keeps what it has, and grows by nothing. */
export async function runMonitorBench(kreide: TestServer): Promise<BenchRow[]> {
  const html = `<!doctype html><html lang="de"><head><title>Halle</title><script src="${kreide.url}/widgets/kreide.js" defer></script></head><body><kreide-monitor token="${DEMO_SCREEN}-news-split"></kreide-monitor></body></html>`;
  await using school = await startForeignOrigin({ folder: ROOT, kreide: kreide.url, pages: { '/hall': html } });
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/public/monitors/')) asked += 1;
    });
    await page.clock.install({ time: MORNING });
    await page.goto(`${school.url}/hall`);
    await page.locator('kreide-monitor .m-entry').first().waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    const measure = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
      return { nodes: of('Nodes'), heap: of('JSHeapUsedSize') / 1e6, listeners: of('JSEventListeners') };
    };
    /** An hour in steps of a minute: each poll gets its answer before the next. */
    const hour = async () => {
      for (let minute = 0; minute < 60; minute += 1) await page.clock.runFor(60_000);
    };
    await hour();
    const first = await measure();
    for (let count = 1; count < HOURS; count += 1) await hour();
    const last = await measure();
    const detail = `${first.nodes} nodes, ${first.heap.toFixed(1)} MB after an hour; ${asked} polls`;
    return (['nodes', 'heap', 'listeners'] as const).map((key) => ({
      name: `monitor, ${key} after ${HOURS} hours beside those after one`,
      value: last[key] / first[key],
      limit: `≤ ${GROWTH}`,
      unit: '',
      ok: last[key] / first[key] <= GROWTH,
      detail: key === 'nodes' ? detail : `${last[key].toFixed(1)} beside ${first[key].toFixed(1)}`,
    }));
  } finally {
    await browser.close();
  }
}
