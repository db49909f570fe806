import type { CDPSession } from 'playwright-core';

/** One event of a trace, times in µs: by the clock, and of the processor. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** A task of the page, ms of the processor: others may want it too. */
export interface Task {
  whole: number;
  /** Of that, tidying up of memory by the browser, which no page can put off or divide. */
  tidying: number;
}

/** The tasks of the page's main thread while something is done, the longest first. */
export async function tasksOf(devtools: CDPSession, act: () => Promise<void>): Promise<Task[]> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  await act();
  const complete = new Promise<unknown>((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const ofPage = events.filter((event) => mains.has(threadOf(event)) && event.dur !== undefined);
  const collections = ofPage.filter(({ name }) => name === 'MajorGC' || name === 'MinorGC');
  const toMs = (event: TraceEvent) => (event.tdur ?? 0) / 1000;
  return ofPage
    .filter(({ name }) => name === 'RunTask')
    .map((task) => {
      const isWithin = (one: TraceEvent) =>
        threadOf(one) === threadOf(task) && one.ts >= task.ts && one.ts < task.ts + (task.dur ?? 0);
      const whole = toMs(task);
      // Short ones are of no interest, and there are thousands of them.
      const tidying = whole < 20 ? [] : collections.filter(isWithin);
      return { whole, tidying: tidying.reduce((sum, one) => sum + toMs(one), 0) };
    })
    .sort((one, other) => other.whole - one.whole);
}
