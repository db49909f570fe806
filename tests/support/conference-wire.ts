import { createSocket, type Socket } from 'node:dgram';
import type { Page, Route } from 'playwright-core';
import type { Signal } from '../../packages/core/src/features/conferences/index.ts';

/** `candidate:` foundation, component, protocol, priority; address and port; the rest. */
const WAY = /(candidate:\S+ \d+ udp \d+) (\S+) (\d+) (typ \S+)/gi;

export interface Wire extends AsyncDisposable {
  /** From now on nothing gets through, and nobody is told: as in a tunnel. */
  cut(): void;
  mend(): void;
}

/**
 * A line between browsers that can be cut: each way that one of them names to the other is exchanged for one through a
 * socket of this process, so that all their datagrams pass here. What they say to the server does not.
 */
export async function layWire(...pages: Page[]): Promise<Wire> {
  let isCut = false;
  const sockets: Socket[] = [];
  const fronts = new Map<string, Promise<number>>();

  const bind = (address: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
      sockets.push(socket);
      socket.once('error', reject);
      socket.bind(0, address, () => resolve(socket));
    });

  /** The port at which what goes there is taken for `address` and `port`; what comes back goes to who sent it. */
  async function openFront(address: string, port: number): Promise<number> {
    const front = await bind(address);
    const backs = new Map<string, Promise<Socket>>();
    front.on('message', async (message, from) => {
      if (isCut) return;
      const key = `${from.address} ${from.port}`;
      const known = backs.get(key);
      const back = known ?? bind(address);
      backs.set(key, back);
      const socket = await back;
      if (!known) socket.on('message', (answer) => !isCut && front.send(answer, from.port, from.address));
      socket.send(message, port, address);
    });
    return front.address().port;
  }

  async function exchange(text: string): Promise<string> {
    for (const [way = '', head, address = '', port, rest] of text.matchAll(WAY)) {
      const key = `${address} ${port}`;
      const front = fronts.get(key) ?? openFront(address, Number(port));
      fronts.set(key, front);
      text = text.replace(way, `${head} ${address} ${await front} ${rest}`);
    }
    return text;
  }

  async function pass(route: Route): Promise<void> {
    const body = route.request().postDataJSON() as { signals: Signal[] };
    const signals = await Promise.all(
      body.signals.map(async (one) => {
        if (one.type === 'renegotiate') return one;
        return one.type === 'candidate'
          ? { ...one, candidate: await exchange(one.candidate) }
          : { ...one, sdp: await exchange(one.sdp) };
      }),
    );
    await route.fallback({ postData: JSON.stringify({ ...body, signals }) });
  }

  for (const page of pages) await page.route('**/signals', pass);
  return {
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.close();
    },
  };
}
