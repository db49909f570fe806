import { ROLES, type Role, writeDate, writeMoment } from '@kreide/core/kernel';
import { type Command, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, wrongUse } from '../failures.ts';
import { printJson, toFields, toTable } from '../output.ts';
import type { Connection, ConnectionOptions } from '../session.ts';
import { changePerson, PERSON_CHANGES } from '../users/change-person.ts';
import { findPerson, listPeople, type PeopleFilters, type PersonRow, readPerson } from '../users/people.ts';
import { toPeopleCsv, writePeople } from '../users/people-file.ts';
import { connected, type JsonOption, withConnection, withJson } from './shared.ts';

interface FilterOptions extends ConnectionOptions, JsonOption {
  role?: string;
  class?: string;
  search?: string;
  locked?: true;
  archived?: true;
}

/** `users list|show|lock|unlock|archive|export`: the people of a school from a terminal. */
export function registerPeople(users: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const list = withFilters(users.command('list').description(t('users.listDescription')), cli);
  list.addOption(new Option('--csv', t('users.csvOption')).conflicts('json'));
  withJson(
    withConnection(list, cli),
    cli,
    `kreide users list --role student --class 5a
     kreide users list --search Groß --csv`,
  ).action(async (options: FilterOptions & { csv?: true }) =>
    onExit(await connected(cli, options, (connection) => showPeople(cli, connection, options))),
  );

  const show = users.command('show').description(t('users.showDescription')).argument('<person>', t('users.person'));
  withJson(
    withConnection(show, cli),
    cli,
    `kreide users show "Zoë Groß"
     kreide users show 4711 --json`,
  ).action(async (given: string, options: ConnectionOptions & JsonOption) =>
    onExit(await connected(cli, options, (connection) => showPerson(cli, connection, given, options))),
  );

  for (const change of PERSON_CHANGES) {
    const command = users
      .command(change)
      .description(t(`users.${change}Description`))
      .argument('<person>', t('users.person'))
      .option('--dry-run', t('users.dryRun'))
      .option('-y, --yes', t('options.yes'));
    withJson(
      withConnection(command, cli),
      cli,
      `kreide users ${change} "Zoë Groß" --dry-run\nkreide users ${change} "Zoë Groß"`,
    ).action(async (given: string, options: ConnectionOptions & JsonOption & { yes?: true; dryRun?: true }) => {
      const { yes = false, dryRun = false, json = false } = options;
      const choices = { given, yes, dryRun, json };
      if (!yes && !dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
      onExit(await connected(cli, options, (connection) => changePerson(cli, connection, change, choices)));
    });
  }

  const file = withFilters(
    users.command('export').description(t('users.exportDescription')).argument('<file>', t('users.exportFile')),
    cli,
  );
  withJson(withConnection(file, cli), cli, 'kreide users export people.xlsx --role teacher').action(
    async (path: string, options: FilterOptions) => {
      if (!/\.(csv|xlsx)$/i.test(path)) throw wrongUse(t('users.badExport', { path }), path);
      onExit(await connected(cli, options, (connection) => exportPeople(cli, connection, path, options)));
    },
  );
}

function withFilters(command: Command, { t }: Cli): Command {
  return command
    .addOption(new Option('--role <role>', t('users.roleOption')).choices(ROLES.map((role) => role.toLowerCase())))
    .option('--class <class>', t('users.classOption'))
    .option('--search <text>', t('users.searchOption'))
    .option('--locked', t('users.lockedOption'))
    .option('--archived', t('users.archivedOption'));
}

function toFilters({ role, class: grade, search, locked, archived }: FilterOptions): PeopleFilters {
  return {
    ...(role === undefined ? {} : { role: role.toUpperCase() as Role }),
    ...(grade === undefined ? {} : { class: grade }),
    ...(search === undefined ? {} : { search }),
    locked: locked === true,
    archived: archived === true,
  };
}

/** What somebody should know of an account at first sight. */
const tellState = ({ t }: Cli, { state, is_locked, deleted_at }: PersonRow) =>
  [
    deleted_at === null ? '' : t('users.states.archived'),
    is_locked ? t('users.states.locked') : '',
    t(`users.states.${state}`),
  ]
    .filter(Boolean)
    .join(', ');

async function showPeople(
  cli: Cli,
  connection: Connection,
  options: FilterOptions & { csv?: true },
): Promise<ExitCode> {
  const { t, terminal } = cli;
  const people = await listPeople(cli, connection, toFilters(options));
  if (options.json) printJson(cli, { people, error: null });
  else if (options.csv) terminal.out(toPeopleCsv(people));
  else if (people.length === 0) terminal.err(`${t('users.nobody')}\n`);
  else
    terminal.out(
      toTable(
        [
          { title: t('users.columns.number'), align: 'right' },
          { title: t('users.columns.name') },
          { title: t('users.columns.role') },
          { title: t('users.columns.class') },
          { title: t('users.columns.state') },
        ],
        people.map((person) => [
          String(person.id),
          `${person.lastname}, ${person.firstname}`,
          t(`users.roles.${person.role}`),
          person.class ?? '',
          tellState(cli, person),
        ]),
      ),
    );
  return EXIT.done;
}

async function showPerson(cli: Cli, connection: Connection, given: string, { json }: JsonOption): Promise<ExitCode> {
  const { t, terminal, language } = cli;
  const { user, row, family } = await readPerson(cli, connection, await findPerson(cli, connection, given));
  if (json) {
    printJson(cli, { ...user, class: row.class, family, error: null });
    return EXIT.done;
  }
  const { time_zone } = (await connection.self()).school;
  const moment = (at: string | null) => (at === null ? '' : writeMoment(language, new Date(at), time_zone, 'medium'));
  const names = (links: typeof family.parents) => links.map((link) => link.user.displayname).join(', ');
  const facts = [
    [t('users.columns.number'), String(user.id)],
    [t('users.columns.name'), user.displayname],
    [t('users.columns.role'), t(`users.roles.${row.role}`)],
    [t('users.columns.class'), row.class ?? ''],
    [t('users.columns.username'), user.username],
    [t('users.columns.email'), user.email ?? ''],
    [t('users.columns.state'), tellState(cli, row)],
    [t('users.columns.created'), writeDate(language, user.created_at.slice(0, 10), 'medium')],
    [t('users.columns.ends'), moment(user.expire_at)],
    [t('users.columns.lastSeen'), moment(user.sessions.last_used_at)],
    [t('users.columns.children'), names(family.childs)],
    [t('users.columns.parents'), names(family.parents)],
  ] as const;
  terminal.out(toFields(facts.filter(([, value]) => value !== '')));
  return EXIT.done;
}

async function exportPeople(cli: Cli, connection: Connection, path: string, options: FilterOptions): Promise<ExitCode> {
  const people = await listPeople(cli, connection, toFilters(options));
  await writePeople(people, path);
  if (options.json) printJson(cli, { path, people: people.length, error: null });
  else cli.terminal.err(`${cli.t('users.exported', { path, count: people.length })}\n`);
  return EXIT.done;
}
