import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { bytesOf } from './bytes.ts';

/** Where a virus scanner listens. */
export interface ScannerAddress {
  readonly host: string;
  readonly port: number;
}

/** What a scanner says of a file: nothing, or the name of what it found. */
export type ScanResult = { readonly found: null } | { readonly found: string };

export interface Scanner {
  /** Rejects when the scanner cannot be asked, or does not say anything about this file. */
  scan(path: string): Promise<ScanResult>;
}

const CHUNK_BYTES = 64 * 1024;
/** Without a word from the scanner for this long it counts as gone. */
const SILENCE_MS = 30_000;
/** An answer is one line. */
const ANSWER = /^stream: (?:(?<clean>OK)|(?<name>.{1,300}) FOUND)$/;

/** Asks a clamd by its command INSTREAM: the content in pieces with their lengths, an empty one ends it. */
export function createScanner({ host, port }: ScannerAddress, silenceMs = SILENCE_MS): Scanner {
  return {
    async scan(path) {
      const socket = connect({ host, port });
      socket.setTimeout(silenceMs, () => socket.destroy(new Error('the virus scanner does not answer')));
      try {
        const [answer] = await Promise.all([text(socket), ask(socket, path)]);
        const { clean, name } = ANSWER.exec(answer.replace(/[\0\r\n]+$/, ''))?.groups ?? {};
        if (clean) return { found: null };
        if (name) return { found: name };
        throw new Error(`the virus scanner says ${JSON.stringify(answer.slice(0, 100))}`);
      } finally {
        socket.destroy();
      }
    },
  };
}

/** Half-closing would end the answer too: clamd knows the end by the empty piece. */
async function ask(socket: Socket, path: string): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of bytesOf(path, { highWaterMark: CHUNK_BYTES })) {
    // It has answered already: the rest does not matter to it.
    if (!socket.writable) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    await write(socket, Buffer.concat([length, chunk]));
  }
  await write(socket, Buffer.alloc(4));
}

/** Waits until the scanner has taken it, so that a file is never in memory whole; a broken connection is told by the read. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.write(bytes, () => resolve());
  });
}
