import { createDecipheriv, createECDH, createPublicKey, createVerify, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PushPayload, parsePushPayload } from '@kreide/core/features/notifications';

/** A push message as a device sees it, and what the push service saw of it. */
export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  /** Decrypted with the keys of the device. */
  payload: PushPayload;
  /** Claims of the signed token; its signature was verified with the key in the header. */
  vapid: { aud: string; exp: number; sub: string };
  /** Public key that signed, as in the header. */
  key: string;
  /** What went over the wire. */
  bytes: Buffer;
}

export interface PushService extends AsyncDisposable {
  /** What KREIDE_OUTBOUND_ALLOW has to be, so that it can be reached. */
  allow: string;
  /** A device with keys of its own; `path` names it. */
  subscribe(path: string): { token: string; endpoint: string };
  received: ReceivedPush[];
  /** What the next messages to a device are answered with; 201 where nothing is said. */
  answer(path: string, ...answers: { status: number; headers?: Record<string, string> }[]): void;
}

/** A push service on this machine that decrypts what arrives (RFC 8030, 8188, 8291, 8292). */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const answers = new Map<string, { status: number; headers?: Record<string, string> }[]>();
  const received: ReceivedPush[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    const device = devices.get(path);
    const { status, headers = {} } = answers.get(path)?.shift() ?? { status: device ? 201 : 404 };
    if (device) {
      const bytes = Buffer.concat(chunks);
      const payload = parsePushPayload(decrypt(bytes, device.ecdh, device.auth).toString());
      if (!payload) throw new Error('not a push message of ours');
      received.push({ path, headers: request.headers, payload, bytes, ...verify(request.headers.authorization ?? '') });
    }
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    allow: `127.0.0.1 ${origin}`,
    received,
    subscribe(path) {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      devices.set(path, { ecdh, auth });
      const endpoint = `${origin}${path}`;
      return { endpoint, token: JSON.stringify({ endpoint, keys: { p256dh, auth: auth.toString('base64url') } }) };
    },
    answer(path, ...next) {
      answers.set(path, next);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** One record of aes128gcm, decrypted with the keys of the device. */
function decrypt(bytes: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = bytes.subarray(0, 16);
  const size = bytes.readUInt8(20);
  const sender = bytes.subarray(21, 21 + size);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const material = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const content = bytes.subarray(21 + size);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()]);
  // The last record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** The claims of `vapid t=…, k=…`; throws when the signature is wrong. */
function verify(authorization: string): Pick<ReceivedPush, 'vapid' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const check = createVerify('sha256').update(`${head}.${claims}`);
  if (!check.verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the token is not signed by its key');
  return { vapid: JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}
