import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type Ber, ber, readAll, readBer } from './ber.ts';
import { CERTIFICATES } from './certificates.ts';
import { askedPage, nextPage } from './directory-paging.ts';

/** Somebody in the directory, or a place of it. */
export interface PeerEntry {
  readonly dn: string;
  readonly attributes: Readonly<Record<string, readonly (string | Buffer)[]>>;
  /** Undefined: nobody signs in as this. */
  readonly password?: string;
  /** Active Directory's number of why it lets this account not in: `775` is a locked one. */
  readonly refusal?: string;
}

export interface DirectoryPeer extends AsyncDisposable {
  port: number;
  entries: PeerEntry[];
  /** Which certificate of `CERTIFICATES` it shows; null: it does not encrypt. */
  shows: 'good' | 'expired' | 'otherName' | null;
  /** What follows its answer to StartTLS unencrypted, as somebody in between would add it. */
  injects: Buffer;
  /** The names under which somebody came in or tried to, in their order; every filter, as it arrived. */
  binds: string[];
  searches: number;
  /** Lines that are open. */
  readonly lines: number;
  /** Operations that came over a line without encryption, besides StartTLS. */
  plain: number;
  /** Ends the connection instead of the answer to this many binds from now; 0: never. */
  hangsUpAfter: number;
  /** Answers a search with one message that never ends. */
  isEndless: boolean;
  /** Answers a search itself, given the number of its message (BER); null: as a directory does. */
  says: ((id: Buffer, send: (answer: Buffer) => void) => void) | null;
  /** Says no to StartTLS. */
  refusesTls: boolean;
  /** Bytes of endless messages that were taken from it. */
  poured: number;
}

const OID = '1.3.6.1.4.1.1466.20037';
const CODES = { success: 0, sizeLimit: 4, noSuchObject: 32, invalidCredentials: 49, protocolError: 2 };

/**
 * A directory on loopback, made from the protocol (RFC 4511) and not from the client that is tested: simple bind, search, StartTLS, unbind.
 * It answers as Active Directory does where an entry has a refusal.
 */
export async function startDirectoryPeer({ isTls }: { isTls: boolean }): Promise<DirectoryPeer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}));
    if (isTls && peer.shows !== null) serve(encrypt(socket, peer), true, peer);
    else serve(socket, false, peer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer: DirectoryPeer = {
    port: (server.address() as AddressInfo).port,
    entries: [],
    shows: 'good',
    injects: Buffer.alloc(0),
    binds: [],
    searches: 0,
    get lines() {
      return open.size;
    },
    plain: 0,
    hangsUpAfter: 0,
    isEndless: false,
    says: null,
    refusesTls: false,
    poured: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
}

function encrypt(socket: Socket, { shows }: DirectoryPeer): TLSSocket {
  const cert = CERTIFICATES[shows ?? 'good'];
  return new TLSSocket(socket, { isServer: true, key: CERTIFICATES.key, cert }).on('error', () => {});
}

function serve(socket: Socket, isEncrypted: boolean, peer: DirectoryPeer): void {
  let bytes = Buffer.alloc(0);
  const take = (data: Buffer) => {
    bytes = Buffer.concat([bytes, data]);
    for (let read = readBer(bytes); read; read = readBer(bytes)) {
      bytes = bytes.subarray(read.size);
      // What is no message of the protocol, such as a handshake of TLS, ends the line.
      const [id, operation, controls] = read.value.tag === 0x30 ? readAll(read.value.body) : [];
      if (!id || !operation) return void socket.destroy();
      const send = (...answer: Buffer[]) => socket.write(ber(0x30, ber(0x02, id.body), ...answer));
      if (operation.tag === 0x77) {
        if (peer.shows === null || peer.refusesTls || isEncrypted || !operation.body.includes(OID)) {
          send(result(0x78, CODES.protocolError));
          continue;
        }
        socket.off('data', take);
        const answer = ber(0x30, ber(0x02, id.body), result(0x78, CODES.success));
        socket.write(Buffer.concat([answer, peer.injects]), () => serve(encrypt(socket, peer), true, peer));
        return;
      }
      if (!isEncrypted) peer.plain += 1;
      if (operation.tag === 0x60) {
        peer.hangsUpAfter -= 1;
        if (peer.hangsUpAfter === 0) return void socket.destroy();
        send(bind(operation.body, peer));
      } else if (operation.tag === 0x63 && peer.isEndless) {
        pour(socket, peer);
      } else if (operation.tag === 0x63 && peer.says) {
        peer.says(id.body, (answer) => void socket.write(answer));
      } else if (operation.tag === 0x63)
        for (const answer of search(operation.body, peer, askedPage(controls))) send(...answer);
      else return void socket.end();
    }
  };
  socket.on('data', take);
}

/** A message of two gigabytes, as fast as it is taken. */
function pour(socket: Socket, peer: DirectoryPeer): void {
  const piece = Buffer.alloc(100_000);
  const go = () => {
    while (socket.writable && socket.write(piece)) peer.poured += piece.length;
    peer.poured += piece.length;
  };
  socket.on('drain', go);
  socket.write(Buffer.from('30847fffffff', 'hex'));
  go();
}

const result = (tag: number, code: number, words = '') =>
  ber(tag, ber(0x0a, Buffer.from([code])), ber(0x04, ''), ber(0x04, words));

const textOf = (value: Ber | undefined) => value?.body.toString('utf8') ?? '';
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function bind(body: Buffer, peer: DirectoryPeer): Buffer {
  const [, name, proof] = readAll(body);
  const [dn, password] = [textOf(name), textOf(proof)];
  peer.binds.push(dn);
  // The trap of the protocol: a name without a password is let in as nobody (RFC 4513 §5.1.2).
  if (password === '') return result(0x61, CODES.success);
  const entry = peer.entries.find((one) => isSame(one.dn, dn));
  const why = entry?.refusal ?? (entry?.password !== undefined && entry.password === password ? null : '52e');
  const said = `80090308: LdapErr: DSID-0C09042A, comment: AcceptSecurityContext error, data ${why}, v4563`;
  return why === null ? result(0x61, CODES.success) : result(0x61, CODES.invalidCredentials, said);
}

function valuesOf({ attributes }: PeerEntry, name: string): readonly (string | Buffer)[] {
  return Object.entries(attributes).find(([one]) => isSame(one, name))?.[1] ?? [];
}

/** Does an entry fit a filter (RFC 4511 §4.5.1.7)? */
function fits(entry: PeerEntry, { tag, body }: Ber): boolean {
  if (tag === 0x87) return valuesOf(entry, body.toString()).length > 0;
  const parts = readAll(body);
  if (tag === 0xa0) return parts.every((part) => fits(entry, part));
  if (tag === 0xa1) return parts.some((part) => fits(entry, part));
  if (tag === 0xa2) return parts.every((part) => !fits(entry, part));
  const values = valuesOf(entry, textOf(parts[0])).map((value) => `${value}`);
  if (tag === 0xa3) return values.some((value) => isSame(value, textOf(parts[1]).trim()));
  throw new Error(`a filter of the kind ${tag}`);
}

function search(body: Buffer, peer: DirectoryPeer, page: ReturnType<typeof askedPage>): Buffer[][] {
  peer.searches += 1;
  const [base, scope, , limit, , typesOnly, filter, asked] = readAll(body);
  const root = textOf(base);
  if (root === '' && scope?.body[0] === 0)
    return [
      [entryOf({ dn: '', attributes: { namingContexts: ['dc=school,dc=example'] } })],
      [result(0x65, CODES.success)],
    ];
  if (!filter || !peer.entries.some(({ dn }) => isSame(dn, root))) return [[result(0x65, CODES.noSuchObject)]];
  const isBelow = ({ dn }: PeerEntry) =>
    isSame(dn, root) || (scope?.body[0] !== 0 && dn.toLowerCase().endsWith(`,${root.toLowerCase()}`));
  const found = peer.entries.filter((entry) => isBelow(entry) && fits(entry, filter));
  const most = limit?.body.readUIntBE(0, limit.body.length) || found.length;
  const names = readAll(asked?.body ?? Buffer.alloc(0)).map(textOf);
  const show = (entries: PeerEntry[]) => entries.map((entry) => [entryOf(entry, names, typesOnly?.body[0] !== 0)]);
  if (page) {
    const next = page.from + page.size;
    const end = nextPage(next < found.length ? next : null);
    return [...show(found.slice(page.from, next)), [result(0x65, CODES.success), end]];
  }
  return [...show(found.slice(0, most)), [result(0x65, found.length > most ? CODES.sizeLimit : CODES.success)]];
}

function entryOf({ dn, attributes }: PeerEntry, names: string[] = [], isBare = false): Buffer {
  const shown = Object.entries(attributes).filter(
    ([name]) => names.length === 0 || names.includes('*') || names.some((one) => isSame(one, name)),
  );
  const written = shown.map(([name, values]) =>
    ber(0x30, ber(0x04, name), ber(0x31, ...(isBare ? [] : values.map((value) => ber(0x04, value))))),
  );
  return ber(0x64, ber(0x04, dn), ber(0x30, ...written));
}
