import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { type ExitCode, wrongUse } from '../failures.ts';
import { getSetting, listSettings, setSetting } from '../school/settings.ts';
import { showSchool } from '../school/show.ts';
import type { ConnectionOptions } from '../session.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';

type Options = ConnectionOptions & JsonOption;

/** `school show|list|get|set`: the school and what its administrators set. */
export function registerSchool(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const school = program
    .command('school')
    .description(t('school.description'))
    .addHelpText('after', `\n${t('help.examples')}\n  kreide school show\n  kreide school list`);

  const show = school.command('show').description(t('school.showDescription'));
  withJson(withConnection(show, cli), cli, 'kreide school show --json').action(async (options: Options) =>
    onExit(await connected(cli, options, (connection) => showSchool(cli, connection, options.json === true))),
  );

  const list = school.command('list').description(t('school.listDescription'));
  withJson(withConnection(list, cli), cli, 'kreide school list').action(async (options: Options) =>
    onExit(await connected(cli, options, (connection) => listSettings(cli, connection, options.json === true))),
  );

  const get = school.command('get').description(t('school.getDescription')).argument('<key>', t('school.keyArgument'));
  withJson(withConnection(get, cli), cli, 'kreide school get public.monitor').action(
    async (key: string, options: Options) =>
      onExit(await connected(cli, options, (connection) => getSetting(cli, connection, key, options.json === true))),
  );

  const set = school
    .command('set')
    .description(t('school.setDescription'))
    .argument('<key>', t('school.keyArgument'))
    .argument('<value>', t('school.valueArgument'))
    .option('--dry-run', t('schoolyear.dryRun'))
    .option('-y, --yes', t('options.yes'));
  withJson(
    withConnection(set, cli),
    cli,
    `kreide school set public.monitor true --dry-run
     kreide school set public.screen_origins https://www.example.org --yes
     kreide school set notifications.quiet.begins_at null --yes`,
  ).action(async (key: string, text: string, options: Options & { yes?: true; dryRun?: true }) => {
    const choices = { yes: options.yes === true, dryRun: options.dryRun === true, json: options.json === true };
    if (!choices.yes && !choices.dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
    onExit(await connected(cli, options, (connection) => setSetting(cli, connection, { key, text }, choices)));
  });
}
