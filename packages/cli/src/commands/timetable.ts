import {
  SOURCES,
  type Source,
  timetableImportApi,
  UPLOADS_PAGE,
  type Upload,
} from '@kreide/core/features/timetable-import';
import { writeMoment } from '@kreide/core/kernel';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure, wrongUse } from '../failures.ts';
import { printJson, toTable } from '../output.ts';
import { confirm } from '../prompt.ts';
import type { Connection, ConnectionOptions } from '../session.ts';
import { toChanges, toConcerns } from '../timetable/report.ts';
import { connectedForUploads } from '../upload-session.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';
import { registerUpload } from './timetable-upload.ts';
import { registerWebUntis } from './timetable-webuntis.ts';

type Options = ConnectionOptions & JsonOption;

/** `timetable sources|upload|status|undo` (D-3.08, D-3.09). */
export function registerTimetable(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const timetable = program
    .command('timetable')
    .description(t('timetable.description'))
    .addHelpText('after', `\n${t('help.examples')}\n  kreide timetable upload export.xml --school demo`);

  registerUpload(timetable, cli, onExit);

  const sources = timetable.command('sources').description(t('sources.description'));
  withJson(withConnection(sources, cli), cli, 'kreide timetable sources').action(async (options: Options) =>
    onExit(await connectedForUploads(cli, options, (connection) => listSources(cli, connection, options))),
  );

  const status = timetable
    .command('status')
    .description(t('status.description'))
    .argument('[upload]', t('status.upload'))
    .option('--page <number>', t('status.page'));
  withJson(withConnection(status, cli), cli, 'kreide timetable status\nkreide timetable status 12 --json').action(
    async (name: string | undefined, options: Options & { page?: string }) =>
      onExit(await connectedForUploads(cli, options, (connection) => showStatus(cli, connection, name, options))),
  );

  const reprocess = timetable
    .command('reprocess')
    .description(t('reprocess.description'))
    .argument('<upload>', t('reprocess.upload'));
  withJson(withConnection(reprocess, cli), cli, 'kreide timetable reprocess 12 --school demo').action(
    async (name: string, options: Options) =>
      onExit(await connectedForUploads(cli, options, (connection) => readAgain(cli, connection, name, options))),
  );

  const reset = timetable.command('reset-hashes').description(t('resetHashes.description'));
  withJson(withConnection(reset, cli), cli, 'kreide timetable reset-hashes --school demo').action(
    async (options: Options) =>
      onExit(await connectedForUploads(cli, options, (connection) => resetHashes(cli, connection, options))),
  );

  registerWebUntis(timetable, cli, onExit);

  const undo = timetable
    .command('undo')
    .description(t('undo.description'))
    .argument('[upload]', t('undo.upload'))
    .option('-y, --yes', t('options.yes'));
  withJson(withConnection(undo, cli), cli, 'kreide timetable undo --school demo').action(
    async (name: string | undefined, options: Options & { yes?: true }) => {
      if (!options.yes && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
      onExit(await connected(cli, options, (connection) => undoUpload(cli, connection, name, options)));
    },
  );
}

async function listSources(cli: Cli, { client }: Connection, { json }: JsonOption): Promise<ExitCode> {
  const { data } = await client.call(timetableImportApi.sources, { query: {} }, { signal: cli.signal });
  const known = new Map<string, Source>(data.map((source) => [source.key, source]));
  // In the order of the specification (T-3.87).
  const sources = SOURCES.flatMap(({ key }) => known.get(key) ?? []);
  if (json) {
    printJson(cli, sources);
    return EXIT.done;
  }
  const { t } = cli;
  const word = (value: boolean) => (value ? t('prompt.yes') : t('prompt.no'));
  cli.terminal.out(
    toTable(
      [
        { title: t('sources.key') },
        { title: t('sources.name') },
        { title: t('sources.choosable') },
        { title: t('sources.readable') },
        { title: t('sources.files') },
      ],
      sources.map((source) => [
        source.key,
        source.name,
        word(source.choosable),
        word(source.is_readable),
        source.file_types.join(', '),
      ]),
    ),
  );
  return EXIT.done;
}

/** The uploads of the school, newest first; `page` from 1. */
async function listUploads(cli: Cli, { client, school }: Connection, page: string | undefined): Promise<Upload[]> {
  if (page !== undefined && !/^[1-9]\d{0,5}$/.test(page)) throw wrongUse(cli.t('status.badPage', { page }));
  const params = { id: String((await school()).id) };
  const query = page === undefined ? {} : { page };
  return (await client.call(timetableImportApi.list, { params, query }, { signal: cli.signal })).data;
}

/** An upload by its number or uuid. */
async function findUpload(cli: Cli, connection: Connection, name: string): Promise<Upload> {
  if (/^[0-9a-f-]{36}$/i.test(name)) {
    const params = { uuid: name.toLowerCase() };
    return (await connection.client.call(timetableImportApi.get, { params }, { signal: cli.signal })).data;
  }
  if (!/^\d+$/.test(name)) throw wrongUse(cli.t('status.badUpload', { name }));
  for (let page = 1; ; page += 1) {
    const uploads = await listUploads(cli, connection, String(page));
    const found = uploads.find((upload) => upload.number === Number(name));
    if (found) return findUpload(cli, connection, found.uuid);
    if (uploads.length === 0) throw new Failure(cli.t('status.noUpload', { name }));
  }
}

/** Formats instants in the zone of the school. */
async function createMoment(cli: Cli, { school }: Connection): Promise<(instant: string) => string> {
  const timeZone = (await school()).time_zone;
  return (instant) => writeMoment(cli.language, new Date(instant), timeZone, 'short');
}

async function showStatus(
  cli: Cli,
  connection: Connection,
  name: string | undefined,
  { json, page }: JsonOption & { page?: string },
): Promise<ExitCode> {
  const { t, terminal } = cli;
  const moment = await createMoment(cli, connection);
  if (name !== undefined) {
    const upload = await findUpload(cli, connection, name);
    if (json) printJson(cli, upload);
    else terminal.out(toDetails(cli, upload, moment));
    return EXIT.done;
  }
  // A row beyond the page says that there is another.
  const uploads = (await listUploads(cli, connection, page)).slice(0, UPLOADS_PAGE);
  if (json) {
    printJson(cli, uploads);
    return EXIT.done;
  }
  if (uploads.length === 0) {
    terminal.out(`${t('status.none')}\n`);
    return EXIT.done;
  }
  terminal.out(
    toTable(
      [
        { title: t('status.number'), align: 'right' },
        { title: t('status.when') },
        { title: t('status.state') },
        { title: t('status.source') },
        { title: t('status.changes'), align: 'right' },
        { title: t('status.rejected'), align: 'right' },
        { title: t('status.files') },
      ],
      uploads.map((upload) => [
        String(upload.number),
        moment(upload.created_at),
        toState(cli, upload),
        upload.source ?? '',
        upload.changes ? `+${upload.changes.added} ~${upload.changes.changed} -${upload.changes.removed}` : '',
        String(upload.rejected_count),
        upload.files.map((file) => file.name).join(', '),
      ]),
    ),
  );
  const [newest] = uploads;
  if (newest && page === undefined) terminal.out(`\n${toDetails(cli, newest, moment)}`);
  return EXIT.done;
}

function toState(cli: Cli, upload: Upload): string {
  const state = cli.t(`state.${upload.state}`);
  return upload.state === 'PROCESSING' ? `${state} ${upload.progress} %` : state;
}

function toDetails(cli: Cli, upload: Upload, moment: (instant: string) => string): string {
  const when = upload.published_at ?? upload.created_at;
  const head = `${cli.t('status.title', { number: String(upload.number) })}: ${toState(cli, upload)}, ${moment(when)}\n`;
  const error = upload.error === null ? '' : `\n${upload.error}\n`;
  return `${head}${toChanges(cli, upload)}${toConcerns(cli, upload)}${error}`;
}

/** Reads the files of an upload once more, as a new upload (T-7.25). */
async function readAgain(cli: Cli, connection: Connection, name: string, { json }: JsonOption): Promise<ExitCode> {
  const { uuid } = await findUpload(cli, connection, name);
  const { data } = await connection.client.call(
    timetableImportApi.reprocess,
    { body: { uuid } },
    { signal: cli.signal },
  );
  if (json) printJson(cli, data);
  else cli.terminal.out(`${cli.t('reprocess.done', { number: String(data.number) })}\n`);
  return EXIT.done;
}

/** Lets programs bring files again that have not changed (T-7.24). */
async function resetHashes(cli: Cli, { client }: Connection, { json }: JsonOption): Promise<ExitCode> {
  const { data } = await client.call(timetableImportApi.resetHashes, { body: {} }, { signal: cli.signal });
  if (json) printJson(cli, data);
  else cli.terminal.out(`${cli.t('resetHashes.done', { count: data.count })}\n`);
  return EXIT.done;
}

async function undoUpload(
  cli: Cli,
  connection: Connection,
  name: string | undefined,
  { json, yes }: JsonOption & { yes?: true },
): Promise<ExitCode> {
  const { t, terminal } = cli;
  const upload =
    name === undefined
      ? (await listUploads(cli, connection, undefined)).find((one) => one.state === 'PUBLISHED')
      : await findUpload(cli, connection, name);
  if (!upload) throw new Failure(t('undo.nothing'));
  const number = String(upload.number);
  const moment = await createMoment(cli, connection);
  const when = moment(upload.published_at ?? upload.created_at);
  if (!yes && !(await confirm(cli, t('undo.question', { number, when })))) throw new Failure(t('undo.declined'));
  const params = { uuid: upload.uuid };
  const { data } = await connection.client.call(timetableImportApi.undo, { params }, { signal: cli.signal });
  if (json) printJson(cli, data);
  else terminal.out(`${t('undo.done', { number, when })}\n`);
  return EXIT.done;
}
