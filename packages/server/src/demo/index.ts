import type { Demo, DemoHost } from './host.ts';

export { createTrialMaker } from './trial.ts';

/**
 * Starts the demo; null, with a line in the log, where its package is not installed. It is loaded only where it is wanted: the server
 * of a school does without.
 */
export async function startInstalledDemo(host: DemoHost): Promise<Demo | null> {
  try {
    const { startDemo } = await import('./host.ts');
    return await startDemo(host);
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    host.log.warn('the package @kreide/demo is not installed: no demo');
    return null;
  }
}

function isMissing(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    thrown.code === 'ERR_MODULE_NOT_FOUND' &&
    thrown.message.includes("'@kreide/demo'")
  );
}
