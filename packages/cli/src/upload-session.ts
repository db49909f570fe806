import { createClient, memoryTokenStore, type StoredSession } from '@kreide/core/client';
import { timetableImportApi } from '@kreide/core/features/timetable-import';
import type { Cli } from './cli.ts';
import { connected } from './commands/shared.ts';
import { type ExitCode, Failure, wrongUse } from './failures.ts';
import {
  type ConnectedSchool,
  type Connection,
  type ConnectionOptions,
  clientOptions,
  namedSchool,
  namedToken,
  reach,
  requireServer,
} from './session.ts';

/**
 * The session of a command about uploads: with upload credentials of the environment (KREIDE_USERNAME and
 * KREIDE_UPLOAD_PASSWORD), which open nothing else, where there are some; else that of a person (T-7.22).
 */
export async function connectedForUploads(
  cli: Cli,
  options: ConnectionOptions,
  action: (connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { KREIDE_USERNAME: username, KREIDE_UPLOAD_PASSWORD: password } = cli.terminal.env;
  if (!password || namedToken(cli, options) !== undefined) return connected(cli, options, action);
  if (!username) throw wrongUse(cli.t('session.noUploadName'));
  return action(await withUploadCredentials(cli, options, { username, password }));
}

async function withUploadCredentials(
  cli: Cli,
  options: ConnectionOptions,
  credentials: { username: string; password: string },
): Promise<Connection> {
  const server = requireServer(cli, options);
  const slink = namedSchool(cli, options);
  if (slink === undefined) throw wrongUse(cli.t('session.noSchool'));
  await reach(cli, server);
  const enter = async (): Promise<StoredSession> => {
    const { data } = await createClient(clientOptions(cli, server)).call(
      timetableImportApi.login,
      { body: { slink, ...credentials } },
      { signal: cli.signal },
    );
    return { access_token: data.access_token, uuid: '' };
  };
  // A session that nobody used for a while is over; the environment still has the credentials for a new one.
  const client = createClient({
    ...clientOptions(cli, server),
    tokens: memoryTokenStore(await enter()),
    refresh: enter,
  });
  let found: Promise<ConnectedSchool> | null = null;
  return {
    client,
    server,
    origin: 'environment',
    account: null,
    self: () => Promise.reject(new Failure(cli.t('session.uploadsOnly'))),
    school: () => {
      found ??= client.call(timetableImportApi.syncSchool, { body: {} }, { signal: cli.signal }).then(({ data }) => {
        cli.timeZone = data.school.time_zone;
        return data.school;
      });
      return found;
    },
    close: () => Promise.resolve(),
  };
}
