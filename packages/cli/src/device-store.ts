import type { Cli } from './cli.ts';
import { readConfig, toConfigFolder, withLock, writeConfig } from './config.ts';

/** Tokens by which servers know this device, so that failed sign-ins of strangers do not keep its account out (D-4.09). */
const DEVICES_FILE = 'devices.json';
const TOKEN = /^[A-Za-z0-9_-]{20,100}$/;

function load(cli: Cli): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readConfig(toConfigFolder(cli.terminal), DEVICES_FILE) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** The token that this server gave at an earlier sign-in; null when there is none that could be its. */
export function deviceTokenOf(cli: Cli, server: string): string | null {
  const token = load(cli)[server];
  return typeof token === 'string' && TOKEN.test(token) ? token : null;
}

/** Keeps the token. Where nothing can be written the next sign-in is that of a new device, and nothing is lost. */
export async function keepDeviceToken(cli: Cli, server: string, token: string | undefined): Promise<void> {
  if (token === undefined || token === deviceTokenOf(cli, server)) return;
  const folder = toConfigFolder(cli.terminal);
  const write = async () =>
    writeConfig(folder, DEVICES_FILE, `${JSON.stringify({ ...load(cli), [server]: token }, null, 2)}\n`);
  await withLock(folder, DEVICES_FILE, write).catch(() => undefined);
}
