import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { authApi } from '@kreide/core/features/auth';
import { schoolsApi } from '@kreide/core/features/schools';
import { SOURCES, timetableImportApi, type Upload } from '@kreide/core/features/timetable-import';
import { usersApi } from '@kreide/core/features/users';
import { type EndpointDeclaration, ERROR_STATUS, type ErrorCode } from '@kreide/core/kernel';
import * as z from 'zod/mini';

/** What a received export turns into; the rest of the record is filled in. */
export type Reading = Partial<Upload>;

/**
 * A server that speaks the contract and nothing else, for what a real one cannot be made to do on command: break off after it
 * stored an upload, let tokens expire, answer through a proxy. Every answer is checked against the declared schema.
 */
export interface ContractPeer extends AsyncDisposable {
  address: string;
  uploads: Upload[];
  /** Sessions that have not been revoked, by access token. */
  sessions: Map<string, string>;
  /** `METHOD /path` of every request. */
  requests: string[];
  /** Content of received files by name, newest last. */
  received: { name: string; text: string }[];
  /** Breaks off the next answer to this `METHOD /path` after it was worked out. */
  breakOff(request: string): void;
  expireTokens(): void;
}

const SCHOOL = {
  id: 7,
  uuid: '00000000-0000-4000-8000-000000000007',
  name: 'Lindenschule',
  city: 'Musterstadt',
  slink: 'linden',
  app_branding: null,
  color: null,
  locale: 'de',
  time_zone: 'Europe/Berlin',
  is_beta: false,
  timetable: {
    schoolyears: [{ id: 1, name: '2026 / 2027', begins_at: '2026-08-01', ends_at: '2027-07-15' }],
    active_schoolyear_id: 1,
  },
  is_locked: false,
} as const;
const USER = '00000000-0000-4000-8000-000000000001';
const CHANGE = { added: 2, changed: 1, removed: 0 };
const NOTHING = { added: 0, changed: 0, removed: 0 };

class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

interface Call {
  params: Record<string, string>;
  body: Record<string, unknown>;
  files: { name: string; text: string; size: number }[];
  token: string;
}

export async function startContractPeer(
  read: (files: Call['files']) => Reading | Promise<Reading> = () => ({}),
): Promise<ContractPeer> {
  const uploads: Upload[] = [];
  const sessions = new Map<string, string>();
  const refreshTokens = new Set<string>();
  const requests: string[] = [];
  const received: ContractPeer['received'] = [];
  const stored = new Map<string, unknown>();
  const breaking = new Set<string>();

  const open = () => {
    const access_token = `access-${randomUUID()}`;
    const refresh_token = `refresh-${randomUUID()}`;
    sessions.set(access_token, refresh_token);
    refreshTokens.add(refresh_token);
    return { access_token, refresh_token, uuid: USER, expires_in: 3600, meta: {} };
  };
  const find = (uuid: string | undefined) => {
    const upload = uploads.find((one) => one.uuid === uuid);
    if (!upload) throw new Refusal('not_found');
    return upload;
  };
  const move = (uuid: string | undefined, from: Upload['state'], to: Upload['state']) => {
    const upload = find(uuid);
    if (upload.state !== from) throw new Refusal('wrong_state');
    upload.state = to;
    if (to === 'PUBLISHED') upload.published_at = '2026-11-18T09:00:00.000Z';
    return { data: upload, meta: {} };
  };

  const routes: [EndpointDeclaration, (call: Call) => unknown][] = [
    [
      schoolsApi.get,
      ({ params }) => (params.slink === SCHOOL.slink ? { data: SCHOOL, meta: {} } : refuse('not_found')),
    ],
    [
      authApi.login,
      ({ body }) =>
        body.password === 'chalk-dust' ? { ...open(), tfa_mode: '', data: SCHOOL } : refuse('wrong_credentials'),
    ],
    [
      authApi.refresh,
      ({ body }) => (refreshTokens.delete(String(body.refresh_token)) ? open() : refuse('session_expired')),
    ],
    [
      authApi.logout,
      ({ token }) => {
        refreshTokens.delete(sessions.get(token) ?? '');
        sessions.delete(token);
        return { data: { redirect_uri: null }, meta: {} };
      },
    ],
    [usersApi.getSelf, () => ({ data: selfOf(), meta: {} })],
    [timetableImportApi.sources, () => ({ data: SOURCES.map(sourceOf), meta: {} })],
    [timetableImportApi.list, () => ({ data: [...uploads].reverse(), meta: {} })],
    [timetableImportApi.get, ({ params }) => ({ data: find(params.uuid), meta: {} })],
    [
      timetableImportApi.create,
      async ({ files }) => {
        received.push(...files.map(({ name, text }) => ({ name, text })));
        const upload = uploadOf(uploads.length + 1, files, await read(files));
        uploads.push(upload);
        return { data: { ...upload, state: 'QUEUED', progress: 0 }, meta: {} };
      },
    ],
    [
      timetableImportApi.publish,
      ({ params, body }) =>
        find(params.uuid).changes?.needs_replace && body.replace !== true
          ? refuse('needs_replace')
          : move(params.uuid, 'READY', 'PUBLISHED'),
    ],
    [timetableImportApi.discard, ({ params }) => move(params.uuid, 'READY', 'DISCARDED')],
    [timetableImportApi.undo, ({ params }) => move(params.uuid, 'PUBLISHED', 'UNDONE')],
  ];

  async function answer(request: IncomingMessage): Promise<unknown> {
    const path = new URL(request.url ?? '/', 'http://peer').pathname;
    for (const [endpoint, handle] of routes) {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      const match = new RegExp(`^/v1${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
      if (!match || endpoint.method !== request.method) continue;
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const input = await readBody(request, endpoint);
      if (endpoint.auth !== 'public' && !sessions.has(token)) throw new Refusal('session_expired');
      const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]));
      const key = request.headers['idempotency-key'];
      const known = typeof key === 'string' ? stored.get(`${request.method} ${path} ${key}`) : undefined;
      if (known) return known;
      const result = structuredClone(await handle({ params, token, ...input }));
      if (endpoint.answer) z.parse(endpoint.answer, result);
      if (typeof key === 'string') stored.set(`${request.method} ${path} ${key}`, result);
      return result;
    }
    throw new Refusal('no_such_endpoint');
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = `${request.method} ${request.url?.replace(/^https?:\/\/[^/]+/, '')}`;
    requests.push(name);
    const [status, body] = await answer(request).then(
      (result) => [200, result] as const,
      (thrown: unknown) => {
        const code = thrown instanceof Refusal ? thrown.code : 'internal';
        return [ERROR_STATUS[code], { error: { code, message: `${thrown}`, request_id: 'r-1' }, meta: {} }] as const;
      },
    );
    if (breaking.delete(name)) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    sessions,
    requests,
    received,
    breakOff: (request) => void breaking.add(request),
    expireTokens: () => sessions.clear(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function refuse(code: ErrorCode): never {
  throw new Refusal(code);
}

/** JSON or multipart, checked against the declared body: the client sends nothing undeclared. */
async function readBody(
  request: IncomingMessage,
  endpoint: EndpointDeclaration,
): Promise<Pick<Call, 'body' | 'files'>> {
  const bytes = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    const body = bytes.length > 0 ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
    if (endpoint.body) z.parse(endpoint.body, body);
    return { body, files: [] };
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const body: Record<string, unknown> = {};
  const files: Call['files'] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') body[name] = value;
    else files.push({ name: value.name, text: await value.text(), size: value.size });
  }
  if (endpoint.body) z.parse(endpoint.body, body);
  return { body, files };
}

function uploadOf(id: number, files: Call['files'], reading: Reading): Upload {
  return {
    id,
    uuid: randomUUID(),
    state: 'READY',
    progress: 100,
    source: 'csv',
    format: 'csv',
    files: files.map(({ name, size }) => ({ name, size })),
    school_year: { id: 3, name: '2026 / 2027', begins_at: '2026-08-24', ends_at: '2027-07-10' },
    counts: { lessons: 3, placements: 9, grades: 1, teachers: 2, bookables: 2, subjects: 2, substitutions: 0 },
    changes: { ...CHANGE, lessons: CHANGE, substitutions: NOTHING, lines: [], needs_replace: false },
    warnings: [],
    rejected: [],
    rejected_count: reading.rejected?.length ?? 0,
    error: null,
    created_at: '2026-11-18T08:00:00.000Z',
    published_at: null,
    can: { publish: 1, discard: 1, undo: 0 },
    ...reading,
  };
}

function sourceOf(source: (typeof SOURCES)[number]) {
  const { key, name, choosable, files } = source;
  const dates = { schoolyear_begins_at: null, schoolyear_ends_at: null };
  return { key, name, choosable, file_types: [...files], is_readable: choosable, options: [], ...dates };
}

function selfOf() {
  const { city: _, is_locked: __, ...school } = SCHOOL;
  return {
    id: 1,
    uuid: USER,
    username: 'admin',
    firstname: 'Ada',
    lastname: 'Beispiel',
    displayname: 'Ada Beispiel',
    email: null,
    type: 'EMPLOYEE',
    primary_role: { name: 'ADMIN', translated_description: 'Administration' },
    permissions: ['import-timetable', 'publish-timetable-entities'],
    is_admin: true,
    locale: 'de',
    grade_id: null,
    teacher_id: null,
    shortcut: null,
    school_id: SCHOOL.id,
    school,
    childs: [],
    has_timetable: false,
  };
}
