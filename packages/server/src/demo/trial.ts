import { runInChild } from '../kernel/child/index.ts';
import type { FilesPlace } from '../kernel/config/storage-config.ts';
import type { MakeTrial } from '../kernel/feature.ts';
import type { Log } from '../kernel/log.ts';

interface TrialHost {
  connectionString: string;
  /** Of the file store. */
  files: FilesPlace;
  log: Log;
}

/**
 * Makes invented schools for real ones, each in a process of its own, which gives its memory back. Null: the package with the inventions
 * is not installed.
 */
export function createTrialMaker({ connectionString, files, log }: TrialHost): MakeTrial | null {
  if (!isInstalled()) return null;
  return async (order, { now, signal }) => {
    const at = { connection_string: connectionString, files, now: now.toISOString() };
    await runInChild({
      failure: 'The invented school could not be made',
      entry: new URL('./trial-work.ts', import.meta.url),
      input: { ...at, ...order },
      log,
      signal,
    });
  };
}

function isInstalled(): boolean {
  try {
    import.meta.resolve('@kreide/demo');
    return true;
  } catch {
    return false;
  }
}
