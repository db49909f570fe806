import { IMPORT_TYPES, type ImportType } from '@kreide/core/features/user-import';
import { LANGUAGES, type Language } from '@kreide/core/kernel';
import { type Command, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { type ExitCode, wrongUse } from '../failures.ts';
import type { ConnectionOptions } from '../session.ts';
import { requireLetterPaths } from '../users/letter-files.ts';
import { downloadLetters, listLetterRuns } from '../users/letters.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';

interface DownloadOptions extends ConnectionOptions, JsonOption {
  letters?: string;
  table?: string;
  role?: string;
  class?: string;
  language?: Language;
  dryRun?: true;
  force?: true;
}

/** `letters list|download`: the letters with codes, once more (D-3.11). */
export function registerLetters(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const letters = program
    .command('letters')
    .description(t('letters.description'))
    .addHelpText(
      'after',
      `\n${t('help.examples')}\n  kreide letters list\n  kreide letters download 12 --letters letters.pdf`,
    );

  const list = letters
    .command('list')
    .description(t('letters.listDescription'))
    .option('--page <number>', t('letters.page'));
  withJson(withConnection(list, cli), cli, 'kreide letters list\nkreide letters list --json').action(
    async (options: ConnectionOptions & JsonOption & { page?: string }) => {
      const { page = '1', json } = options;
      if (!/^[1-9]\d{0,6}$/.test(page)) throw wrongUse(t('status.badPage', { page }));
      onExit(await connected(cli, options, (connection) => listLetterRuns(cli, connection, page, json === true)));
    },
  );

  const download = letters
    .command('download')
    .description(t('letters.downloadDescription'))
    .argument('<run>', t('letters.run'))
    .option('--letters <file>', t('users.lettersOption'))
    .option('--table <file>', t('users.tableOption'))
    .option('--force', t('options.force'))
    .addOption(
      new Option('--role <role>', t('users.roleOption')).choices(IMPORT_TYPES.map((type) => type.toLowerCase())),
    )
    .option('--class <class>', t('users.classOption'))
    .addOption(new Option('--language <language>', t('letters.languageOption')).choices(LANGUAGES))
    .option('--dry-run', t('letters.dryRun'));
  withJson(
    withConnection(download, cli),
    cli,
    `kreide letters download 12 --dry-run
     kreide letters download 12 --letters letters.pdf --table users.xlsx
     kreide letters download 12 --class 5a --letters 5a.pdf`,
  ).action(async (run: string, options: DownloadOptions) => {
    const { letters: pdf = null, table = null, role, class: grade, language } = options;
    const dryRun = options.dryRun === true;
    if (!/^[1-9]\d{0,14}$/.test(run)) throw wrongUse(t('users.badRun', { value: run }));
    if (pdf === null && table === null && !dryRun) throw wrongUse(t('users.noOutput'));
    if (!dryRun) requireLetterPaths(cli, { letters: pdf, table }, options.force === true);
    const wanted = {
      ...(role === undefined ? {} : { type: role.toUpperCase() as ImportType }),
      ...(grade === undefined ? {} : { class: grade }),
      ...(language === undefined ? {} : { language }),
    };
    const choices = { letters: pdf, table, wanted, dryRun, json: options.json === true };
    onExit(await connected(cli, options, (connection) => downloadLetters(cli, connection, Number(run), choices)));
  });
}
