/**
 * First file of the thread that does bounded work: loads the work, with what an earlier process has compiled of it, and leaves to the next
 * one what is new. Such a process is killed when it is over: at its end it would leave nothing. Started by bounded-entry.ts only.
 */
import { flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

delete process.env.NODE_COMPILE_CACHE;
await import(workerData as string);
flushCompileCache();
