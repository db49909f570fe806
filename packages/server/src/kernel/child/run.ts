import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Log } from '../log.ts';
import { isReport, type Report } from './report.ts';

/** Work in a child process failed. */
export class ChildError extends Error {
  /** From the system error that ended the work: `ENOSPC`, `write`, the path. */
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly path: string | undefined;

  constructor(message: string, cause: Extract<Report, { kind: 'failed' }>['error'] | undefined) {
    super(message, { cause });
    this.name = 'ChildError';
    this.code = cause?.code;
    this.syscall = cause?.syscall;
    this.path = cause?.path;
    if (cause?.stack) this.stack = `${message}\n${cause.stack}`;
  }
}

export interface ChildWork {
  /** What is done, for people: "The demo could not be made" when it fails. */
  failure: string;
  /** A file that calls `answerParent`. */
  entry: URL;
  /** Plain data only. */
  input: unknown;
  log: Log;
  /** Ends the process; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
/** Number of lines of standard error that are kept for the message of a failure. */
const LAST_LINES = 40;

/**
 * Does rare and heavy work in a child process, whose memory is freed when it ends. Returns the result of the work;
 * throws `ChildError` when it failed or the process ended early. The child never outlives this process.
 */
export async function runInChild({ failure, entry, input, log, signal }: ChildWork): Promise<unknown> {
  signal?.throwIfAborted();
  const child = fork(entry, {
    // Without our own flags: an inspector's port is taken, and a watcher watches one process.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  const complaints = hear(child, log);
  try {
    const report = await reportOf(child, input);
    signal?.throwIfAborted();
    if (report?.kind === 'done') {
      for (const line of complaints) log.warn(line);
      return report.output;
    }
    if (report?.kind === 'failed') throw new ChildError(`${failure}: ${report.error.message}`, report.error);
    const how = child.signalCode ? `ended by ${child.signalCode}` : `ended with code ${child.exitCode}`;
    throw new ChildError([`${failure}: its process was ${how}.`, ...complaints].join('\n'), undefined);
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** What the process reports before it ends; undefined when it ends without a report. */
function reportOf(child: ChildProcess, input: unknown): Promise<Report | undefined> {
  return new Promise((resolve, reject) => {
    let report: Report | undefined;
    child.on('message', (message) => {
      if (isReport(message)) report = message;
    });
    child.on('error', reject);
    child.on('close', () => resolve(report));
    // A child that ends before it has read this is handled by its exit event.
    child.send({ input }, () => {});
  });
}

/** Forwards its log to ours. Returns a list that holds the last lines of its standard error. */
function hear(child: ChildProcess, log: Log): string[] {
  const complaints: string[] = [];
  linesOf(child.stdout, (line) => repeat(line, log));
  linesOf(child.stderr, (line) => {
    complaints.push(line);
    if (complaints.length > LAST_LINES) complaints.shift();
  });
  return complaints;
}

function linesOf(stream: Readable | null, listener: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', listener);
}

function repeat(line: string, log: Log): void {
  try {
    const { level, time: _, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
    const known = LEVELS.find((name) => name === level) ?? 'warn';
    log[known](fields, typeof msg === 'string' ? msg : undefined);
  } catch {
    log.warn(line);
  }
}
