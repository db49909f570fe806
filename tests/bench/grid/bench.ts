import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { buildPages, PAGES_ORIGIN, servePages } from './pages.ts';

/** A line of the bench: a figure beside its limit. */
export type Row = {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  readonly ok: boolean;
};

/** Main-thread milliseconds of one contender: nothing done, the page around it started, first render in it, next week. */
type Sample = { readonly idle: number; readonly start: number; readonly first: number; readonly next: number };
type Step = Exclude<keyof Sample, 'idle'>;

const OTHERS = ['fullcalendar', 'react-big-calendar', 'schedule-x'] as const;
const NAMES = ['dom', 'kreide', ...OTHERS] as const;
const COUNTS = [60, 300] as const;
const STEPS = [
  ['first render', 'first'],
  ['next week', 'next'],
] as const;
/** Where the element or app starts with the timetable: told beside the others, it measures React more than the grid. */
const COLD = ['start', 'first'] as const;
/** At most so many times plain DOM boxes. */
const DOM_RATIO_LIMIT = 2;

async function measure(browser: Browser, folder: string, name: string, count: number): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: 'Europe/Berlin' });
  try {
    await servePages(context, folder);
    const page = await context.newPage();
    await page.goto(`${PAGES_ORIGIN}/bench.html?name=${name}&count=${count}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cost = async (step: keyof Sample) => {
      const before = await taskMilliseconds(devtools);
      await page.evaluate(`bench.${step}()`);
      return (await taskMilliseconds(devtools)) - before;
    };
    await cost('idle');
    const idle = await cost('idle');
    const start = await cost('start');
    const first = await cost('first');
    const firstWords = await wordsOf(page, name, count);
    const next = await cost('next');
    if ((await wordsOf(page, name, count)) === firstWords) throw new Error(`${name} did not turn the page`);
    return { idle, start, first, next };
  } finally {
    await context.close();
  }
}

async function taskMilliseconds(devtools: {
  send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>;
}) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** The words on the page once every lesson is drawn: a contender that draws less, or the same week again, would be the fastest. */
async function wordsOf(
  page: { evaluate(code: string): Promise<unknown> },
  name: string,
  count: number,
): Promise<string> {
  const words = String(await page.evaluate('document.body.textContent'));
  // Each lesson names its room, three digits that begin with 1; nothing else on the page does.
  const drawn = words.match(/(?<!\d)1[0-4]\d(?!\d)/gu)?.length ?? 0;
  if (drawn !== count) throw new Error(`${name} drew ${drawn} of ${count} lessons`);
  return words;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Measures our week view beside three calendars and plain DOM boxes in Chromium: CPU time of the main thread for the first render in a
 * running page (a heading stands, React runs where a contender needs it) and for the next week, 60 and 300 lessons, a fresh page per run,
 * interleaved, medians, the cost of doing nothing taken off.
 * @param runs per contender and count; 15 and more for figures to publish
 * @returns milliseconds of each, then the ratios that have a limit: ours to plain DOM (at most 2) and ours to each other (below 1)
 */
export async function runGridBench(runs = 15): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kreide-grid-'));
  const samples = new Map<string, Sample[]>();
  const browser = await buildPages(['bench'], folder).then(openBrowser);
  try {
    for (let run = 0; run <= runs; run += 1) {
      for (const count of COUNTS) {
        for (const name of NAMES) {
          const sample = await measure(browser, folder, name, count);
          const key = `${name} ${count}`;
          // The first round warms the caches of the system and does not count.
          if (run > 0) samples.set(key, [...(samples.get(key) ?? []), sample]);
        }
      }
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
  const cost = (name: string, count: number, steps: readonly Step[]) =>
    median(
      (samples.get(`${name} ${count}`) ?? []).map((sample) =>
        steps.reduce((sum, step) => sum + sample[step] - sample.idle, 0),
      ),
    );
  return [
    ...COUNTS.flatMap((count) =>
      STEPS.flatMap(([what, ...steps]) => rowsOf(`${what}, ${count} lessons`, (name) => cost(name, count, steps))),
    ),
    ...COUNTS.map((count) => {
      const value = cost('kreide', count, COLD) / cost('dom', count, COLD);
      const name = `page started and first render, ${count} lessons: kreide / dom`;
      return { name, value, limit: Number.POSITIVE_INFINITY, unit: '×', ok: true };
    }),
  ];
}

function rowsOf(what: string, cost: (name: string) => number): Row[] {
  const times = NAMES.map((name) => ({
    name: `${what}: ${name}`,
    value: cost(name),
    limit: Number.POSITIVE_INFINITY,
    unit: 'ms',
    ok: true,
  }));
  const ours = cost('kreide');
  const ratio = (name: string, limit: number) => {
    const value = ours / cost(name);
    return { name: `${what}: kreide / ${name}`, value, limit, unit: '×', ok: value <= limit };
  };
  return [...times, ratio('dom', DOM_RATIO_LIMIT), ...OTHERS.map((name) => ratio(name, 1))];
}

if (import.meta.main) {
  for (const row of await runGridBench(Number(process.argv[2] ?? 15))) {
    const limit = Number.isFinite(row.limit) ? `limit ${row.limit} ${row.ok ? 'ok' : 'MISSED'}` : '';
    console.log(row.name.padEnd(52), row.value.toFixed(2).padStart(8), row.unit.padEnd(3), limit);
  }
}
