import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { makeRunFolder } from './run-folder.ts';
import { askForShared, shareOnRequest } from './shared.ts';

/** Environment variable with the path of the socket at which test files find the command of their run. */
const SOCKET = 'KREIDE_TEST_CLI';
const PACKAGE = join(import.meta.dirname, '../../packages/cli');

/** The command as the workspace starts it, from its sources. */
export const SOURCE_BIN = join(PACKAGE, 'bin/kreide.mjs');

export const isCliShared = (): boolean => process.env[SOCKET] !== undefined;

/**
 * Lets the test files of a run share the command as it is published, in one file: it starts in a third of the time that the
 * sources take, which some hundred starts of the flows notice.
 */
export function shareCli(): Promise<() => Promise<void>> {
  return shareOnRequest(SOCKET, async () => {
    const folder = await makeRunFolder('kreide-cli-built');
    for (const part of ['bin', 'package.json']) cpSync(join(PACKAGE, part), join(folder, part), { recursive: true });
    const configFile = join(PACKAGE, 'vite.config.ts');
    await build({ root: PACKAGE, configFile, logLevel: 'silent', build: { outDir: join(folder, 'dist') } });
    return { address: join(folder, 'bin/kreide.mjs'), stop: () => rm(folder, { recursive: true }) };
  });
}

/** The command of this test run; outside of a run of flows the one of the workspace. */
export async function findCli(): Promise<string> {
  const path = process.env[SOCKET];
  return path === undefined ? SOURCE_BIN : askForShared<string>(path);
}
