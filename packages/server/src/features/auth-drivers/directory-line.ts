import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createMessages, type Room } from './directory-messages.ts';

/** A line to a directory as the client of the protocol sees it. */
export interface Line {
  /** Hands on whole messages that have their form; anything else, and more than there is room for, ends it. */
  readonly stream: Duplex;
  /** What was said before is used, and no longer kept. */
  release(): void;
}

/** Puts itself between a connected socket and the client of the protocol, which trusts whatever it reads. */
export function openLine(socket: Socket, room: Room, late: () => Error): Line {
  const messages = createMessages(room);
  const stream = new Duplex({
    readableObjectMode: true,
    read: () => {},
    write: (data, _, done) => void socket.write(data, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      clearTimeout(timer);
      socket.destroy();
      done(error);
    },
  });
  const timer = setTimeout(() => stream.destroy(late()), room.time);
  socket.on('data', (data: Buffer) => {
    if (stream.destroyed) return;
    try {
      for (const message of messages.take(data)) stream.push(message);
    } catch (thrown) {
      stream.destroy(thrown as Error);
    }
  });
  socket.once('close', () => stream.destroy());
  // The client takes whatever says so for a socket that is open already.
  return { stream: Object.assign(stream, { connecting: false, readyState: 'open' }), release: messages.release };
}
