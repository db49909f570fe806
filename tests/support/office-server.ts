import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * An office server as the protocol describes one (WOPI): it answers discovery, takes the form that opens a file, and asks the
 * host for it with signed requests. Written from the protocol alone; not tried with Collabora.
 */
export interface OfficeServer extends AsyncDisposable {
  readonly url: string;
  /** What discovery answers; null: status 500. */
  discovery: string | null;
  /** How often it was asked. */
  asked: number;
  /** The forms that pages have sent to an editor. */
  readonly opened: { readonly path: string; readonly form: URLSearchParams; readonly referer: string | undefined }[];
  /** Signs with another key from now on; `isTold`: discovery knows it. */
  changeKey(options?: { isTold?: boolean }): void;
  /** A request to the host, signed for an instant. */
  call(request: WopiCall): Promise<WopiAnswer>;
}

export interface WopiCall {
  /** `WOPISrc`, or below it. */
  readonly source: string;
  readonly token: string;
  readonly now: Date;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | ReadableStream;
  /** Changes what is signed, or how. */
  readonly signing?: {
    readonly token?: string;
    readonly url?: string;
    readonly only?: 'new' | 'old';
    readonly none?: true;
  };
}

export interface WopiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly body: any;
}

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}
const pair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The parts of a key as discovery has them: base64 with its signs, where JWK has those of addresses. */
function partsOf({ publicKey }: Pair) {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return [n, e].map((part) => Buffer.from(part, 'base64url').toString('base64'));
}

const proofKey = (key: Pair, oldKey: Pair) => {
  const [[modulus, exponent], [oldModulus, oldExponent]] = [partsOf(key), partsOf(oldKey)];
  return `<proof-key value="x" oldvalue="x" modulus="${modulus}" exponent="${exponent}" oldmodulus="${oldModulus}" oldexponent="${oldExponent}"/>`;
};

const EXTENSIONS = ['docx', 'xlsx', 'pptx', 'odt'];

/** The bytes that are signed: each part behind its length, all numbers with the highest byte first. */
function toSigned(token: string, url: string, ticks: bigint): Buffer {
  const long = Buffer.alloc(8);
  long.writeBigInt64BE(ticks);
  const parts = [Buffer.from(token, 'utf8'), Buffer.from(url.toUpperCase(), 'utf8'), long];
  return Buffer.concat(
    parts.map((part) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(part.length);
      return Buffer.concat([length, part]);
    }),
  );
}

const sign = (bytes: Buffer, { privateKey }: Pair): string =>
  createSign('RSA-SHA256').update(bytes).sign(privateKey, 'base64');

/** .NET counts hundreds of nanoseconds from the first of January of the year 1. */
export const toTicks = (at: Date): bigint => BigInt(at.getTime()) * 10_000n + 621_355_968_000_000_000n;

export async function startOfficeServer(): Promise<OfficeServer> {
  let [key, oldKey] = [pair(), pair()];
  const server: Server = createServer(async (request, response) => {
    if (request.url === '/hosting/discovery') {
      office.asked += 1;
      if (office.discovery === null) response.writeHead(500).end();
      else response.writeHead(200, { 'content-type': 'text/xml' }).end(office.discovery);
      return;
    }
    const form = new URLSearchParams(await text(request));
    office.opened.push({ path: request.url ?? '', form, referer: request.headers.referer });
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Office</title><h1>Editor</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const describeAll = () =>
    `<?xml version="1.0" encoding="utf-8"?><wopi-discovery><net-zone name="external-http">${EXTENSIONS.map(
      (ext) =>
        `<app name="${ext}"><action default="true" ext="${ext}" name="edit" urlsrc="${url}/editor/${ext}?&lt;ui=UI_LLCC&amp;&gt;&lt;thm=THEME_ID&amp;&gt;"/><action ext="${ext}" name="view" urlsrc="${url}/viewer?"/></app>`,
    ).join('')}</net-zone>${proofKey(key, oldKey)}</wopi-discovery>`;
  const office: OfficeServer = {
    url,
    discovery: describeAll(),
    asked: 0,
    opened: [],
    changeKey({ isTold = true } = {}) {
      [key, oldKey] = [pair(), key];
      if (isTold) office.discovery = describeAll();
    },
    async call({ source, token, now, method = 'GET', headers = {}, body, signing = {} }) {
      const address = `${source}?access_token=${encodeURIComponent(token)}`;
      const ticks = toTicks(now);
      const signed = toSigned(signing.token ?? token, signing.url ?? address, ticks);
      const response = await fetch(address, {
        method,
        headers: {
          'content-type': 'application/octet-stream',
          ...(signing.none
            ? {}
            : {
                'x-wopi-timestamp': String(ticks),
                ...(signing.only === 'old' ? {} : { 'x-wopi-proof': sign(signed, key) }),
                ...(signing.only === 'new' ? {} : { 'x-wopi-proofold': sign(signed, oldKey) }),
              }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: body as BodyInit, duplex: 'half' }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isJson = response.headers.get('content-type')?.includes('json') && bytes.length > 0;
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        body: isJson ? JSON.parse(bytes.toString()) : undefined,
      };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return office;
}
