import { timetableImportApi } from '@kreide/core/features/timetable-import';
import { writeMoment } from '@kreide/core/kernel';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../failures.ts';
import { printJson, toTable } from '../output.ts';
import type { Connection, ConnectionOptions } from '../session.ts';
import { connectedForUploads } from '../upload-session.ts';
import { type JsonOption, withConnection, withJson } from './shared.ts';

type Options = ConnectionOptions & JsonOption;
type Action = (cli: Cli, connection: Connection, options: JsonOption) => Promise<ExitCode>;

/** `timetable webuntis check|fetch|status`: the connection that was saved in the app, as programs may use it. */
export function registerWebUntis(timetable: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const webuntis = timetable
    .command('webuntis')
    .description(t('webuntis.description'))
    .addHelpText('after', `\n${t('help.examples')}\n  kreide timetable webuntis status --school demo`);
  const actions: [name: string, description: string, action: Action][] = [
    ['check', t('webuntis.check'), checkAccount],
    ['fetch', t('webuntis.fetch'), fetchNow],
    ['status', t('webuntis.status'), showState],
  ];
  for (const [name, description, action] of actions)
    withJson(
      withConnection(webuntis.command(name).description(description), cli),
      cli,
      `kreide timetable webuntis ${name} --school demo`,
    ).action(async (options: Options) =>
      onExit(await connectedForUploads(cli, options, (connection) => action(cli, connection, options))),
    );
}

const paramsOf = async ({ school }: Connection) => ({ id: String((await school()).id) });

/** What the account may do; ends with 1 where the plan cannot be read. */
async function checkAccount(cli: Cli, connection: Connection, { json }: JsonOption): Promise<ExitCode> {
  const params = await paramsOf(connection);
  const { data } = await connection.client.call(
    timetableImportApi.checkWebUntis,
    { params, body: { account: null } },
    { signal: cli.signal },
  );
  if (json) printJson(cli, data);
  else {
    const word = (value: boolean) => (value ? cli.t('prompt.yes') : cli.t('prompt.no'));
    if (data.calls.length > 0)
      cli.terminal.out(
        toTable(
          [{ title: cli.t('webuntis.what') }, { title: cli.t('webuntis.allowed') }],
          data.calls.map(({ text, is_allowed }) => [text, word(is_allowed)]),
        ),
      );
    cli.terminal.out(`${data.message ?? cli.t('webuntis.works')}\n`);
  }
  return data.reason === null ? EXIT.done : EXIT.failed;
}

async function fetchNow(cli: Cli, connection: Connection, { json }: JsonOption): Promise<ExitCode> {
  const params = await paramsOf(connection);
  const { data } = await connection.client.call(
    timetableImportApi.fetchWebUntis,
    { params, body: {} },
    { signal: cli.signal },
  );
  if (json) printJson(cli, data);
  else cli.terminal.out(`${cli.t('webuntis.fetching')}\n`);
  return EXIT.done;
}

/** How the last look ended; ends with 1 where it failed. */
async function showState(cli: Cli, connection: Connection, { json }: JsonOption): Promise<ExitCode> {
  const params = await paramsOf(connection);
  const { data } = await connection.client.call(timetableImportApi.getWebUntis, { params }, { signal: cli.signal });
  const isFailed = data?.outcome === 'failed';
  if (json) printJson(cli, data);
  else if (!data) cli.terminal.out(`${cli.t('webuntis.none')}\n`);
  else {
    const timeZone = (await connection.school()).time_zone;
    const when = (instant: string | null) =>
      instant === null ? '' : writeMoment(cli.language, new Date(instant), timeZone, 'short');
    cli.terminal.out(
      toTable(
        [
          { title: cli.t('webuntis.address') },
          { title: cli.t('webuntis.outcome') },
          { title: cli.t('webuntis.last') },
          { title: cli.t('webuntis.next') },
        ],
        [
          [
            data.address,
            cli.t(`webuntis.outcomes.${data.outcome ?? 'never'}`),
            when(data.checked_at),
            when(data.due_at),
          ],
        ],
      ),
    );
    if (data.message) cli.terminal.out(`${data.message}\n`);
  }
  return isFailed ? EXIT.failed : EXIT.done;
}
