import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pause } from '@kreide/core/client';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { readConfig, toConfigFolder, writeConfig } from '../config.ts';
import { EXIT, type ExitCode, toEnding, wrongUse } from '../failures.ts';
import { printJson } from '../output.ts';
import type { Connection } from '../session.ts';
import { type ExportFile, openExport } from './export-files.ts';
import type { UploadFields } from './upload.ts';
import { type UploadChoices, uploadExport } from './upload-export.ts';
import {
  isExportName,
  isNewContent,
  type Listing,
  lookAgain,
  settled,
  startWatch,
  toRetryWait,
  type WatchState,
} from './watch.ts';

/** Content of the last export by file name, for each watched folder, so that a restart uploads nothing twice. */
const WATCH_FILE = 'watched.json';
/** Polling interval, ms. Listing works on network drives, change notifications do not. */
const LOOK_EVERY = 1_000;

export interface Watch {
  folder: string;
  /** An export is complete when nothing changed for this long, ms. */
  settle: number;
  fields: UploadFields;
  choices: UploadChoices;
}

/** Uploads every new export that appears in the folder until aborted; reports failures and goes on (D-3.08). */
export async function watchFolder(cli: Cli, connection: Connection, watch: Watch): Promise<ExitCode> {
  const folder = resolve(watch.folder);
  const { t, terminal } = cli;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw wrongUse(t('watch.noFolder', { folder }));
  const place = `${connection.server} ${(await connection.school()).uuid} ${folder}`;
  let state: WatchState = startWatch(list(folder), cli.now().getTime());
  let failures = 0;
  let notBefore = 0;
  let isAway = false;
  terminal.err(`${t('watch.started', { folder })}\n`);
  while (!cli.signal.aborted) {
    await pause(Math.min(LOOK_EVERY, watch.settle / 2), cli.signal).catch(() => undefined);
    if (cli.signal.aborted) break;
    try {
      const now = cli.now().getTime();
      const look = lookAgain(state, list(folder), now, watch.settle);
      if (isAway) terminal.err(`${t('watch.back', { folder })}\n`);
      isAway = false;
      // A new export is tried at once, one that failed when its pause is over.
      if (look.state.restless_at !== state.restless_at) notBefore = 0;
      state = look.state;
      if (look.complete === null || now < notBefore) continue;
      const isDone = await handle(cli, connection, watch, folder, place, look.complete);
      if (isDone) state = settled(state, look.complete);
      failures = isDone ? 0 : failures + 1;
      notBefore = isDone ? 0 : cli.now().getTime() + toRetryWait(failures);
    } catch (thrown) {
      if (cli.signal.aborted) break;
      if (!isAway) report(cli, thrown);
      isAway = true;
    }
  }
  terminal.err(`${t('watch.ended')}\n`);
  return EXIT.done;
}

/** Retries the start while the server cannot be reached: at boot the network is often up later than the watcher. */
export async function startPatiently(cli: Cli, start: () => Promise<ExitCode>): Promise<ExitCode> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await start();
    } catch (thrown) {
      const isAway = thrown instanceof ApiError && (thrown.status === 0 || thrown.status >= 500);
      if (!isAway || cli.signal.aborted) throw thrown;
      report(cli, thrown);
      await pause(toRetryWait(failures), cli.signal);
    }
  }
}

function list(folder: string): Listing {
  const listing = new Map<string, { size: number; mtime: number }>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !isExportName(entry.name)) continue;
    const stat = statSync(join(folder, entry.name), { throwIfNoEntry: false });
    if (stat) listing.set(entry.name, { size: stat.size, mtime: stat.mtimeMs });
  }
  return listing;
}

/** Uploads one export; false when it should be tried again because of the network or the file. */
async function handle(
  cli: Cli,
  connection: Connection,
  { fields, choices }: Watch,
  folder: string,
  place: string,
  names: readonly string[],
): Promise<boolean> {
  const { t, terminal } = cli;
  try {
    const files = await openExport(
      cli,
      names.map((name) => join(folder, name)),
    );
    const hashes = Object.fromEntries(files.map(({ name, hash }) => [name, hash]));
    const known = loadKnown(cli);
    if (!isNewContent(hashes, known[place] ?? {})) {
      terminal.err(`${stamp(cli)} ${t('watch.unchanged', { files: names.join(', ') })}\n`);
      return true;
    }
    terminal.err(`${stamp(cli)} ${t('watch.found', { files: names.join(', ') })}\n`);
    await uploadOnce(cli, connection, files, fields, choices);
    if (!choices.dryRun) saveKnown(cli, place, { ...known[place], ...hashes });
    return true;
  } catch (thrown) {
    if (cli.signal.aborted) throw thrown;
    report(cli, thrown);
    return false;
  }
}

/** Accepts the server's decision about an export; throws only for errors on the way to it. */
async function uploadOnce(
  cli: Cli,
  connection: Connection,
  files: readonly ExportFile[],
  fields: UploadFields,
  choices: UploadChoices,
): Promise<void> {
  try {
    const code = await uploadExport(cli, connection, files, fields, choices);
    if (code === EXIT.rejectedRows) cli.terminal.err(`${stamp(cli)} ${cli.t('watch.rejectedRows')}\n`);
  } catch (thrown) {
    if (cli.signal.aborted || isOnTheWay(thrown)) throw thrown;
    report(cli, thrown);
    if (choices.json) printJson(cli, { ...cli.json.fields, error: toEnding(thrown, cli.address, cli.t).error });
  }
}

/** Worth a retry: no connection, a server that is down or busy, a session that somebody may renew. */
function isOnTheWay(thrown: unknown): boolean {
  return (
    thrown instanceof ApiError && (thrown.status === 0 || [401, 429].includes(thrown.status) || thrown.status >= 500)
  );
}

function report(cli: Cli, thrown: unknown): void {
  if (cli.terminal.env.KREIDE_DEBUG) console.error(thrown);
  cli.terminal.err(`${stamp(cli)} ${toEnding(thrown, cli.address, cli.t).text}\n`);
}

function stamp(cli: Cli): string {
  return writeMoment(cli.language, cli.now(), cli.timeZone, 'seconds');
}

type Known = Record<string, Record<string, string>>;

function loadKnown(cli: Cli): Known {
  const text = readConfig(toConfigFolder(cli.terminal), WATCH_FILE);
  try {
    return text === null ? {} : (JSON.parse(text) as Known);
  } catch {
    // If the state cannot be read, one upload without changes follows; the watcher goes on.
    return {};
  }
}

function saveKnown(cli: Cli, place: string, hashes: Record<string, string>): void {
  const known = { ...loadKnown(cli), [place]: hashes };
  writeConfig(toConfigFolder(cli.terminal), WATCH_FILE, `${JSON.stringify(known, null, 2)}\n`);
}
