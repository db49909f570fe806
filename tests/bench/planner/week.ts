import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { openAppForBench } from '../app.ts';
import { type BenchRow, median } from '../row.ts';
import { buildLargestSchool, LARGEST } from './school.ts';

/** A phone of a few years ago beside the machine of this bench. */
const SLOWER = 4;
const WEEK_MS = 300;
/** The whole answer before it is compressed, kB. */
const ANSWER_KB = 500;
/** How often a week is opened; the first one of each kind warms the browser. */
const TIMES = 9;
const DOM_RATIO = 2.5;
const DESKTOP = {
  viewport: { width: 1280, height: 900 },
  isMobile: false,
  hasTouch: false,
  serviceWorkers: 'block',
} as const;
const OPENINGS = 5;
const LINK = 'a[href*="/timetable/grades/first"]';
const LIST = 'main select';
const PATIENCE_MS = 15_000;

interface Opened {
  /** From the press until the last lesson is there, ms. */
  shown: number;
  /** Of these, answers on their way. */
  network: number;
  lessons: number;
}

/** Presses a link, or chooses from a list, and waits until a week of lessons is drawn whose name ends so. */
async function open(page: Page, selector: string, name: string): Promise<Opened> {
  const pressed = page.locator(selector).first();
  await pressed.waitFor();
  await page.waitForTimeout(500);
  return pressed.evaluate(
    async (element: HTMLElement, { wanted, patience }) => {
      const entries: PerformanceEntryList = [];
      const fetched = new PerformanceObserver((list) => entries.push(...list.getEntries()));
      fetched.observe({ type: 'resource' });
      const begin = performance.now();
      if (element instanceof HTMLSelectElement) {
        element.value = [...element.options].find(({ text }) => text.startsWith(`${wanted} `))?.value ?? '';
        element.dispatchEvent(new Event('change', { bubbles: true }));
      } else element.click();
      const lessons = await new Promise<number>((resolve, refuse) => {
        const look = () => {
          const table = document.querySelector('table[aria-label]');
          const drawn = table?.querySelectorAll('[data-lesson]').length ?? 0;
          if (table?.getAttribute('aria-label')?.endsWith(` ${wanted}`) && drawn > 0) resolve(drawn);
          else if (performance.now() - begin > patience) refuse(new Error(`no week of ${wanted}`));
          else requestAnimationFrame(look);
        };
        look();
      });
      const shown = performance.now() - begin;
      entries.push(...fetched.takeRecords());
      let [network, last] = [0, 0];
      const answers = entries as PerformanceResourceTiming[];
      for (const { startTime, responseEnd } of answers.sort((one, other) => one.startTime - other.startTime)) {
        network += Math.max(0, responseEnd - Math.max(startTime, last));
        last = Math.max(last, responseEnd);
      }
      return { shown, network, lessons };
    },
    { wanted: name, patience: PATIENCE_MS },
  );
}

/** Processor time of the page's main thread while something is done and drawn, ms. */
async function costOf(page: Page, devtools: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await read();
  await act();
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  return (await read()) - before;
}

/** Draws the same table beside it, element by element, in the place of the one that was drawn so before. */
function drawPlain(): void {
  type Plain = string | { tag: string; attributes: [string, string][]; children: Plain[] };
  const store = globalThis as unknown as { plain?: Plain };
  const read = (node: Node): Plain[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
    if (!(node instanceof Element)) return [];
    const attributes = [...node.attributes].map(({ name, value }): [string, string] => [name, value]);
    return [{ tag: node.tagName, attributes, children: [...node.childNodes].flatMap(read) }];
  };
  const build = (plain: Plain): Node => {
    if (typeof plain === 'string') return document.createTextNode(plain);
    const element = document.createElement(plain.tag);
    for (const [name, value] of plain.attributes) element.setAttribute(name, value);
    for (const child of plain.children) element.append(build(child));
    return element;
  };
  const table = document.querySelector('table[aria-label]');
  const drawn = table ? read(table)[0] : undefined;
  if (drawn !== undefined) store.plain ??= drawn;
  let host = document.querySelector('#plain');
  if (!host) {
    host = Object.assign(document.createElement('div'), { id: 'plain', className: table?.parentElement?.className });
    table?.parentElement?.after(host);
  }
  if (store.plain) host.replaceChildren(build(store.plain));
}

function choose({ list, index }: { list: string; index: number }): void {
  const element = document.querySelector<HTMLSelectElement>(list);
  if (!element) return;
  element.selectedIndex = index;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** How much more another week in the editor costs than the same elements alone, ms of each. */
async function compareWithDom(page: Page): Promise<{ editor: number; plain: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const [editor, plain, idle]: [number[], number[], number[]] = [[], [], []];
  for (let time = 0; time <= 2 * TIMES; time += 1) {
    await page.waitForTimeout(200);
    idle.push(await costOf(page, devtools, () => page.evaluate(() => 0)));
    editor.push(await costOf(page, devtools, () => page.evaluate(choose, { list: LIST, index: time % 2 })));
  }
  for (let time = 0; time <= 2 * TIMES; time += 1) {
    await page.waitForTimeout(200);
    plain.push(await costOf(page, devtools, () => page.evaluate(drawPlain)));
  }
  const usual = (costs: readonly number[]) => median(costs.slice(2)) - median(idle);
  return { editor: usual(editor), plain: usual(plain) };
}

/** The week of a class among all lessons of the largest school: in a slowed browser, and beside the same elements alone. */
export async function measureWeek(): Promise<BenchRow[]> {
  let school = '';
  let answer = '';
  await using app = await openAppForBench(async (server) => {
    const { pool } = server.test.database;
    const { id, yearId, admin } = await buildLargestSchool(pool);
    await pool.query(
      `update users set password_hash = known.password_hash from users known
        where users.school_id = $1 and users.username = 'admin' and known.username = 'admin' and known.password_hash is not null`,
      [id],
    );
    const { rows } = await pool.query<{ uuid: string }>('select uuid from schools where id = $1', [id]);
    school = rows[0]?.uuid ?? '';
    const overview = await server.request('GET', '/v1/timetables/versions', { token: admin });
    const copy_data_from_version = overview.body.data.plans[0].uuid;
    const body = { school_year_id: yearId, note: '', copy_data_from_version };
    const made = await server.request('POST', '/v1/timetables/versions', { token: admin, body });
    if (made.status !== 200) throw new Error(made.text);
    answer = (await server.request('GET', '/v1/timetables/current', { token: admin })).text;
  });
  const page = await app.open({ slink: 'seeded-1', username: 'admin', ...DESKTOP });
  const devtools = await page.context().newCDPSession(page);
  const slow = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
  const first: Opened[] = [];
  for (let time = 0; time < OPENINGS; time += 1) {
    await page.goto(`/management/${school}/advanced-timetable`);
    await page.locator(LINK).waitFor();
    await page.waitForTimeout(1_500);
    await slow(SLOWER);
    first.push(await open(page, LINK, 'K1'));
    await slow(1);
  }
  await slow(SLOWER);
  const weeks: Opened[] = [];
  for (let time = 0; time <= TIMES; time += 1) weeks.push(await open(page, LIST, time % 2 === 0 ? 'K2' : 'K1'));
  await slow(1);
  const { editor, plain } = await compareWithDom(page);
  await page.context().close();
  const shown = median(weeks.slice(1).map((one) => one.shown));
  // The best of them: each loads the whole app anew, and others share the machine.
  const drawing = Math.min(...first.map((one) => one.shown - one.network));
  const [whole, network] = (['shown', 'network'] as const).map((key) =>
    Math.round(median(first.map((one) => one[key]))),
  );
  const of = `${weeks[0]?.lessons} of ${LARGEST.lessons} lessons, processor slowed ${SLOWER} times`;
  const size = answer.length / 1000;
  return [
    {
      name: "the editor's answer, before it is compressed",
      value: size,
      limit: `≤ ${ANSWER_KB}`,
      unit: 'kB',
      ok: size <= ANSWER_KB,
      detail: `${LARGEST.lessons} lessons, ${Math.round(gzipSync(answer).length / 1000)} kB on their way`,
    },
    {
      name: 'the editor opened, until the last lesson of a class, beside its answers',
      value: drawing,
      limit: `≤ ${WEEK_MS}`,
      unit: 'ms',
      ok: drawing <= WEEK_MS,
      detail: `${of}; ${whole} ms, of which ${network} ms are answers on their way`,
    },
    {
      name: 'the week of another class, until its last lesson',
      value: shown,
      limit: `≤ ${WEEK_MS}`,
      unit: 'ms',
      ok: shown <= WEEK_MS,
      detail: of,
    },
    {
      name: 'the week of another class beside plain DOM',
      value: editor / plain,
      limit: `≤ ${DOM_RATIO}`,
      unit: '×',
      ok: editor <= DOM_RATIO * plain,
      detail: `${editor.toFixed(1)} ms of the processor beside ${plain.toFixed(1)} ms`,
    },
  ];
}
