import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ber } from '../../../../../tests/support/ber.ts';
import { openLine } from './directory-line.ts';
import { createMessages } from './directory-messages.ts';

const ID = ber(0x02, Buffer.from([5]));
const message = (...parts: Buffer[]) => ber(0x30, ID, ...parts);
const attribute = (name: string, ...values: (Buffer | string)[]) =>
  ber(0x30, ber(0x04, name), ber(0x31, ...values.map((value) => ber(0x04, value))));
const entry = (...attributes: Buffer[]) => message(ber(0x64, ber(0x04, 'cn=x'), ber(0x30, ...attributes)));
const DONE = ber(0x65, ber(0x0a, Buffer.from([0])), ber(0x04, ''), ber(0x04, ''));
const PAGES = ber(
  0xa0,
  ber(0x30, ber(0x04, '1.2.840.113556.1.4.319'), ber(0x04, Buffer.from('3005020100040161', 'hex'))),
);

const FINE = [
  entry(attribute('mail', 'a@b.example', 'ä'.repeat(100)), attribute('sn')),
  message(ber(0x73, ber(0x04, 'ldap://other'))),
  message(DONE, PAGES),
  message(ber(0x61, ber(0x0a, Buffer.from([0])), ber(0x04, ''), ber(0x04, ''))),
];

it('messages come whole, in whatever pieces they are sent', () => {
  const all = Buffer.concat(FINE);
  for (const size of [1, 7, all.length]) {
    const messages = createMessages({ bytes: all.length, held: 100_000 });
    const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      all.subarray(index * size, (index + 1) * size),
    );
    expect(pieces.flatMap((piece) => messages.take(piece)).map((one) => one.toString('hex'))).toEqual(
      FINE.map((one) => one.toString('hex')),
    );
  }
});

it('a message whose lengths are not true is refused: the client of the protocol would read it for ever', () => {
  const cut = Buffer.from(entry(attribute('mail', 'ab')));
  cut[cut.length - 3] = 0x70;
  const wrong: Record<string, Buffer> = {
    'a value longer than what it stands in': cut,
    'a value that is none': entry(ber(0x30, ber(0x04, 'mail'), ber(0x31, ber(0x02, 'a')))),
    'an attribute without a set': entry(ber(0x30, ber(0x04, 'mail'), ber(0x04, Buffer.from('04847fffffff', 'hex')))),
    'an entry with more': message(ber(0x64, ber(0x04, ''), ber(0x30), ber(0x04, ''))),
    'another kind of answer to a name': message(ber(0x61, Buffer.from('0470', 'hex'))),
    'a reference that is cut off': message(ber(0x73, Buffer.from('0470', 'hex'))),
    'a length without an end': Buffer.from('3080020105', 'hex'),
    'a length of five bytes': Buffer.from('30850000000001', 'hex'),
    'another protocol': Buffer.from('HTTP/1.1 200 OK\r\n\r\n'),
    'no message': ber(0x30, ber(0x04, ''), DONE),
    'an operation of a client': message(ber(0x63, ber(0x04, ''))),
    'something behind it': message(DONE, PAGES, ber(0x04, '')),
    'no control': message(DONE, ber(0xa0, ber(0x04, 'x'))),
  };
  for (const [what, bytes] of Object.entries(wrong))
    expect(() => createMessages({ bytes: 1_000, held: 100_000 }).take(bytes), what).toThrow('unreachable');
});

it('more than there is room for is refused: bytes in all, one message, and many small values until they are used', () => {
  const [one = Buffer.alloc(0)] = FINE;
  const two = Buffer.concat([one, one]);
  expect(createMessages({ bytes: two.length, held: 100_000 }).take(two)).toHaveLength(2);
  expect(() => createMessages({ bytes: two.length - 1, held: 100_000 }).take(two)).toThrow('too_large');
  // Said before it comes.
  expect(() => createMessages({ bytes: 1_000, held: 100_000 }).take(Buffer.from('3084000003e9', 'hex'))).toThrow(
    'too_large',
  );
  const small = entry(attribute('mail', ...Array(100).fill('')));
  const messages = createMessages({ bytes: 100_000, held: 60_000 });
  for (let page = 0; page < 3; page += 1) {
    messages.take(small);
    messages.release();
  }
  messages.take(small);
  expect(() => messages.take(small)).toThrow('too_large');
});

it('a line ends when its time is over, however much is said on it', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.on('data', () => socket.write(FINE[1] ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const { stream } = openLine(socket, { bytes: 1e9, held: 1e9, time: 50 }, () => new Error('late'));
  stream.on('data', () => stream.write('next'));
  stream.write('first');
  const [thrown] = await once(stream, 'error').catch((error: Error) => [error]);
  expect((thrown as Error).message).toBe('late');
  expect(socket.destroyed).toBe(true);
  for (const one of sockets) one.destroy();
  server.close();
});
