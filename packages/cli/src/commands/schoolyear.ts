import { type SchoolYearState, schoolYearProblems, structureApi } from '@kreide/core/features/structure';
import { toLocal, writeDate } from '@kreide/core/kernel';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure, wrongUse } from '../failures.ts';
import { printJson, toTable } from '../output.ts';
import { confirm } from '../prompt.ts';
import { toYearDays } from '../schoolyear/days.ts';
import type { Connection, ConnectionOptions } from '../session.ts';
import { toDateText, toSchoolYear } from '../timetable/choices.ts';
import { registerYearChange } from './schoolyear-change.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';

type Options = ConnectionOptions & JsonOption;

/** `schoolyear list|add|activate|plan|change|revert` (T-7.16, T-7.18, D-3.10). */
export function registerSchoolYear(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const schoolyear = program
    .command('schoolyear')
    .description(t('schoolyear.description'))
    .addHelpText('after', `\n${t('help.examples')}\n  kreide schoolyear add 2027/28 --school demo`);

  const list = schoolyear.command('list').description(t('schoolyear.list'));
  withJson(withConnection(list, cli), cli, 'kreide schoolyear list').action(async (options: Options) =>
    onExit(await connected(cli, options, (connection) => listYears(cli, connection, options))),
  );

  const add = schoolyear
    .command('add')
    .description(t('schoolyear.add'))
    .argument('[year]', t('schoolyear.year'))
    .option('--begin <date>', t('schoolyear.begin'))
    .option('--end <date>', t('schoolyear.end'));
  withJson(
    withConnection(add, cli),
    cli,
    'kreide schoolyear add 2027/28\nkreide schoolyear add --begin 2027-08-09 --end 2028-07-21',
  ).action(async (name: string | undefined, options: AddOptions) =>
    onExit(await connected(cli, options, (connection) => addYear(cli, connection, name, options))),
  );

  const activate = schoolyear
    .command('activate')
    .description(t('schoolyear.activate'))
    .argument('<year>', t('schoolyear.which'))
    .option('--dry-run', t('schoolyear.dryRun'))
    .option('-y, --yes', t('options.yes'));
  withJson(
    withConnection(activate, cli),
    cli,
    'kreide schoolyear activate 2027/28 --dry-run\nkreide schoolyear activate 2027/28 --yes',
  ).action(async (name: string, options: Options & { yes?: true; dryRun?: true }) => {
    if (!options.yes && !options.dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
    onExit(await connected(cli, options, (connection) => activateYear(cli, connection, name, options)));
  });

  registerYearChange(schoolyear, cli, onExit);
}

interface AddOptions extends Options {
  begin?: string;
  end?: string;
}

async function readYears(cli: Cli, { client }: Connection): Promise<SchoolYearState[]> {
  return (await client.call(structureApi.listYears, {}, { signal: cli.signal })).data;
}

function toYearTable({ t, language }: Cli, years: readonly SchoolYearState[]): string {
  const day = (date: string) => writeDate(language, date, 'medium');
  return toTable(
    [
      { title: t('schoolyear.name') },
      { title: t('schoolyear.from') },
      { title: t('schoolyear.to') },
      { title: t('schoolyear.active') },
      { title: t('schoolyear.plan') },
    ],
    years.map((year) => [
      year.name,
      day(year.begins_at),
      day(year.ends_at),
      year.is_active ? t('prompt.yes') : '',
      t(year.has_plan ? 'prompt.yes' : 'prompt.no'),
    ]),
  );
}

async function listYears(cli: Cli, connection: Connection, { json }: JsonOption): Promise<ExitCode> {
  const years = await readYears(cli, connection);
  if (json) printJson(cli, years);
  else cli.terminal.out(toYearTable(cli, years));
  return EXIT.done;
}

async function addYear(
  cli: Cli,
  connection: Connection,
  name: string | undefined,
  { begin, end, json }: AddOptions,
): Promise<ExitCode> {
  const { t } = cli;
  const years = await readYears(cli, connection);
  const today = toLocal(cli.now(), (await connection.self()).school.time_zone).date;
  const named = name === undefined ? undefined : toYear(cli, name);
  const { days: body, other } = toYearDays({ named, begin: toDay(cli, begin), end: toDay(cli, end) }, today, years);
  if (named && other !== null) throw wrongUse(t('schoolyear.otherName', { name: named, other }));
  const problems = schoolYearProblems(body, years);
  if (problems.length > 0)
    throw wrongUse(problems.map(({ rule, params }) => t(`schoolyear.rules.${rule}`, params)).join('\n'));
  const { data } = await connection.client.call(structureApi.createYear, { body }, { signal: cli.signal });
  if (json) printJson(cli, data);
  else cli.terminal.out(`${toYearTable(cli, [data])}\n${t('schoolyear.added', { name: data.name })}\n`);
  return EXIT.done;
}

async function activateYear(
  cli: Cli,
  connection: Connection,
  text: string,
  { json, yes, dryRun }: JsonOption & { yes?: true; dryRun?: true },
): Promise<ExitCode> {
  const { t, terminal } = cli;
  const name = toYear(cli, text);
  const years = await readYears(cli, connection);
  const year = years.find((one) => one.name === name);
  if (!year) throw new Failure(t('schoolyear.unknown', { name, known: years.map((one) => one.name).join(', ') }));
  if (dryRun) {
    const said = t(year.is_active ? 'schoolyear.alreadyActive' : 'schoolyear.effect', { name });
    if (json) printJson(cli, { ...year, would_change: !year.is_active, error: null });
    else terminal.out(`${said}\n${t('schoolyear.dryRunDone')}\n`);
    return EXIT.done;
  }
  const isMeant =
    yes === true || (await confirm(cli, `${t('schoolyear.effect', { name })}\n${t('schoolyear.question')}`));
  if (!isMeant) throw new Failure(t('schoolyear.declined'));
  const args = { body: { id: year.id } };
  const { data } = await connection.client.call(structureApi.activateYear, args, { signal: cli.signal });
  if (json) printJson(cli, data);
  else terminal.out(`${t('schoolyear.activated', { name })}\n`);
  return EXIT.done;
}

function toYear(cli: Cli, text: string): string {
  const name = toSchoolYear(text);
  if (name === null) throw wrongUse(cli.t('upload.badYear', { value: text }));
  return name;
}

/** A day of an option, as people write it. */
export function toDay(cli: Cli, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = toDateText(text);
  if (date === null) throw wrongUse(cli.t('upload.badDate', { value: text }));
  return date;
}
