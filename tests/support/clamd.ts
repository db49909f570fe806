import { createServer, type Socket } from 'node:net';

/** What EICAR tells every virus scanner to find; it does nothing. */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

export interface Clamd extends AsyncDisposable {
  readonly port: number;
  /** The contents that were shown to it, whole. */
  readonly seen: Buffer[];
  /** Answers this instead of what it finds; null: takes the file and says nothing. */
  says: string | null | undefined;
}

/**
 * A virus scanner that speaks clamd's protocol for one command, `zINSTREAM`: pieces with their length in four bytes, an
 * empty one ends the content. Anything else is answered as clamd does, with `UNKNOWN COMMAND`.
 * @param maximum most bytes of a content, clamd's StreamMaxLength
 */
export async function startClamd(maximum = 30_000_000): Promise<Clamd> {
  const seen: Buffer[] = [];
  const sockets = new Set<Socket>();
  const clamd = { seen, says: undefined as string | null | undefined };
  const server = createServer((socket) => {
    sockets.add(socket);
    let bytes = Buffer.alloc(0);
    const content: Buffer[] = [];
    let isCommanded = false;
    const answer = (text: string) => socket.end(`${text}\0`);
    const read = () => {
      if (!isCommanded) {
        const end = bytes.indexOf(0);
        if (end < 0) return;
        if (bytes.subarray(0, end).toString() !== 'zINSTREAM') return answer('UNKNOWN COMMAND');
        isCommanded = true;
        bytes = bytes.subarray(end + 1);
      }
      while (bytes.length >= 4) {
        const length = bytes.readUInt32BE();
        if (length === 0) {
          const whole = Buffer.concat(content);
          seen.push(whole);
          if (clamd.says === null) return;
          return answer(clamd.says ?? (whole.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'));
        }
        if (bytes.length < 4 + length) return;
        content.push(bytes.subarray(4, 4 + length));
        bytes = bytes.subarray(4 + length);
        if (content.reduce((sum, part) => sum + part.length, 0) > maximum)
          return answer('INSTREAM size limit exceeded. ERROR');
      }
    };
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      read();
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(clamd, {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
