import { CLASSBOOK_PAGE, type Contradiction, classbookApi, mendingPlaces } from '@kreide/core/features/classbook';
import { structureApi } from '@kreide/core/features/structure';
import { writeDate } from '@kreide/core/kernel';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure, wrongUse } from '../failures.ts';
import { printJson, toTable } from '../output.ts';
import type { Connection, ConnectionOptions } from '../session.ts';
import { toDay } from './schoolyear.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';

interface CheckOptions extends ConnectionOptions, JsonOption {
  from?: string;
  to?: string;
  page?: string;
}

/** `classbook check`: what class book and absences of the school contradict each other in (D-6.09). */
export function registerClassbook(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const classbook = program
    .command('classbook')
    .description(t('classbook.description'))
    .addHelpText('after', `\n${t('help.examples')}\n  kreide classbook check --school demo`);
  const check = classbook
    .command('check')
    .description(t('classbook.check'))
    .option('--from <date>', t('classbook.from'))
    .option('--to <date>', t('classbook.to'))
    .option('--page <number>', t('classbook.page'));
  withJson(
    withConnection(check, cli),
    cli,
    'kreide classbook check\nkreide classbook check --from 2026-11-01 --to 2026-11-30 --json',
  ).action(async (options: CheckOptions) =>
    onExit(await connected(cli, options, (connection) => checkBook(cli, connection, options))),
  );
}

/** The class book of the active school year. */
async function findBook(cli: Cli, { client }: Connection): Promise<number> {
  const { data } = await client.call(structureApi.listYears, {}, { signal: cli.signal });
  const year = data.find(({ is_active }) => is_active);
  if (!year) throw new Failure(cli.t('classbook.noYear'));
  return year.id;
}

async function checkBook(
  cli: Cli,
  connection: Connection,
  { from, to, page = '1', json }: CheckOptions,
): Promise<ExitCode> {
  const { t } = cli;
  const [begins_at, ends_at] = [toDay(cli, from), toDay(cli, to)];
  if (!/^[1-9]\d{0,5}$/.test(page)) throw wrongUse(t('classbook.badPage', { page }));
  const id = await findBook(cli, connection);
  const query = { page, ...(begins_at && { begins_at }), ...(ends_at && { ends_at }) };
  const args = { params: { id: `${id}` }, query };
  const { data } = await connection.client.call(classbookApi.listContradictions, args, { signal: cli.signal });
  // A row beyond the page says that there is another.
  const shown = data.slice(0, CLASSBOOK_PAGE).map((one) => {
    const places = mendingPlaces(id, one).map(({ path }) => `${connection.server}${path}`);
    return { ...one, places };
  });
  const has_more = data.length > CLASSBOOK_PAGE;
  if (json) printJson(cli, { contradictions: shown, has_more });
  else cli.terminal.out(toText(cli, shown, has_more ? Number(page) + 1 : null));
  return EXIT.done;
}

function toText(
  { t, language }: Cli,
  shown: readonly (Contradiction & { places: readonly string[] })[],
  next: number | null,
): string {
  if (shown.length === 0) return `${t('classbook.none')}\n`;
  const table = toTable(
    [
      { title: t('classbook.date') },
      { title: t('classbook.person') },
      { title: t('classbook.what') },
      { title: t('classbook.where') },
    ],
    // Each place has a line of its own, so that a terminal can open it.
    shown.flatMap(({ date, user, kind, places }) =>
      places.map((place, index) =>
        index === 0
          ? [writeDate(language, date, 'medium'), user.meta.displayname, t(`classbook.kind.${kind}`), place]
          : ['', '', '', place],
      ),
    ),
  );
  return next === null ? table : `${table}${t('classbook.more', { page: String(next) })}\n`;
}
