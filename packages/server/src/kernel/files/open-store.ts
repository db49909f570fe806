import type { FilesPlace, S3Settings } from '../config/storage-config.ts';
import { createLocalStore, type FileStore } from './store.ts';

/**
 * The store of an installation. What crashed uploads have left in it is removed. A bucket that is out of reach opens all the same, and
 * each call to it fails.
 */
export async function openStore({ folder, s3 }: FilesPlace, now: Date): Promise<FileStore> {
  return s3 ? openBucket(s3, now) : createLocalStore(folder, now);
}

/** The driver is loaded only where there is a bucket. */
async function openBucket(settings: S3Settings, now: Date): Promise<FileStore> {
  const { createS3Store } = await import('./s3-store.ts');
  const store = createS3Store(settings);
  // Not every service lists them; they take room and harm nothing.
  await store.removeLeftovers(now).catch(() => {});
  return store;
}
