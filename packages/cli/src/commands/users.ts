import { type Command, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { type ExitCode, wrongUse } from '../failures.ts';
import type { ConnectionOptions } from '../session.ts';
import { openExport, toPaths } from '../timetable/export-files.ts';
import { importPeople, resumeImport, showUndo, undoImport } from '../users/import.ts';
import { registerGenerate } from './generate.ts';
import { presetOption, readFields } from './reading.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';
import { registerPeople } from './users-people.ts';

interface ImportOptions extends ConnectionOptions, JsonOption {
  dryRun?: true;
  mapping?: string;
  preset?: string;
  archiveMissing?: true;
  manyMissing?: true;
  rekey?: true;
  addClasses?: true;
  acceptClass?: string[];
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
    .option('--rekey', t('users.rekeyOption'))
    .option('--add-classes', t('users.addClasses'))
    .option('--accept-class <name>', t('users.acceptClass'), (one: string, all: string[] = []) => [...all, one])
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
  registerGenerate(users, cli, onExit, 'kreide users');
  registerPeople(users, cli, onExit);
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
    json,
    yes: options.yes === true,
    dryRun: options.dryRun === true,
    errors: options.errors ?? null,
    archiveMissing: options.archiveMissing === true,
    manyMissing: options.manyMissing === true,
    rekey: options.rekey === true,
    addClasses: options.addClasses === true,
    acceptClasses: options.acceptClass ?? [],
  };
  if (!choices.yes && !choices.dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
  if (names.length === 0) throw wrongUse(t('users.noFile'));
  const fields = readFields(cli, options);
  const files = await openExport(cli, toPaths(names));
  return connected(cli, options, (connection) => importPeople(cli, connection, files, fields, choices));
}
