/**
 * Main thread of a process that does bounded work: runs the work in a thread, hands messages on in both directions, and
 * watches the memory of the whole process. Started by bounded-process.ts only.
 */
import { Worker } from 'node:worker_threads';
import type { BoundedMessage, EndReason } from './bounded-process.ts';

const [work = '', heap_mb = '', memory_mb = ''] = process.argv.slice(2);
const MEGABYTE = 1024 * 1024;
/** Time between two looks at the memory, ms: a thread fills some 30 MB in it. */
const WATCH_MS = 10;

/** Codes of the runtime, and why the work is over. */
const REASONS: Readonly<Record<string, EndReason>> = {
  ERR_WORKER_OUT_OF_MEMORY: 'out_of_heap',
  ERR_MODULE_NOT_FOUND: 'incomplete',
  MODULE_NOT_FOUND: 'incomplete',
};

const say = (message: BoundedMessage) => process.send?.(message);

/** Tells why and ends at once, whatever the thread is doing. */
function end(reason: EndReason, cause: string): void {
  clearInterval(watch);
  const kill = () => process.kill(process.pid, 'SIGKILL');
  if (!process.connected) kill();
  else process.send?.({ kind: 'ended', reason, cause } satisfies BoundedMessage, kill);
}

const worker = new Worker(new URL('./bounded-thread.ts', import.meta.url), {
  workerData: work,
  resourceLimits: { maxOldGenerationSizeMb: Number(heap_mb) },
  env: { ...process.env },
});
const watch = setInterval(() => {
  const rss_mb = process.memoryUsage.rss() / MEGABYTE;
  if (rss_mb > Number(memory_mb)) end('out_of_memory', `The process holds ${Math.round(rss_mb)} MB.`);
}, WATCH_MS);

worker.on('message', (answer) => say({ kind: 'answer', answer, rss_mb: process.memoryUsage.rss() / MEGABYTE }));
worker.on('error', (error: NodeJS.ErrnoException) => {
  end(REASONS[error.code ?? ''] ?? 'crashed', error.stack ?? String(error));
});
worker.on('exit', (code) => end('crashed', `The thread ended with code ${code}.`));
process.on('message', (input) => worker.postMessage(input));
// Ctrl-C in a terminal reaches both processes: the parent decides. Without a parent there is no reason to go on.
process.on('SIGINT', () => {});
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
