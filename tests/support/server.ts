import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedClock } from '../../packages/server/src/kernel/clock.ts';
import { readConfig } from '../../packages/server/src/kernel/config/config.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../packages/server/src/server.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** The secret of every test server, also for signing file addresses. */
export const TEST_SECRET = 'a test secret of more than thirty-two characters';

/** A Wednesday in term, ten past ten in Berlin: the time of every test unless it sets another. */
export const TEST_NOW = '2026-11-18T09:10:00Z';

export interface TestServer extends AsyncDisposable {
  server: RunningServer;
  url: string;
  clock: ReturnType<typeof fixedClock>;
  test: TestDatabase;
  /** The folder of the server's files. */
  dataFolder: string;
  /** A call as any HTTP client would make it. */
  request(method: string, path: string, options?: TestRequest): Promise<TestAnswer>;
  stop(): Promise<void>;
}

export interface TestRequest {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
  text: string;
}

export interface TestServerOptions extends Partial<ServerOptions> {
  env?: Record<string, string>;
  /** A database and its files, of which the server gets a copy. */
  copyOf?: { name: string; dataFolder: string };
}

/** A real server on a database of its own, with a fixed clock. Without pages unless requested. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env, copyOf, ...rest } = options;
  const test = await createTestDatabase(copyOf);
  const dataFolder = await mkdtemp(join(tmpdir(), 'kreide-server-'));
  if (copyOf) await cp(copyOf.dataFolder, dataFolder, { recursive: true });
  const clock = fixedClock(TEST_NOW);
  const config = readConfig({
    PORT: '0',
    KREIDE_DATA: dataFolder,
    KREIDE_DEMO: 'false',
    KREIDE_SECRET: TEST_SECRET,
    ...env,
  });
  const server = await startServer({
    config,
    log: silentLog,
    root: ROOT,
    clock,
    connectionString: test.connectionString,
    pages: null,
    ...rest,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      await server.close();
      await test.drop();
      await rm(dataFolder, { recursive: true, force: true });
    })();
    return stopped;
  };
  return {
    server,
    url: server.url,
    clock,
    test,
    dataFolder,
    stop,
    [Symbol.asyncDispose]: stop,
    request: requestAt(server.url),
  };
}

/** Calls to any running server, as any HTTP client would make them. */
export function requestAt(url: string): TestServer['request'] {
  return async (method, path, { token, body, headers = {} } = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  };
}
