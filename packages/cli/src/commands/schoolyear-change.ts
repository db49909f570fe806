import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { type ExitCode, wrongUse } from '../failures.ts';
import { changeYear, revertYear, showYearPlan } from '../schoolyear/change.ts';
import type { ConnectionOptions } from '../session.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';

type Options = ConnectionOptions & JsonOption & { yes?: true; dryRun?: true };

/** `schoolyear plan|change|revert` (D-3.10). */
export function registerYearChange(schoolyear: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const choicesOf = ({ yes, dryRun, json }: Options) => {
    if (!yes && !dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
    return { yes: yes === true, dryRun: dryRun === true, json: json === true };
  };

  const plan = schoolyear.command('plan').description(t('schoolyear.showPlan'));
  withJson(withConnection(plan, cli), cli, 'kreide schoolyear plan\nkreide schoolyear plan --json').action(
    async (options: ConnectionOptions & JsonOption) => {
      const json = options.json === true;
      onExit(await connected(cli, options, (connection) => showYearPlan(cli, connection, { json })));
    },
  );

  const change = schoolyear
    .command('change')
    .description(t('schoolyear.change'))
    .option('--dry-run', t('schoolyear.dryRun'))
    .option('-y, --yes', t('options.yes'));
  withJson(
    withConnection(change, cli),
    cli,
    'kreide schoolyear change --dry-run\nkreide schoolyear change --yes --json',
  ).action(async (options: Options) => {
    const choices = choicesOf(options);
    onExit(await connected(cli, options, (connection) => changeYear(cli, connection, choices)));
  });

  const revert = schoolyear
    .command('revert')
    .description(t('schoolyear.revert'))
    .option('--dry-run', t('schoolyear.dryRun'))
    .option('-y, --yes', t('options.yes'));
  withJson(
    withConnection(revert, cli),
    cli,
    'kreide schoolyear revert --dry-run\nkreide schoolyear revert --yes',
  ).action(async (options: Options) => {
    const choices = choicesOf(options);
    onExit(await connected(cli, options, (connection) => revertYear(cli, connection, choices)));
  });
}
