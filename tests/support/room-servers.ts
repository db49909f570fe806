import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A conformance peer on loopback, written from the published protocol and from nothing of the product. */
export interface RoomServerPeer extends AsyncDisposable {
  url: string;
  /** What was refused, in the words of the peer. */
  refused: string[];
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => new Promise<void>((done) => void server.close(() => done()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

export interface BbbPeer extends RoomServerPeer {
  secret: string;
  /** The rooms that run, by their name. */
  meetings: Map<string, { createTime: string; name: string; endedUrl: string; ended: boolean }>;
  /** Who joined: with which role and under which name. */
  joined: { meetingID: string; fullName: string; role: string }[];
  calls: string[];
  /** Answers nothing but an error. */
  isDown: boolean;
}

/**
 * A BigBlueButton server as the API reference of BigBlueButton describes it: the checksum is the
 * SHA-256 of the call's name, the query as it stands before the checksum, and the secret; `create` twice is one meeting;
 * `join` needs the createTime of the meeting that runs.
 */
export async function startBbbPeer(hash: 'sha256' | 'sha512' = 'sha256'): Promise<BbbPeer> {
  const secret = 'shared-secret-of-the-peer';
  const peer = { secret, meetings: new Map(), joined: [], calls: [], refused: [], isDown: false } as unknown as BbbPeer;
  const xml = (response: ServerResponse, content: string) =>
    response.setHeader('content-type', 'text/xml').end(`<?xml version="1.0"?>\n<response>\n${content}\n</response>`);
  const fail = (response: ServerResponse, key: string) => {
    peer.refused.push(key);
    xml(response, `<returncode>FAILED</returncode><messageKey>${key}</messageKey><message>${key}</message>`);
  };
  const { url, close } = await serve((request, response) => {
    if (peer.isDown) return void response.writeHead(500).end();
    const [path = '', raw = ''] = (request.url ?? '').split('?');
    const call = path.split('/').at(-1) ?? '';
    const [, before = '', checksum = ''] = /^(.*?)&?checksum=([0-9a-f]+)$/.exec(raw) ?? [];
    const expected = createHash(hash)
      .update(call + before + secret, 'utf8')
      .digest('hex');
    if (!path.startsWith('/bigbluebutton/api/') || checksum !== expected) return fail(response, 'checksumError');
    peer.calls.push(call);
    const query = new URLSearchParams(before);
    const id = query.get('meetingID') ?? '';
    if (id.length < 2 || id.length > 256 || id.includes(',')) return fail(response, 'validationError');
    const known = peer.meetings.get(id);
    const running = known && !known.ended ? known : undefined;
    if (call === 'create') {
      const name = query.get('name') ?? '';
      if (name.length < 2 || name.length > 64) return fail(response, 'validationError');
      const createTime = running?.createTime ?? String(1_700_000_000_000 + peer.calls.length);
      if (!running)
        peer.meetings.set(id, { createTime, name, endedUrl: query.get('meetingEndedURL') ?? '', ended: false });
      const note = running ? '<messageKey>duplicateWarning</messageKey>' : '<messageKey></messageKey>';
      return xml(
        response,
        `<returncode>SUCCESS</returncode><meetingID>${id}</meetingID><createTime>${createTime}</createTime>${note}`,
      );
    }
    if (!running) return fail(response, 'notFound');
    if (call === 'join') {
      if (query.get('createTime') !== running.createTime) return fail(response, 'mismatchCreateTimeParam');
      const [role, fullName] = [query.get('role') ?? '', query.get('fullName') ?? ''];
      if (!['MODERATOR', 'VIEWER'].includes(role) || fullName.length < 2) return fail(response, 'validationError');
      peer.joined.push({ meetingID: id, fullName, role });
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>room</title>in the room');
      return undefined;
    }
    if (call === 'end') running.ended = true;
    const people = peer.joined.map(({ fullName }) => `<attendee><fullName>${fullName}</fullName></attendee>`).join('');
    return xml(
      response,
      `<returncode>SUCCESS</returncode><meetingID>${id}</meetingID><running>true</running><hasBeenForciblyEnded>false</hasBeenForciblyEnded><endTime>0</endTime><attendees>${people}</attendees>`,
    );
  });
  return Object.assign(peer, { url: `${url}/bigbluebutton/api`, [Symbol.asyncDispose]: close });
}

export interface JitsiPeer extends RoomServerPeer {
  appId: string;
  secret: string;
  /** Who was let in, with the context of their token. */
  joined: { room: string; user: Record<string, unknown> }[];
}

/**
 * A Jitsi server with token authentication as the notes on tokens of lib-jitsi-meet describe it: HS256, `iss` and `aud`
 * of the application, `sub` of the domain, the room of the address, not expired; every field of the user is a text.
 * @param now milliseconds, of the clock that the tests use
 */
export async function startJitsiPeer(now: () => number): Promise<JitsiPeer> {
  const [appId, secret] = ['kreide-app', 'shared-secret-of-the-peer'];
  const peer = { appId, secret, joined: [], refused: [] } as unknown as JitsiPeer;
  const { url, close } = await serve((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1');
    const refuse = (why: string) => {
      peer.refused.push(why);
      response.writeHead(403).end(why);
    };
    const [head = '', body = '', signature = ''] = (address.searchParams.get('jwt') ?? '').split('.');
    const wanted = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
    if (signature !== wanted) return refuse('signature');
    const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    const [header, claims] = [parse(head), parse(body)];
    if (header.alg !== 'HS256' || header.typ !== 'JWT') return refuse('algorithm');
    if (claims.iss !== appId || claims.aud !== appId) return refuse('application');
    if (claims.sub !== '127.0.0.1') return refuse('domain');
    if (claims.room === '*' || address.pathname !== `/${claims.room}`) return refuse('room');
    const seconds = now() / 1000;
    if (!(claims.exp > seconds) || claims.exp > seconds + 7200 || claims.nbf > seconds) return refuse('time');
    const user = claims.context?.user ?? {};
    if (!Object.values(user).every((value) => typeof value === 'string')) return refuse('context');
    peer.joined.push({ room: claims.room, user });
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>room</title>in the room');
    return undefined;
  });
  return Object.assign(peer, { url, [Symbol.asyncDispose]: close });
}
