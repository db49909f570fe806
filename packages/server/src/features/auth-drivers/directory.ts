import { isIP, type Socket } from 'node:net';
import { type PeerCertificate, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { toDirectoryAddress, USERNAME_PLACE } from '@kreide/core/features/auth-drivers';
import type { Entry } from 'ldapts';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';
import { openLine } from './directory-line.ts';
import type { Room } from './directory-messages.ts';

/** The directory of a school as a client of it sees it. */
export interface DirectorySettings {
  readonly issuer: string;
  /** The name (DN) by which it knows this product. */
  readonly client: string;
  readonly secret: string | null;
  readonly base_dn: string;
  readonly user_filter: string;
  readonly subject_attribute: string;
  readonly match_claim: string;
  /** PEM; null: public authorities. */
  readonly authority: string | null;
}

/** Whose certificate a directory has shown, who signed it, and until when. */
export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly until: Date;
}

/** The certificate of a directory is not believed; nothing was sent to it. */
export class CertificateRefused extends Error {
  readonly code: string;
  readonly certificate: Certificate;
  constructor(code: string, certificate: Certificate) {
    super(`the certificate of a directory is refused: ${code}`);
    this.code = code;
    this.certificate = certificate;
  }
}

/** The directory does not encrypt. */
export class EncryptionRefused extends Error {}

/** For one answer, and for everything until the connection is encrypted, ms. */
const TIMEOUT_MS = 10_000;

/** For one person: a search asks for two people and two attributes of each. */
const ROOM: Room = { bytes: 1_000_000, held: 10_000_000, time: 60_000 };

/** For the people of a school: some 30,000, with their groups, page by page. A call that reads them waits for 300 s. */
export const ROOM_OF_LISTS: Room = { bytes: 200_000_000, held: 100_000_000, time: 240_000 };

/** People that a directory names in one answer; Active Directory refuses more than 1,000. */
const PAGE = 500;

/** Attributes that hold bytes and no text. */
const BYTES = ['objectGUID', 'objectSid', 'mS-DS-ConsistencyGuid'];

/** The client of the protocol; loaded when the first school uses it. */
const loadClient = () => import('ldapts');

export interface Directory extends AsyncDisposable {
  readonly certificate: Certificate;
  /** Throws what the directory says; `codeOf` reads it. */
  bind(dn: string, password: string): Promise<void>;
  /** People whom the filter finds, at most `limit`, with the named attributes. */
  find(filter: string, attributes: readonly string[], limit: number): Promise<DirectoryEntry[]>;
  /**
   * All people below a place whom the filter finds, page by page.
   * @param base DN
   */
  list(base: string, filter: string, attributes: readonly string[]): AsyncIterable<DirectoryEntry[]>;
  /** The names of the attributes of an entry, without their values. */
  namesOf(dn: string): Promise<string[]>;
  /** Is there an entry of this name? Throws what the directory says. */
  read(dn: string): Promise<void>;
  /** What it holds at all, as it says itself. */
  contexts(): Promise<string[]>;
}

export interface DirectoryEntry {
  readonly dn: string;
  /** All values of an attribute, in whatever capitals it is written. */
  valuesOf(attribute: string): string[];
}

/**
 * What somebody entered, in the place of the filter that is made for it. Each sign that means something in a filter is written as its
 * number (RFC 4515 §3), so it is compared and changes nothing else.
 */
export function toFilter(template: string, username: string): string {
  const escaped = username.replace(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return template.replaceAll(USERNAME_PLACE, () => escaped);
}

/** The filter that finds anybody: each comparison with the name asks only whether there is a value. */
export const toFilterOfAnybody = (template: string): string =>
  template.replace(/=[^()]*\{username\}[^()]*\)/g, () => '=*)');

/** The number by which a directory says why it refused (RFC 4511 §4.1.9); null: it did not answer. */
export function codeOf(thrown: unknown): number | null {
  const { code, name } = thrown as { code?: unknown; name?: string };
  return typeof code === 'number' && name !== 'SystemError' ? code : null;
}

/** Why Active Directory refused a password: the number behind `data` in its words; null: it is another directory. */
export function activeDirectoryCodeOf(thrown: unknown): string | null {
  if (codeOf(thrown) !== INVALID_CREDENTIALS) return null;
  return /\bdata ([0-9a-f]{3,4})\b/i.exec((thrown as Error).message)?.[1]?.toLowerCase() ?? null;
}

export const INVALID_CREDENTIALS = 49;

/** Nothing waits longer than this for a directory that says nothing. */
async function inTime<T>(work: Promise<T>, socket: Socket): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new OutboundError('timeout', 'a directory')), TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

const nameIn = (name: PeerCertificate['subject'] | undefined) =>
  [name?.CN ?? name?.O ?? name?.OU ?? '?'].flat().join(', ');

function toCertificate(socket: TLSSocket): Certificate {
  const { subject, issuer, valid_to } = socket.getPeerCertificate();
  return { subject: nameIn(subject), issuer: nameIn(issuer), until: new Date(valid_to) };
}

/**
 * The certificate, if it is believed. The handshake itself refuses none, so that whoever tries the settings can be told whose it is;
 * so this has to be called before anything is sent.
 */
function believe(socket: TLSSocket): Certificate {
  const certificate = toCertificate(socket);
  if (socket.authorized) return certificate;
  const code = `${socket.authorizationError ?? 'unknown'}`;
  socket.destroy();
  throw new CertificateRefused(code, certificate);
}

function secured(socket: Socket, options: object): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const made = tlsConnect({ ...options, socket });
  const fail = () => reject(new EncryptionRefused('no TLS'));
  made.once('error', fail).once('close', fail);
  made.once('secureConnect', () => {
    made
      .off('error', fail)
      .off('close', fail)
      .on('error', () => {});
    resolve(made);
  });
  return promise;
}

const toText = (attribute: string, value: string | Buffer) =>
  typeof value === 'string' ? value : value.toString(isOfBytes(attribute) ? 'hex' : 'utf8');
const isOfBytes = (attribute: string) => BYTES.some((one) => one.toLowerCase() === attribute.toLowerCase());

function toEntry({ dn, ...attributes }: Entry): DirectoryEntry {
  const found = new Map(Object.entries(attributes).map(([name, values]) => [name.toLowerCase(), [values].flat()]));
  return {
    dn,
    valuesOf: (attribute) =>
      (found.get(attribute.toLowerCase()) ?? [])
        .map((value) => toText(attribute, value).trim())
        .filter((value) => value !== ''),
  };
}

const START_TLS = Buffer.from(`301d02010177188016${Buffer.from('1.3.6.1.4.1.1466.20037').toString('hex')}`, 'hex');

/**
 * Asks the directory to encrypt (RFC 4511 §4.14). What it sends besides its answer comes from nobody whom a certificate vouches for: it is
 * refused, so nothing of it is ever read as an answer to what is asked later.
 */
async function startTls(socket: Socket): Promise<void> {
  const { BerReader } = await loadClient();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(new EncryptionRefused('no StartTLS'));
  let said = Buffer.alloc(0);
  const read = (data: Buffer) => {
    said = Buffer.concat([said, data]);
    if (said.length > 10_000) return fail();
    const reader = new BerReader(said);
    try {
      if (reader.readSequence() === null) return;
      if (reader.offset + reader.length > said.length) return;
      const isWhole = reader.offset + reader.length === said.length;
      reader.readInt();
      reader.readSequence(0x78);
      if (isWhole && reader.readEnumeration() === 0) resolve();
      else fail();
    } catch {
      fail();
    }
  };
  socket.on('data', read).once('close', fail);
  socket.write(START_TLS);
  try {
    await promise;
  } finally {
    socket.off('data', read).off('close', fail);
  }
}

/**
 * A connection to a directory, encrypted and with a certificate that is believed: before that, no name and no password is sent. Throws
 * `OutboundError`, `CertificateRefused` or `EncryptionRefused`.
 */
export async function openDirectory(settings: DirectorySettings, outbound: Outbound, room = ROOM): Promise<Directory> {
  const address = toDirectoryAddress(settings.issuer);
  if (address === null) throw new OutboundError('invalid_address', settings.issuer);
  const { host, port, isTls } = address;
  const { Client } = await loadClient();
  const plain = await outbound.connect({ host, port, tls: false, timeoutMs: TIMEOUT_MS });
  plain.on('error', () => {});
  if (!isTls) await inTime(startTls(plain), plain);
  const trust = settings.authority === null ? {} : { ca: settings.authority };
  const named = isIP(host) === 0 ? { servername: host } : { host };
  const options = { ...named, ...trust, minVersion: 'TLSv1.2', rejectUnauthorized: false };
  const socket = await inTime(secured(plain, options), plain);
  const certificate = believe(socket);
  const line = openLine(socket, room, () => new OutboundError('timeout', 'a directory'));
  let isTaken = false;
  const client = new Client({
    url: 'ldap://directory',
    timeout: TIMEOUT_MS,
    // Once only: the client connects again by itself, and would send a password over a line that nobody has encrypted.
    createConnection: (() => {
      if (isTaken) throw new OutboundError('unreachable', 'the directory has closed the connection');
      isTaken = true;
      return line.stream;
    }) as never,
  });
  const search = async (base: string, asked: object) => {
    const { searchEntries } = await client.search(base, { timeLimit: TIMEOUT_MS / 1000, ...asked });
    return searchEntries;
  };
  return {
    certificate,
    bind: (dn, password) => client.bind(dn, password),
    async find(filter, attributes, sizeLimit) {
      const asked = { scope: 'sub', filter, sizeLimit, attributes: [...attributes] };
      const found = await search(settings.base_dn, { ...asked, explicitBufferAttributes: [...attributes, ...BYTES] });
      return found.map(toEntry);
    },
    async *list(base, filter, attributes) {
      const asked = {
        scope: 'sub' as const,
        filter,
        attributes: [...attributes],
        explicitBufferAttributes: [...attributes, ...BYTES],
      };
      for await (const { searchEntries } of client.searchPaginated(base, { ...asked, paged: { pageSize: PAGE } })) {
        yield searchEntries.map(toEntry);
        line.release();
      }
    },
    async namesOf(dn) {
      const [entry] = await search(dn, { scope: 'base', returnAttributeValues: false });
      return Object.keys(entry ?? {}).filter((name) => name !== 'dn');
    },
    async read(dn) {
      await search(dn, { scope: 'base', attributes: ['1.1'] });
    },
    async contexts() {
      const found = await search('', { scope: 'base', attributes: ['namingContexts'] });
      return found.flatMap((entry) => toEntry(entry).valuesOf('namingContexts'));
    },
    async [Symbol.asyncDispose]() {
      await client.unbind().catch(() => {});
      line.stream.destroy();
      plain.destroy();
    },
  };
}
