import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy between a client and a real server that forwards everything and loses answers on command, like a bad
 * connection. A client may also use it as its HTTP proxy.
 */
export interface Relay extends AsyncDisposable {
  address: string;
  /** `METHOD target` of every request; the target is an absolute URL where the client uses this as its proxy. */
  requests: string[];
  /** Loses the next answers to this `METHOD /path`, after the server has sent them. */
  lose(request: string, times?: number): void;
  /** The lost answers. */
  lost(): number;
  /** Bytes of all bodies that went to the client, as they travelled. */
  sent(): number;
}

/** @param port to listen on, such as that of a relay which was closed; any when left out */
export async function startRelay(to: string, port = 0): Promise<Relay> {
  const requests: string[] = [];
  const losing = new Map<string, number>();
  let lost = 0;
  let sent = 0;
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', to);
    requests.push(`${request.method} ${request.url}`);
    const onward = forward(
      `${to}${pathname}${search}`,
      { method: request.method, headers: request.headers },
      (answer) => {
        const name = `${request.method} ${pathname}`;
        const times = losing.get(name) ?? 0;
        if (times > 0) {
          losing.set(name, times - 1);
          lost += 1;
          answer.resume().once('end', () => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (bytes: Buffer) => {
          sent += bytes.length;
        });
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lose: (request, times = 1) => void losing.set(request, times),
    lost: () => lost,
    sent: () => sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
