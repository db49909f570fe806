import {
  type Client,
  createClient,
  createRefresh,
  memoryTokenStore,
  type StoredSession,
  toForm,
} from '@kreide/core/client';
import { authApi, type LoginAnswer } from '@kreide/core/features/auth';
import { type Self, usersApi } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { chooseAccount, loadAccounts, storedTokens, withAccountsLocked } from './account-store.ts';
import type { Account } from './accounts.ts';
import type { Cli } from './cli.ts';
import { deviceTokenOf, keepDeviceToken } from './device-store.ts';
import { Failure, isBrokenOff, toWireCause, wrongUse } from './failures.ts';
import { isReadableOnTheWay, toServer } from './server-address.ts';
import { VERSION } from './version.ts';

/** The options of every command that talks to a server. */
export interface ConnectionOptions {
  server?: string;
  school?: string;
  token?: string;
}

export type ConnectedSchool = Pick<Self['school'], 'id' | 'uuid' | 'slink' | 'name' | 'time_zone'>;

/** A signed-in connection to one school. */
export interface Connection {
  client: Client;
  server: string;
  /** Where the session comes from. */
  origin: 'token' | 'environment' | 'stored';
  /** The stored account of the session. */
  account: Account | null;
  self(): Promise<Self>;
  /** The school of the session, also where there is no person but a program (T-7.22). */
  school(): Promise<ConnectedSchool>;
  /** Ends the session if it was made for this run only. */
  close(): Promise<void>;
}

/** The given server, by option before environment; undefined when there is none. */
export function namedServer(cli: Cli, options: ConnectionOptions): string | undefined {
  const text = options.server ?? (cli.terminal.env.KREIDE_SERVER || undefined);
  if (text === undefined) return undefined;
  const server = toServer(text);
  if (server === null) throw wrongUse(cli.t('session.badServer', { address: text }));
  return server;
}

export function namedSchool(cli: Cli, options: ConnectionOptions): string | undefined {
  return (options.school ?? (cli.terminal.env.KREIDE_SCHOOL || undefined))?.trim().toLowerCase();
}

export function namedToken(cli: Cli, options: ConnectionOptions): string | undefined {
  return options.token ?? (cli.terminal.env.KREIDE_TOKEN || undefined);
}

/** Options of all clients of this command. */
export function clientOptions(cli: Cli, server: string) {
  cli.address = server;
  const language = () => cli.language;
  return { baseUrl: server, fetch: cli.http.fetch, language, version: VERSION, form: toForm };
}

/**
 * The session of a command: the given token, else credentials of the environment (signed in for this
 * run and signed out after it), else the stored sign-in (D-3.02).
 */
export async function connect(cli: Cli, options: ConnectionOptions): Promise<Connection> {
  const token = namedToken(cli, options);
  const { KREIDE_USERNAME: username, KREIDE_PASSWORD: password } = cli.terminal.env;
  await reach(cli, serverOf(cli, options, token !== undefined || Boolean(username && password)));
  if (token !== undefined) return withToken(cli, requireServer(cli, options), token, namedSchool(cli, options));
  if (username && password) return withCredentials(cli, options, { username, password });
  return withStored(cli, options);
}

/** The server that a command will talk to; what is wrong with the options is told first. */
function serverOf(cli: Cli, options: ConnectionOptions, isNamed: boolean): string {
  if (isNamed) return requireServer(cli, options);
  return chooseAccount(cli, { server: namedServer(cli, options), school: namedSchool(cli, options) }).server;
}

/** How long a server may take for its first sign of life, ms; one that is slow to answer is asked all the same. */
const SIGN_OF_LIFE = 2_800;

/**
 * Tells at once that a server is out of reach; the client itself would try again for a quarter of a minute, which is
 * meant for a bad line (D-3.12).
 */
export async function reach(cli: Cli, server: string): Promise<void> {
  cli.address = server;
  try {
    const signal = AbortSignal.any([cli.signal, AbortSignal.timeout(SIGN_OF_LIFE)]);
    await (await cli.http.fetch(`${server}/healthz`, { signal })).body?.cancel();
  } catch (thrown) {
    cli.signal.throwIfAborted();
    const { code } = toWireCause(thrown);
    if (code === null || isBrokenOff(code)) return;
    throw new ApiError({ code: 'unreachable', cause: thrown });
  }
}

/** The given server, else the only one of the stored sign-ins. */
export function requireServer(cli: Cli, options: ConnectionOptions): string {
  const named = namedServer(cli, options);
  if (named !== undefined) return warnOfReadable(cli, named);
  const school = namedSchool(cli, options);
  const known = loadAccounts(cli).accounts.filter((account) => school === undefined || account.school === school);
  const servers = new Set(known.map((account) => account.server));
  const [only] = servers;
  if (only === undefined || servers.size > 1) throw wrongUse(cli.t('session.noServer'));
  return only;
}

export function warnOfReadable(cli: Cli, server: string): string {
  if (isReadableOnTheWay(server)) cli.terminal.err(`${cli.t('session.readable', { address: server })}\n`);
  return server;
}

/** Checks a token and that it belongs to the given school, so that no plan reaches the wrong school. */
export async function withToken(
  cli: Cli,
  server: string,
  token: string,
  school: string | undefined,
): Promise<Connection> {
  const tokens = memoryTokenStore({ access_token: token, uuid: '' });
  const client = createClient({ ...clientOptions(cli, server), tokens });
  const connection = connectionOf(cli, { client, server, origin: 'token', account: null });
  const found = (await connection.self()).school.slink;
  if (school !== undefined && found !== school) throw new Failure(cli.t('session.otherSchool', { found, school }));
  return connection;
}

async function withCredentials(
  cli: Cli,
  options: ConnectionOptions,
  credentials: { username: string; password: string },
): Promise<Connection> {
  const server = requireServer(cli, options);
  const school = namedSchool(cli, options);
  if (school === undefined) throw wrongUse(cli.t('session.noSchool'));
  const enter = async () => toSession(await signIn(cli, server, { ...credentials, school, stay: false }));
  const tokens = memoryTokenStore(await enter());
  const renew = createRefresh(clientOptions(cli, server));
  const client = createClient({
    ...clientOptions(cli, server),
    tokens,
    // A watcher outlives the short session; the environment still has the credentials for a new one.
    refresh: (stale) =>
      renew(stale).catch((thrown: unknown) => {
        if (ApiError.from(thrown).status === 0) throw thrown;
        return enter();
      }),
  });
  const close = async () => {
    // The run is over; if the server cannot be reached, the session expires after 12 hours.
    await client.call(authApi.logout, { body: {} }, { timeout: 5_000, retries: 0 }).catch(() => undefined);
  };
  return { ...connectionOf(cli, { client, server, origin: 'environment', account: null }), close };
}

async function withStored(cli: Cli, options: ConnectionOptions): Promise<Connection> {
  const account = chooseAccount(cli, { server: namedServer(cli, options), school: namedSchool(cli, options) });
  const client = storedClient(cli, account);
  return connectionOf(cli, { client, server: account.server, origin: 'stored', account });
}

/** The client of a stored account; renewed tokens are written to the file, and two commands at once renew once. */
export function storedClient(cli: Cli, account: Account): Client {
  return createClient({
    ...clientOptions(cli, account.server),
    tokens: storedTokens(cli, account),
    refresh: createRefresh(clientOptions(cli, account.server)),
    exclusively: (action) => withAccountsLocked(cli, action),
  });
}

function connectionOf(cli: Cli, parts: Omit<Connection, 'self' | 'school' | 'close'>): Connection {
  let found: Promise<Self> | null = null;
  const self = () => {
    found ??= parts.client.call(usersApi.getSelf, {}, { signal: cli.signal }).then(({ data }) => {
      cli.timeZone = data.school.time_zone;
      return data;
    });
    return found;
  };
  return {
    ...parts,
    self,
    school: async () => (await self()).school,
    close: () => Promise.resolve(),
  };
}

/** Signs in with name and password; the refresh token is in the body, without a cookie. */
export async function signIn(
  cli: Cli,
  server: string,
  { school, username, password, stay }: { school: string; username: string; password: string; stay: boolean },
): Promise<LoginAnswer> {
  const device_token = deviceTokenOf(cli, server);
  const answer = await createClient(clientOptions(cli, server)).call(
    authApi.login,
    { body: { slink: school, username, password, stayLoggedIn: stay, is_native: true, device_token } },
    { signal: cli.signal },
  );
  await keepDeviceToken(cli, server, answer.device_token);
  if (answer.tfa_mode !== '') throw new Failure(cli.t('session.secondFactor'));
  return answer;
}

export function toSession(answer: LoginAnswer): StoredSession {
  return {
    access_token: answer.access_token,
    uuid: answer.uuid,
    ...(answer.refresh_token ? { refresh_token: answer.refresh_token } : {}),
  };
}
