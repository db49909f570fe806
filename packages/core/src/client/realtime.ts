import { type EventDeclaration, fitsEvent, MISSED, type PayloadOf } from '../kernel/event.ts';
import { API_BASE } from '../kernel/product.ts';

/** The part of a Socket.IO client socket that is used. */
export interface RealtimeSocket {
  on(event: string, listener: (...args: never[]) => void): unknown;
  readonly volatile: { emit(event: string, payload: unknown): unknown };
  removeAllListeners(): unknown;
  connect(): unknown;
  disconnect(): unknown;
}

/** The part of the module `socket.io-client` that is used. */
export interface RealtimeClientModule {
  io(
    url: string,
    options: {
      path: string;
      addTrailingSlash: boolean;
      transports: ['websocket'];
      reconnection: boolean;
      autoConnect: boolean;
      forceNew: boolean;
      timeout: number;
      /** Asked when the line stands and the connection is to be let in. */
      auth: (send: (sent: { token: string; age?: number }) => void) => void;
    },
  ): RealtimeSocket;
}

/**
 * - `off`: not requested yet, closed, or nobody is signed in
 * - `connecting`, `connected`
 * - `waiting`: the next attempt is due after a pause
 */
export type RealtimeState = 'off' | 'connecting' | 'connected' | 'waiting';

export interface RealtimeOptions {
  /** Origin of the server, `https://kreide.school.example`; empty for the page's origin. */
  readonly url: string;
  /**
   * A valid access token, requested at each attempt; null when nobody is signed in. With `renew` the last one was
   * rejected: refresh it first.
   */
  readonly token: (wanted: { readonly renew: boolean }) => Promise<string | null>;
  /** `() => import('socket.io-client')`: keeps it out of the first load of the app. */
  readonly load: () => Promise<RealtimeClientModule>;
  /** How long ago the first thing that is shown may have been fetched, ms; that of the page when left out. */
  readonly age?: () => number;
  /** Between 0 and 1; spreads the reconnections of a whole school over time. */
  readonly random?: () => number;
  /** Runs `task` after `ms`; the returned function cancels it. */
  readonly schedule?: (task: () => void, ms: number) => () => void;
}

/** The browser's side of realtime: one connection, many listeners, reconnects by itself. */
export interface Realtime {
  /**
   * Listens to a declared event; the first listener opens the connection unless it was closed. Returns the unsubscribe
   * function.
   */
  subscribe<D extends EventDeclaration>(event: D, listener: (payload: PayloadOf<D>) => void): () => void;
  /** Tells the server something that does not matter when it gets lost; without a connection it is. */
  whisper(event: EventDeclaration, payload: unknown): void;
  /** Called when events may have been missed (one before the connection, a reconnection, one that does not fit the contract): fetch again. */
  onReconnected(listener: () => void): () => void;
  /** Called at once and on each change. */
  onState(listener: (state: RealtimeState) => void): () => void;
  /** Opens the connection now: after signing in, when the network or the tab is back. Safe at any time. */
  connect(): void;
  /**
   * Closes until `connect` is called, on signing out; listeners stay. It also closes by itself when `token` returns
   * null.
   */
  close(): void;
}

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
const TIMEOUT_MS = 10_000;

/**
 * Pause before attempt `attempt` (0, 1, 2 …) in ms: doubles from 1 s to 30 s, half of it random, so that clients do not
 * all reconnect at once.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 16));
  return Math.round(full * (0.5 + random / 2));
}

function scheduleByTimer(task: () => void, ms: number): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** Creates the connection; nothing is loaded or opened before the first `subscribe` or `connect`. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { url, token, load, random = Math.random, schedule = scheduleByTimer } = options;
  const { age = () => performance.now() } = options;
  const listeners = new Map<EventDeclaration, Set<(payload: never) => void>>();
  const reconnectedListeners = new Set<() => void>();
  const stateListeners = new Set<(state: RealtimeState) => void>();
  const attached = new Set<string>();
  let state: RealtimeState = 'off';
  let socket: RealtimeSocket | null = null;
  /** Increases with each attempt, so that late results of an older one are ignored. */
  let generation = 0;
  let failures = 0;
  let renew = false;
  let mayHaveMissed = false;
  let isStopped = false;
  let cancelWait = () => {};

  function setState(next: RealtimeState): void {
    if (next === state) return;
    state = next;
    for (const listener of [...stateListeners]) listener(next);
  }

  function tellReconnected(): void {
    for (const listener of [...reconnectedListeners]) listener();
  }

  function drop(): void {
    generation += 1;
    cancelWait();
    cancelWait = () => {};
    socket?.removeAllListeners();
    socket?.disconnect();
    socket = null;
    attached.clear();
  }

  function retry(): void {
    drop();
    mayHaveMissed = true;
    setState('waiting');
    cancelWait = schedule(() => void attempt(), reconnectDelay(failures, random()));
    failures += 1;
  }

  async function attempt(): Promise<void> {
    drop();
    const mine = generation;
    setState('connecting');
    try {
      const accessToken = await token({ renew });
      if (mine !== generation) return;
      if (accessToken === null) return close();
      const { io } = await load();
      if (mine !== generation) return;
      open(io, accessToken);
    } catch {
      // Refreshing or loading failed, most likely because there is no network.
      if (mine === generation) retry();
    }
  }

  function open(io: RealtimeClientModule['io'], accessToken: string): void {
    socket = io(url, {
      path: `${API_BASE}/realtime`,
      addTrailingSlash: false,
      transports: ['websocket'],
      reconnection: false,
      autoConnect: false,
      forceNew: true,
      timeout: TIMEOUT_MS,
      // Who asks again in any case need not be told.
      auth: (send) => send({ token: accessToken, ...(mayHaveMissed ? {} : { age: Math.round(age()) }) }),
    });
    socket.on('connect', () => {
      failures = 0;
      renew = false;
      setState('connected');
      if (mayHaveMissed) tellReconnected();
      mayHaveMissed = false;
    });
    // What changed after the page had fetched it and before the page could hear of it.
    socket.on(MISSED, tellReconnected);
    socket.on('connect_error', (error: Error & { data?: { code?: unknown } }) => {
      renew = error.data?.code === 'unauthenticated' || error.data?.code === 'session_expired';
      retry();
    });
    socket.on('disconnect', retry);
    for (const event of listeners.keys()) attach(event.name);
    socket.connect();
  }

  function attach(name: string): void {
    if (socket === null || attached.has(name)) return;
    attached.add(name);
    socket.on(name, (payload: unknown) => deliver(name, payload));
  }

  function deliver(name: string, payload: unknown): void {
    for (const [event, targets] of [...listeners]) {
      if (event.name !== name || targets.size === 0) continue;
      if (fitsEvent(event, payload)) for (const target of [...targets]) target(payload as never);
      else tellReconnected();
    }
  }

  function close(): void {
    drop();
    isStopped = true;
    failures = 0;
    renew = false;
    setState('off');
  }

  function connect(): void {
    if (state === 'connecting' || state === 'connected') return;
    isStopped = false;
    failures = 0;
    void attempt();
  }

  return {
    subscribe(event, listener) {
      const targets = listeners.get(event) ?? new Set();
      listeners.set(event, targets);
      targets.add(listener);
      attach(event.name);
      if (!isStopped && state === 'off') connect();
      return () => {
        targets.delete(listener);
      };
    },
    whisper({ name }, payload) {
      if (state === 'connected') socket?.volatile.emit(name, payload);
    },
    onReconnected(listener) {
      reconnectedListeners.add(listener);
      return () => reconnectedListeners.delete(listener);
    },
    onState(listener) {
      stateListeners.add(listener);
      listener(state);
      return () => stateListeners.delete(listener);
    },
    connect,
    close() {
      mayHaveMissed ||= state !== 'off';
      close();
    },
  };
}
