import { LANGUAGES, type Language, PRODUCT } from '@kreide/core/kernel';
import { type Command, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { type ExitCode, wrongUse } from '../failures.ts';
import type { ConnectionOptions } from '../session.ts';
import { openExport, toPaths } from '../timetable/export-files.ts';
import { generateUsers } from '../users/generate.ts';
import { requireLetterPaths } from '../users/letter-files.ts';
import { presetOption, type ReadingOptions, readFields } from './reading.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';

interface GenerateOptions extends ConnectionOptions, JsonOption, ReadingOptions {
  dryRun?: true;
  letters?: string;
  table?: string;
  language: Language;
  force?: true;
  yes?: true;
}

/** `generate FILE…`, below the program and below `users` (D-3.11). */
export function registerGenerate(
  parent: Command,
  cli: Cli,
  onExit: (code: ExitCode) => void,
  path: string = PRODUCT,
): void {
  const { t } = cli;
  const command = parent
    .command('generate')
    .description(t('users.generateDescription'))
    .argument('<file...>', t('users.files'))
    .option('--letters <file>', t('users.lettersOption'))
    .option('--table <file>', t('users.tableOption'))
    .option('--force', t('options.force'))
    .addOption(new Option('--language <language>', t('users.languageOption')).choices(LANGUAGES).default('de'))
    .addOption(new Option('--dry-run', t('users.dryRun')).conflicts('yes'))
    .option('--mapping <file>', t('users.mapping'))
    .addOption(presetOption(cli))
    .option('-y, --yes', t('options.yes'));
  withJson(
    withConnection(command, cli),
    cli,
    `${path} generate pupils.csv --school demo --dry-run
     ${path} generate pupils.xlsx --letters letters.pdf --table users.xlsx --yes`,
  ).action(async (names: string[], options: GenerateOptions) => {
    const { letters = null, table = null, language } = options;
    const choices = { yes: options.yes === true, dryRun: options.dryRun === true, json: options.json === true };
    if (!choices.yes && !choices.dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
    if (letters === null && table === null && !choices.dryRun) throw wrongUse(t('users.noOutput'));
    if (!choices.dryRun) requireLetterPaths(cli, { letters, table }, options.force === true);
    const fields = readFields(cli, options);
    const files = await openExport(cli, toPaths(names));
    onExit(
      await connected(cli, options, (connection) =>
        generateUsers(cli, connection, files, fields, { ...choices, letters, table, language }),
      ),
    );
  });
}
