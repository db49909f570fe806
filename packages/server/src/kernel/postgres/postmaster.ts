import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, rmdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type ClusterPlace, makeSocketFolder } from './cluster.ts';
import { PostgresError } from './errors.ts';
import { runProgram, spawnAs } from './program.ts';
import { openLog } from './server-log.ts';

export interface Settings {
  /** False only where data may be lost, in tests: much faster, and PostgreSQL ends with this process. */
  durable: boolean;
  maxConnections: number;
}

/** A running main process of PostgreSQL, started by us or left behind by a killed server. */
export interface Postmaster {
  pid: number;
  socket: string;
}

/** One that gave up is noticed at once; a busy machine, or recovery after a crash, may take minutes. */
const START_TIMEOUT_MS = 10 * 60_000;
const BUSY_TIMEOUT_MS = 60_000;
/** How long PostgreSQL has to end after each signal; the second ends it as soon as it gets to run. */
const STOP_LIMITS_MS = { SIGINT: 2_500, SIGQUIT: 30_000 };

/**
 * The postmaster that already runs on this cluster, once it is ready; null when there is none. Waits for one that is
 * shutting down. Removes a stale postmaster.pid (after a crash any process may have its number).
 */
export async function findPostmaster(place: ClusterPlace): Promise<Postmaster | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const found = await readPidFile(place);
    if (found === null) return null;
    if (!(await isPostmaster(found.pid, place))) {
      await rm(join(place.data, 'postmaster.pid'), { force: true });
      return null;
    }
    if (found.ready) return { pid: found.pid, socket: found.socket };
    if (Date.now() > deadline) {
      throw new PostgresError(
        `PostgreSQL (process ${found.pid}) is running but does not get ready.\n${await logTail(place)}`,
      );
    }
    await pause(20);
  }
}

/** Starts PostgreSQL in its own process group (Ctrl-C must reach us first) and waits until it is ready. */
export async function startPostmaster(
  place: ClusterPlace,
  binaries: Binaries,
  settings: Settings,
): Promise<Postmaster> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    await makeSocketFolder(place);
    await removeStaleSocket(place);
    const log = await openLog(place.logFile);
    const from = (await log.stat()).size;
    try {
      const options = {
        ...spawnAs(place.account),
        detached: true,
        stdio: ['ignore', log.fd, log.fd] as ['ignore', number, number],
      };
      const child = spawn(binaries.postgres, ['-D', place.data, ...toOptions(place, settings)], options);
      const ready = await untilReadyOrGone(child, place);
      child.unref();
      if (ready && !settings.durable) endWithUs(child, place);
      if (ready) return ready;
    } finally {
      await log.close();
    }
    const said = await logTail(place, from);
    // A killed predecessor and its processes take a moment to end; another process may also be faster.
    const isBusy = /pre-existing shared memory block|lock file "/.test(said);
    const other = isBusy ? await findPostmaster(place) : null;
    if (other) return other;
    if (!isBusy || Date.now() > deadline)
      throw new PostgresError(`PostgreSQL did not start in ${place.data}.\n${said}`);
    await pause(200);
  }
}

/**
 * A shell that waits until our end of a pipe is closed, which the kernel does however we end, and then stops
 * PostgreSQL.
 */
function endWithUs(child: ChildProcess, place: ClusterPlace): void {
  const script = 'cat > /dev/null; kill -QUIT "$0" 2> /dev/null';
  const options = {
    ...spawnAs(place.account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'],
  };
  const guard = spawn('/bin/sh', ['-c', script, String(child.pid)], options);
  guard.on('error', () => {});
  guard.unref();
  // After PostgreSQL has ended, another process may get its number.
  child.once('exit', () => {
    if (guard.pid !== undefined) signalTo(-guard.pid, 'SIGKILL');
  });
  // The pipe must not keep our event loop alive.
  (guard.stdin as Socket).unref();
}

/** Asks PostgreSQL to close its connections, write everything and end; waits for nothing. */
export function interruptPostmaster(pid: number): void {
  signalTo(pid, 'SIGINT');
}

/**
 * Stops PostgreSQL: closes connections and writes everything; if that takes too long, recovery follows at the next
 * start.
 */
export async function stopPostmaster(place: ClusterPlace, pid: number): Promise<void> {
  for (const [signal, limitMs] of Object.entries(STOP_LIMITS_MS) as [NodeJS.Signals, number][]) {
    if (!(await isPostmaster(pid, place))) return removeOuterSocketFolder(place);
    signalTo(pid, signal);
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      // Not isAlive: in a container without an init process an ended orphan stays in the process table.
      if (!(await isPostmaster(pid, place))) return removeOuterSocketFolder(place);
      await pause(10);
    }
  }
  throw new PostgresError(`PostgreSQL (process ${pid}) did not end.\n${await logTail(place)}`);
}

/** A socket folder in the system's temporary one is removed when it is empty. */
async function removeOuterSocketFolder(place: ClusterPlace): Promise<void> {
  if (!place.socket.startsWith(place.home)) await rmdir(place.socket).catch(() => {});
}

/**
 * A killed server leaves its socket and a lock with its number, which PostgreSQL trusts while any process has that
 * number.
 */
async function removeStaleSocket(place: ClusterPlace): Promise<void> {
  const socket = join(place.socket, '.s.PGSQL.5432');
  const owner = await readFile(`${socket}.lock`, 'utf8').catch(() => null);
  if (owner === null || (await isPostmaster(Number.parseInt(owner, 10), place))) return;
  await rm(`${socket}.lock`, { force: true });
  await rm(socket, { force: true });
}

function isAlive(pid: number): boolean {
  return signalTo(pid, 0);
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Process numbers are reused: is it really the PostgreSQL of this cluster? */
async function isPostmaster(pid: number, place: ClusterPlace): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const ofKernel = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (ofKernel !== null) return ofKernel.split('\0').includes(place.data);
  if (process.platform === 'linux') return false;
  const { output } = await runProgram('ps', ['-o', 'command=', '-p', String(pid)], null);
  return output.includes(place.data);
}

async function readPidFile(place: ClusterPlace): Promise<(Postmaster & { ready: boolean }) | null> {
  const content = await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => null);
  if (content === null) return null;
  const lines = content.split('\n');
  const pid = Number(lines[0]);
  return { pid, socket: lines[4] || place.socket, ready: lines[7]?.trim() === 'ready' };
}

async function untilReadyOrGone(child: ChildProcess, place: ClusterPlace): Promise<Postmaster | null> {
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    if (failure) throw new PostgresError(`PostgreSQL could not be started: ${failure.message}`, { cause: failure });
    const found = await readPidFile(place);
    if (found?.ready && found.pid === child.pid) return { pid: found.pid, socket: place.socket };
    if (Date.now() > deadline && child.pid !== undefined) {
      signalTo(child.pid, 'SIGQUIT');
      throw new PostgresError(
        `PostgreSQL did not get ready within ${START_TIMEOUT_MS / 1000} s.\n${await logTail(place)}`,
      );
    }
    await pause(10);
  }
  return null;
}

function toOptions(place: ClusterPlace, { durable, maxConnections }: Settings): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    // A list: quoted, so that blanks and commas belong to the path.
    unix_socket_directories: `"${place.socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: String(maxConnections),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_destination: 'stderr',
    // Names of people do not belong in a log: neither the values of a violated key nor those of a statement.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    logging_collector: 'off',
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    // A school's queries are short: compiling them costs more than it saves.
    jit: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    ...(durable ? {} : { autovacuum: 'off', wal_level: 'minimal', max_wal_senders: '0' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function logTail(place: ClusterPlace, from = 0): Promise<string> {
  const content = await readFile(place.logFile).catch(() => Buffer.alloc(0));
  const said = content.subarray(from).toString().trim().split('\n').slice(-12).join('\n');
  return `${place.logFile} says:\n${said}`;
}
