import { readFileSync } from 'node:fs';
import { PRESET_IDS, parseMapping } from '@kreide/core/features/user-import';
import { LANGUAGES, type Language } from '@kreide/core/kernel';
import { type Command, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { type ExitCode, wrongUse } from '../failures.ts';
import type { ConnectionOptions } from '../session.ts';
import { openExport, toPaths } from '../timetable/export-files.ts';
import { generateUsers } from '../users/generate.ts';
import { type ImportFields, importPeople, resumeImport, showUndo, undoImport } from '../users/import.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';
import { registerPeople } from './users-people.ts';

interface ImportOptions extends ConnectionOptions, JsonOption {
  dryRun?: true;
  mapping?: string;
  preset?: string;
  archiveMissing?: true;
  manyMissing?: true;
  yes?: true;
  undo?: string;
  resume?: string;
  errors?: string;
}

/** `users import FILE…` (D-3.04 to D-3.07). */
export function registerUsers(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const users = program
    .command('users')
    .description(t('users.description'))
    .addHelpText(
      'after',
      `\n${t('help.examples')}\n  kreide users list --class 5a\n  kreide users import pupils.csv --dry-run`,
    );
  const command = users
    .command('import')
    .description(t('users.importDescription'))
    .argument('[file...]', t('users.files'))
    .addOption(new Option('--dry-run', t('users.dryRun')).conflicts(['yes', 'resume']))
    .option('--mapping <file>', t('users.mapping'))
    .addOption(presetOption(cli))
    .option('--archive-missing', t('users.archiveMissing'))
    .option('--many-missing', t('users.manyMissing'))
    .option('-y, --yes', t('options.yes'))
    .addOption(new Option('--undo <run>', t('users.undoOption')).conflicts('resume'))
    .option('--resume <run>', t('users.resumeOption'))
    .option('--errors <file>', t('users.errorsOption'));
  withJson(
    withConnection(command, cli),
    cli,
    `kreide users import pupils.csv --school demo --dry-run
     kreide users import pupils.xlsx parents.csv --mapping office.json --errors mend.csv --yes
     kreide users import --undo 12 --dry-run
     kreide users import --undo 12
     kreide users import --resume 12`,
  ).action(async (names: string[], options: ImportOptions) => {
    onExit(await runImport(cli, names, options));
  });
  registerGenerate(users, cli, onExit);
  registerPeople(users, cli, onExit);
}

interface GenerateOptions extends ConnectionOptions, JsonOption {
  dryRun?: true;
  mapping?: string;
  preset?: string;
  letters?: string;
  table?: string;
  language: Language;
  yes?: true;
}

/** `users generate FILE…` (D-3.11). */
function registerGenerate(users: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const command = users
    .command('generate')
    .description(t('users.generateDescription'))
    .argument('<file...>', t('users.files'))
    .option('--letters <file>', t('users.lettersOption'))
    .option('--table <file>', t('users.tableOption'))
    .addOption(new Option('--language <language>', t('users.languageOption')).choices(LANGUAGES).default('de'))
    .addOption(new Option('--dry-run', t('users.dryRun')).conflicts('yes'))
    .option('--mapping <file>', t('users.mapping'))
    .addOption(presetOption(cli))
    .option('-y, --yes', t('options.yes'));
  withJson(
    withConnection(command, cli),
    cli,
    `kreide users generate pupils.csv --school demo --dry-run
     kreide users generate pupils.xlsx --letters letters.pdf --table users.xlsx --yes`,
  ).action(async (names: string[], options: GenerateOptions) => {
    const { letters = null, table = null, language } = options;
    const choices = { yes: options.yes === true, dryRun: options.dryRun === true, json: options.json === true };
    if (!choices.yes && !choices.dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
    if (letters === null && table === null && !choices.dryRun) throw wrongUse(t('users.noOutput'));
    const fields = readFields(cli, options);
    const files = await openExport(cli, toPaths(names));
    onExit(
      await connected(cli, options, (connection) =>
        generateUsers(cli, connection, files, fields, { ...choices, letters, table, language }),
      ),
    );
  });
}

async function runImport(cli: Cli, names: readonly string[], options: ImportOptions): Promise<ExitCode> {
  const { t } = cli;
  const { undo, resume } = options;
  const json = options.json === true;
  const named = undo ?? resume;
  if (named !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(named)) throw wrongUse(t('users.badRun', { value: named }));
    const carryOut = undo === undefined ? resumeImport : options.dryRun ? showUndo : undoImport;
    return connected(cli, options, (connection) => carryOut(cli, connection, named, json));
  }
  const choices = {
    ...{ json, yes: options.yes === true, dryRun: options.dryRun === true, errors: options.errors ?? null },
    ...{ archiveMissing: options.archiveMissing === true, manyMissing: options.manyMissing === true },
  };
  if (!choices.yes && !choices.dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
  if (names.length === 0) throw wrongUse(t('users.noFile'));
  const fields = readFields(cli, options);
  const files = await openExport(cli, toPaths(names));
  return connected(cli, options, (connection) => importPeople(cli, connection, files, fields, choices));
}

/** `--preset ID`: the program whose lists they are. */
const presetOption = ({ t }: Cli) => new Option('--preset <preset>', t('users.presetOption')).choices(PRESET_IDS);

/** How the lists are to be read. */
function readFields(cli: Cli, { mapping, preset }: Pick<ImportOptions, 'mapping' | 'preset'>): ImportFields {
  return { ...(mapping === undefined ? {} : readMapping(cli, mapping)), ...(preset === undefined ? {} : { preset }) };
}

/** The mapping profile of a file, as the text fields of the upload. */
function readMapping(cli: Cli, path: string): ImportFields {
  const fail = () => wrongUse(cli.t('users.badMapping', { path }), path);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw fail();
  }
  const fields = parseMapping(value);
  if (fields === null) throw fail();
  return fields;
}
