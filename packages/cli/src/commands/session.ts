import { createClient } from '@kreide/core/client';
import { authApi } from '@kreide/core/features/auth';
import { schoolsApi } from '@kreide/core/features/schools';
import { ApiError } from '@kreide/core/kernel';
import type { Command } from 'commander';
import { changeAccounts, chooseAccount, loadAccounts } from '../account-store.ts';
import { type Account, matchingAccounts, withAccount, withoutAccount } from '../accounts.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure, wrongUse } from '../failures.ts';
import { printJson, toFields, toTable } from '../output.ts';
import { ask, askSecret, readSecret } from '../prompt.ts';
import { toServer } from '../server-address.ts';
import {
  type ConnectionOptions,
  clientOptions,
  connect,
  namedSchool,
  namedServer,
  namedToken,
  reach,
  requireServer,
  signIn,
  storedClient,
  warnOfReadable,
  withToken,
} from '../session.ts';
import { type JsonOption, withConnection, withJson } from './shared.ts';

interface LoginOptions extends ConnectionOptions, JsonOption {
  username?: string;
  passwordStdin?: true;
}

/** `login`, `logout`, `whoami` (D-3.02). */
export function registerSession(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const login = program.command('login').description(t('login.description'));
  withConnection(login, cli)
    .option('--username <name>', t('options.username'))
    .option('--password-stdin', t('options.passwordStdin'));
  withJson(
    login,
    cli,
    `kreide login --server https://kreide.example --school demo --username admin
     kreide login --password-stdin < password.txt`,
  ).action(async (options: LoginOptions) => onExit(await runLogin(cli, options)));

  const logout = program.command('logout').description(t('logout.description'));
  logout
    .option('--server <address>', t('options.server'))
    .option('--school <name>', t('options.school'))
    .option('--all', t('logout.all'));
  withJson(logout, cli, 'kreide logout --school demo').action(
    async (options: ConnectionOptions & JsonOption & { all?: true }) => onExit(await runLogout(cli, options)),
  );

  const whoami = program.command('whoami').description(t('whoami.description'));
  withJson(withConnection(whoami, cli), cli, 'kreide whoami --json').action(
    async (options: ConnectionOptions & JsonOption) => onExit(await runWhoami(cli, options)),
  );
}

async function runLogin(cli: Cli, options: LoginOptions): Promise<ExitCode> {
  const account = await (namedToken(cli, options) === undefined ? loginByPassword : loginByToken)(cli, options);
  await changeAccounts(cli, (accounts) => withAccount(accounts, account));
  const { server, school, school_name, username } = account;
  if (options.json) printJson(cli, { server, school, school_name, username });
  else cli.terminal.out(`${cli.t('login.done', { username, school: school_name, address: server })}\n`);
  return EXIT.done;
}

async function loginByToken(cli: Cli, options: LoginOptions): Promise<Account> {
  const token = namedToken(cli, options) ?? '';
  const server = requireServer(cli, options);
  const self = await (await withToken(cli, server, token, namedSchool(cli, options))).self();
  return {
    server,
    school: self.school.slink,
    school_name: self.school.name,
    username: self.username,
    uuid: self.uuid,
    access_token: token,
    refresh_token: null,
  };
}

async function loginByPassword(cli: Cli, options: LoginOptions): Promise<Account> {
  const { t, terminal } = cli;
  const server = namedServer(cli, options) ?? (await askServer(cli));
  warnOfReadable(cli, server);
  await reach(cli, server);
  const slink = namedSchool(cli, options) ?? (await ask(cli, t('login.school'))).toLowerCase();
  // Before the password: it shows a wrong address or school first, and this call can be retried.
  const school = await findSchool(cli, server, slink);
  const username = options.username ?? (terminal.env.KREIDE_USERNAME || (await ask(cli, t('login.username'))));
  const password = options.passwordStdin
    ? await readSecret(cli)
    : terminal.env.KREIDE_PASSWORD || (await askSecret(cli, t('login.password')));
  if (username === '' || password === '') throw wrongUse(t('login.incomplete'));
  const answer = await signIn(cli, server, { school: slink, username, password, stay: true });
  return {
    server,
    school: slink,
    school_name: school,
    username,
    uuid: answer.uuid,
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? null,
  };
}

async function askServer(cli: Cli): Promise<string> {
  const suggestion = loadAccounts(cli).accounts[0]?.server ?? 'http://localhost:3000';
  const text = await ask(cli, cli.t('login.server'), suggestion);
  const server = toServer(text);
  if (server === null) throw wrongUse(cli.t('session.badServer', { address: text }));
  return server;
}

async function findSchool(cli: Cli, server: string, slink: string): Promise<string> {
  try {
    const client = createClient(clientOptions(cli, server));
    return (await client.call(schoolsApi.get, { params: { slink } }, { signal: cli.signal })).data.name;
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.code === 'not_found' || thrown.code === 'invalid'))
      throw new Failure(cli.t('login.noSchool', { school: slink, address: server }));
    throw thrown;
  }
}

async function runLogout(cli: Cli, options: ConnectionOptions & JsonOption & { all?: true }): Promise<ExitCode> {
  const wanted = { server: namedServer(cli, options), school: namedSchool(cli, options) };
  const leaving = options.all ? matchingAccounts(loadAccounts(cli), wanted) : [chooseAccount(cli, wanted)];
  for (const account of leaving) {
    await revoke(cli, account);
    await changeAccounts(cli, (accounts) => withoutAccount(accounts, account));
    const { username, school_name: school } = account;
    if (!options.json) cli.terminal.out(`${cli.t('logout.done', { username, school })}\n`);
  }
  if (options.json)
    printJson(
      cli,
      leaving.map(({ server, school, username }) => ({ server, school, username })),
    );
  return EXIT.done;
}

/** Ends the session on the server, if it has not ended already. */
async function revoke(cli: Cli, account: Account): Promise<void> {
  try {
    await storedClient(cli, account).call(authApi.logout, { body: {} }, { signal: cli.signal });
  } catch (thrown) {
    const error = ApiError.from(thrown);
    if (error.status !== 401 && error.code !== 'invalid_user_id') throw thrown;
  }
}

type Place = Pick<Account, 'server' | 'school' | 'username'>;

function toAccountTable({ t }: Cli, accounts: readonly Place[]): string {
  return toTable(
    [{ title: t('whoami.user') }, { title: t('whoami.school') }, { title: t('whoami.server') }],
    accounts.map(({ username, school, server }) => [username, school, server]),
    '  ',
  );
}

/** Several sign-ins and none of them chosen: all of them. */
function showSeveral(cli: Cli, accounts: readonly Account[], { json }: JsonOption): ExitCode {
  const others = accounts.map(({ server, school, username }) => ({ server, school, username }));
  if (json) printJson(cli, { server: null, school: null, user: null, session: null, others });
  else cli.terminal.out(`${cli.t('whoami.several')}\n${toAccountTable(cli, others)}`);
  return EXIT.done;
}

async function runWhoami(cli: Cli, options: ConnectionOptions & JsonOption): Promise<ExitCode> {
  const { t } = cli;
  const { KREIDE_USERNAME: username, KREIDE_PASSWORD: password } = cli.terminal.env;
  const wanted = { server: namedServer(cli, options), school: namedSchool(cli, options) };
  const several = matchingAccounts(loadAccounts(cli), wanted);
  const isChosen = namedToken(cli, options) !== undefined || Boolean(username && password);
  if (!isChosen && new Set(several.map(({ server, school }) => `${school} ${server}`)).size > 1)
    return showSeveral(cli, several, options);
  const connection = await connect(cli, options);
  try {
    const self = await connection.self();
    const others = loadAccounts(cli)
      .accounts.filter(
        (account) =>
          account.server !== connection.server || account.school !== self.school.slink || account.uuid !== self.uuid,
      )
      .map(({ server, school, username }) => ({ server, school, username }));
    const { username, displayname, type } = self;
    const school = { slink: self.school.slink, name: self.school.name };
    if (options.json) {
      const user = { uuid: self.uuid, username, displayname, type, role: self.primary_role.name };
      printJson(cli, { server: connection.server, school, user, session: connection.origin, others });
      return EXIT.done;
    }
    cli.terminal.out(
      toFields([
        [t('whoami.user'), `${username} (${displayname}, ${self.primary_role.translated_description})`],
        [t('whoami.school'), `${school.slink} (${school.name})`],
        [t('whoami.server'), connection.server],
        [t('whoami.session'), t(`whoami.${connection.origin}`)],
      ]),
    );
    if (others.length > 0) cli.terminal.out(`\n${t('whoami.others')}\n${toAccountTable(cli, others)}`);
    return EXIT.done;
  } finally {
    await connection.close();
  }
}
