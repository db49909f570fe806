import type { Server as HttpServer } from 'node:http';
import { API_BASE, ApiError, isErrorCode, MISSED } from '@kreide/core/kernel';
import { Server, type ServerOptions } from 'socket.io';
import type { Log } from '../log.ts';
import { RecentRooms } from './recent.ts';

/** A connected person, with what determines the rooms. */
export interface SocketActor {
  readonly user_id: number;
  readonly school_id: number;
  readonly session_id: number;
}

/** Who receives a realtime event: one person on all devices, or everybody of a school. */
export type Room = `user:${number}` | `school:${number}`;

/** The messages that clients may send over their connection, by name: the server relays and never stores them. */
export type Whispers<A extends SocketActor> = Readonly<Record<string, (actor: A, payload: unknown) => Promise<void>>>;

export interface SocketOptions<A extends SocketActor = SocketActor> {
  readonly server: HttpServer;
  /**
   * The actor of an access token; null when it is unknown, expired, or its session revoked. The client receives the
   * code of an ApiError thrown here.
   */
  readonly authenticate: (token: string) => Promise<A | null>;
  readonly whispers?: Whispers<A>;
  /**
   * Allowed origins: browsers apply no same-origin policy to sockets, so this does. Programs send no origin and pass.
   */
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly log: Log;
  /** Gauge of open connections, called on each change. */
  readonly onConnections?: (count: number) => void;
  /** Which rooms were told something of late. */
  readonly recent?: RecentRooms;
  /** For several processes; one process needs none. */
  readonly adapter?: NonNullable<ServerOptions['adapter']>;
}

export interface Sockets {
  /** Sends to everyone in any of the rooms, once each, and lets those know who connect a little later. No room: nobody. */
  emit(rooms: readonly Room[], event: string, payload: unknown): void;
  /** Sends what does not matter when it gets lost. */
  whisper(rooms: readonly Room[], event: string, payload: unknown): void;
  /** Connected people, one entry per session: everybody, or one person on all devices. */
  actors(userId: number | null): SocketActor[];
  /** Closes the connections of a revoked session. */
  disconnectSession(sessionId: number): void;
  connections(): number;
  /**
   * Drops all connections so that clients reconnect, elsewhere if this process ends. Does not close the HTTP server.
   */
  close(): Promise<void>;
}

/** Clients listen and whisper: a message larger than a handshake is abuse. */
const MESSAGE_MAXIMUM_BYTES = 10_000;
const HANDSHAKE_MS = 10_000;
/** How often one connection may whisper, ms; the server drops messages that come sooner. */
const WHISPER_MS = 1000;
/** Open connections of one session: tabs of a browser. */
export const SESSION_CONNECTIONS_MAXIMUM = 30;

/**
 * The realtime server under `/v1/realtime`: websocket only, each connection an authenticated person in private rooms.
 */
export function startSockets<A extends SocketActor>(options: SocketOptions<A>): Sockets {
  const { server, authenticate, isAllowedOrigin, log, onConnections = () => {}, whispers = {}, adapter } = options;
  const { recent = new RecentRooms() } = options;
  const io = new Server<
    Record<string, (payload: unknown) => void>,
    Record<string, (payload?: unknown) => void>,
    Record<never, never>,
    A
  >(server, {
    path: `${API_BASE}/realtime`,
    addTrailingSlash: false,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAXIMUM_BYTES,
    connectTimeout: HANDSHAKE_MS,
    allowRequest: ({ headers }, answer) => {
      const { origin } = headers;
      answer(null, origin === undefined || isAllowedOrigin(origin));
    },
    ...(adapter === undefined ? {} : { adapter }),
  });
  // Socket.IO takes an empty list of rooms for all rooms.
  const send = (rooms: readonly Room[], event: string, payload: unknown) => {
    if (rooms.length > 0) io.to([...rooms]).emit(event, payload);
  };
  let isClosing = false;
  const countOf = (sessionId: number) => io.of('/').adapter.rooms.get(`session:${sessionId}`)?.size ?? 0;

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth.token;
    if (isClosing) return next(refusal('not_ready'));
    if (typeof token !== 'string' || token === '') return next(refusal('unauthenticated'));
    authenticate(token).then(
      (actor) => {
        if (actor === null) return next(refusal('unauthenticated'));
        if (countOf(actor.session_id) >= SESSION_CONNECTIONS_MAXIMUM) return next(refusal('too_many'));
        Object.assign(socket.data, actor);
        next();
      },
      (error: unknown) => {
        const { code } = ApiError.from(error);
        if (code === 'internal') log.error({ err: error }, 'realtime: authentication failed');
        next(refusal(code));
      },
    );
  });

  io.on('connection', (socket) => {
    const { user_id, school_id, session_id } = socket.data;
    // Those that were let in at the same time.
    if (countOf(session_id) >= SESSION_CONNECTIONS_MAXIMUM) {
      socket.disconnect(true);
      return;
    }
    const rooms = [`user:${user_id}`, `school:${school_id}`, `session:${session_id}`];
    void socket.join(rooms);
    // From here on it hears for itself. While it was let in, its page grew older.
    const age = Number(socket.handshake.auth.age) + Math.max(0, Date.now() - socket.handshake.issued);
    if (recent.wereToldWithin(rooms, age)) socket.emit(MISSED);
    onConnections(io.of('/').sockets.size);
    socket.on('disconnect', () => onConnections(io.of('/').sockets.size));
    let whisperedAt = Number.NEGATIVE_INFINITY;
    for (const [name, hear] of Object.entries(whispers))
      socket.on(name, (payload) => {
        if (performance.now() - whisperedAt < WHISPER_MS) return;
        whisperedAt = performance.now();
        hear(socket.data, payload).catch((err) => log.warn({ err, name }, 'a whisper was lost'));
      });
  });

  return {
    emit(rooms, event, payload) {
      recent.tell(rooms);
      send(rooms, event, payload);
    },
    whisper: send,
    actors(userId) {
      const bySession = new Map<number, SocketActor>();
      for (const { data } of io.of('/').sockets.values()) {
        if (userId === null || data.user_id === userId) bySession.set(data.session_id, data);
      }
      return [...bySession.values()];
    },
    disconnectSession(sessionId) {
      io.in(`session:${sessionId}`).disconnectSockets(true);
    },
    connections: () => io.of('/').sockets.size,
    async close() {
      isClosing = true;
      // io.close() would disconnect clients for good and close the HTTP server.
      io.engine.close();
      await io.of('/').adapter.close();
    },
  };
}

/** Socket.IO passes `data` to the client's connect_error. */
function refusal(code: string): Error {
  const error = new Error(isErrorCode(code) ? code : 'internal');
  return Object.assign(error, { data: { code: error.message } });
}
