import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, escapeIdentifier, type QueryConfig } from 'pg';
import type { Log } from '../log.ts';

export type Listener = (payload: string) => void;

/** Called when notifications may be lost and when they arrive again: caches are off in between. */
export interface ConnectionWatcher {
  onLost(): void;
  onBack(): void;
}

export interface DatabaseListener {
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  watch(watcher: ConnectionWatcher): () => void;
  isListening(): boolean;
  close(): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** How long it takes to notice a connection that broke silently (a cable, a sleeping virtual machine). */
const CHECK_EVERY_MS = 10_000;
/** One that is not answered in this time found a broken connection: another one does no harm. */
const CHECK: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: 5_000 };
/** For what a start waits for, on a busy machine too. */
const QUERY_LIMIT_MS = 120_000;

/**
 * LISTEN on a dedicated connection, opened with the first channel. When it breaks, it is reopened with growing delays
 * and listens to all channels again before `onBack` is called. Notifications sent in between are lost, which is why
 * watchers are informed.
 */
export function createListener(config: ClientConfig, log: Log): DatabaseListener {
  const channels = new Map<string, Set<Listener>>();
  const watchers = new Set<ConnectionWatcher>();
  let client: Client | null = null;
  let connecting: Promise<void> | null = null;
  let checks: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new Client({
      ...config,
      application_name: 'kreide listener',
      keepAlive: true,
      query_timeout: QUERY_LIMIT_MS,
    });
    next.on('error', () => {});
    try {
      await next.connect();
      next.on('notification', ({ channel, payload }) => {
        for (const listener of channels.get(channel) ?? []) listener(payload ?? '');
      });
      for (const channel of channels.keys()) await next.query(`listen ${escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    next.once('end', () => {
      if (client === next) lose();
    });
    checks = setInterval(() => {
      next.query(CHECK).catch(() => next.end().catch(() => {}));
    }, CHECK_EVERY_MS).unref();
  }

  function lose(): void {
    client = null;
    clearInterval(checks);
    if (closed) return;
    log.warn('the connection for notifications was lost');
    for (const watcher of watchers) watcher.onLost();
    connecting = reconnect();
  }

  async function reconnect(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !closed; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await connect();
        log.info('the connection for notifications is back');
        for (const watcher of watchers) watcher.onBack();
        return;
      } catch (err) {
        log.debug({ err }, 'the connection for notifications could not be opened');
        await pause(wait);
      }
    }
  }

  /** Connected now, or (after the first time) as soon as the database is back. */
  async function ensureConnected(): Promise<void> {
    if (client) return;
    connecting ??= connect().catch((error) => {
      connecting = null;
      throw error;
    });
    await connecting;
  }

  return {
    async listen(channel, listener) {
      const listeners = channels.get(channel) ?? new Set();
      const isNew = listeners.size === 0;
      channels.set(channel, listeners.add(listener));
      await ensureConnected();
      if (isNew) await client?.query(`listen ${escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(listener);
        if (listeners.size > 0 || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        await client?.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    isListening: () => client !== null,
    async close() {
      closed = true;
      clearInterval(checks);
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
