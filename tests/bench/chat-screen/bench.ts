import type { Page } from 'playwright-core';
import { buildChannel } from '../../support/channels.ts';
import { openAppForBench } from '../app.ts';
import { type BenchRow, median } from '../row.ts';
import { tasksOf } from './tasks.ts';

const MESSAGES = 5_000;
/** A phone of a few years ago beside the machine of this bench. */
const SLOWER = 4;
const LONGEST = 50;
/** How often a chat is opened. */
const TIMES = 7;
const RATIO = 1.2;
/** What the way to a school's server and back takes on a phone (Lighthouse's), ms; the answers themselves come on top. */
const WAY_MS = 150;
const TOP_LIMIT_MS = 240_000;

/** Scrolls up from the newest message to the first, as fast as a thumb does. */
async function scrollToFirst(page: Page): Promise<void> {
  await page.getByRole('log', { name: 'Nachrichten' }).hover();
  // Not by the text, which the driver looks for in all of the page: on a slowed processor that is a long task of its own.
  const isReached = () => page.evaluate(() => document.querySelector('[data-seq="1"]') !== null);
  const end = performance.now() + TOP_LIMIT_MS;
  while (!(await isReached())) {
    if (performance.now() > end) throw new Error('the first message did not come');
    for (let step = 0; step < 10; step += 1) {
      await page.mouse.wheel(0, -900);
      await page.waitForTimeout(30);
    }
  }
}

/**
 * How long a chat takes from the press until its newest message is there, beside the time in which answers that it waits
 * for are on their way; answers at the same time count once. Both as the browser sees them, ms.
 */
async function opening(page: Page, name: string): Promise<{ shown: number; network: number }> {
  await page.goto('/channels');
  const link = page.getByRole('link', { name }).first();
  await link.waitFor();
  await page.waitForTimeout(2_500);
  const { shown, answers } = await link.evaluate(async (element: HTMLElement, newest) => {
    const entries: PerformanceEntryList = [];
    const fetched = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    fetched.observe({ type: 'resource' });
    const begin = performance.now();
    element.click();
    await new Promise<void>((resolve) => {
      const look = () => {
        if (document.querySelector('[role="log"]')?.textContent?.includes(newest)) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
    const shown = performance.now() - begin;
    // What has not ended by now is not among them.
    entries.push(...fetched.takeRecords());
    const answers = (entries as PerformanceResourceTiming[]).map(({ name, startTime, responseEnd }) => ({
      name,
      from: startTime,
      to: responseEnd,
    }));
    return { shown, answers };
  }, `Nachricht ${MESSAGES},`);
  let [network, last] = [0, 0];
  const ofChat = answers.filter((answer) => answer.name.includes('/v1/channels/'));
  for (const { from, to } of ofChat.sort((one, other) => one.from - other.from)) {
    network += Math.max(0, to - Math.max(from, last));
    last = Math.max(last, to);
  }
  return { shown, network };
}

/** A chat with many messages in a browser: scrolling through all of it, and opening it. */
export async function runChatScreenBench(): Promise<BenchRow[]> {
  let chat = '';
  await using app = await openAppForBench(async (server, { id, users }) => {
    const db = server.test.database.kysely;
    const channel = await buildChannel(
      db,
      id,
      { admins: [users.admin] },
      { messages_sent: MESSAGES, name: 'Viele Worte' },
    );
    await server.test.database.pool.query(
      `insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq, created_at, updated_at)
       select $1, $2, n, case when n % 5 = 0 then $3::bigint else $4::bigint end, 'MESSAGE',
         'Nachricht ' || n || ', mit ein paar Worten' || repeat(' und noch einigen mehr', n % 9), n,
         '2026-09-01'::timestamptz + n * interval '15 minutes', '2026-09-01'
       from generate_series(1, $5::int) as n`,
      [id, channel.chat_id, users.admin, users.ada ?? users.admin, MESSAGES],
    );
    await server.test.database.pool.query('update channel_members set read_seq = $1 where channel_id = $2', [
      MESSAGES,
      channel.id,
    ]);
    chat = `/channels/${channel.id}/chat`;
  });
  const page = await app.open({ username: 'admin', serviceWorkers: 'block', reducedMotion: 'no-preference' });
  const devtools = await page.context().newCDPSession(page);
  await page.goto(chat);
  await page.getByRole('log', { name: 'Nachrichten' }).getByText(`Nachricht ${MESSAGES},`).waitFor();
  await page.waitForTimeout(2_000);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const tasks = await tasksOf(devtools, () => scrollToFirst(page));
  const [longest = Number.NaN] = tasks.map(({ whole, tidying }) => whole - tidying).sort((one, other) => other - one);
  const overall = tasks[0]?.whole ?? Number.NaN;
  await page.context().close();
  // Nothing of 5,000 drawn messages is left to be tidied up meanwhile.
  const opener = await app.open({ username: 'admin', serviceWorkers: 'block', reducedMotion: 'no-preference' });
  const network = await opener.context().newCDPSession(opener);
  const speed = { offline: false, latency: WAY_MS, downloadThroughput: -1, uploadThroughput: -1 };
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', speed);
  const opened: { shown: number; network: number }[] = [];
  for (let n = 0; n <= TIMES; n += 1) opened.push(await opening(opener, 'Viele Worte'));
  await opener.context().close();
  const ratio = median(opened.slice(1).map(({ shown, network }) => shown / network));
  const [shown, answers] = (['shown', 'network'] as const).map((key) =>
    Math.round(median(opened.map((one) => one[key]))),
  );
  return [
    {
      name: '5,000 messages scrolled, longest task',
      value: longest,
      limit: `≤ ${LONGEST}`,
      unit: 'ms',
      ok: longest <= LONGEST,
      detail: `processor slowed ${SLOWER} times; ${overall.toFixed(0)} with the tidying up of memory by the browser, ${tasks.filter(({ whole }) => whole > LONGEST).length} such over ${LONGEST}`,
    },
    {
      name: 'a chat opens beside its network answers',
      value: ratio,
      limit: `≤ ${RATIO}`,
      unit: '×',
      ok: ratio <= RATIO,
      detail: `${shown} ms, of which ${answers} ms are answers on their way`,
    },
  ];
}
