import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../packages/server/src/kernel/config/storage-config.ts';
import type { FileStore, StoredContent } from '../../packages/server/src/kernel/files/index.ts';

interface S3Rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  httpServer: { closeAllConnections(): void };
}

type S3RverClass = new (options: {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  configureBuckets: { name: string }[];
}) => S3Rver;

// It has no types, and is resolved where it is installed.
const S3rver = createRequire(new URL('../../packages/server/package.json', import.meta.url))('s3rver') as S3RverClass;

/** The contents of a store, the smallest first. */
export async function contentsOf(store: FileStore): Promise<StoredContent[]> {
  const contents: StoredContent[] = [];
  for await (const content of store.list()) contents.push(content);
  return contents.sort((one, other) => one.size - other.size);
}

export interface S3Service extends AsyncDisposable {
  settings: S3Settings;
  /** The same, as the server is told by its environment. */
  env: Record<string, string>;
  /** Out of reach until `start`, in the midst of what it does. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** An S3 service on this machine (s3rver) with one empty bucket. It knows no lists of uploads, does not throw any away, and lists at most
 * 1,000 contents. */
export async function startS3Service(): Promise<S3Service> {
  const directory = await mkdtemp(join(tmpdir(), 'kreide-s3-'));
  const bucket = 'kreide-files';
  const serveAt = async (port: number) => {
    const service = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: port === 0 ? [{ name: bucket }] : [],
    });
    return { service, at: (await service.run()).port };
  };
  let { service, at } = await serveAt(0);
  const stop = async () => {
    const closed = service.close();
    service.httpServer.closeAllConnections();
    await closed;
  };
  let isRunning = true;
  const settings = {
    endpoint: `http://127.0.0.1:${at}`,
    region: 'eu-central-1',
    bucket,
    prefix: 'schools/',
    access_key: 'S3RVER',
    secret_key: 'S3RVER',
  };
  return {
    settings,
    env: {
      KREIDE_S3_ENDPOINT: settings.endpoint,
      KREIDE_S3_BUCKET: bucket,
      KREIDE_S3_PREFIX: 'schools',
      KREIDE_S3_ACCESS_KEY: 'S3RVER',
      KREIDE_S3_SECRET_KEY: 'S3RVER',
    },
    async stop() {
      isRunning = false;
      await stop();
    },
    async start() {
      ({ service, at } = await serveAt(at));
      isRunning = true;
    },
    async [Symbol.asyncDispose]() {
      if (isRunning) await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
