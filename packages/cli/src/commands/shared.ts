import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import type { ExitCode } from '../failures.ts';
import { type Connection, type ConnectionOptions, connect } from '../session.ts';

export interface JsonOption {
  json?: true;
}

/** The options that choose server, school and session. */
export function withConnection(command: Command, { t }: Cli): Command {
  return command
    .option('--server <address>', t('options.server'))
    .option('--school <name>', t('options.school'))
    .option('--token <token>', t('options.token'));
}

/** `--json` and an example, for every command (D-3.01, D-3.03). */
export function withJson(command: Command, { t }: Cli, example: string): Command {
  return command
    .option('--json', t('options.json'))
    .addHelpText('after', `\n${t('help.examples')}\n${example.trim().replace(/^\s*/gm, '  ')}`);
}

/** Connects, acts and closes what was opened for this run. */
export async function connected(
  cli: Cli,
  options: ConnectionOptions,
  action: (connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connection = await connect(cli, options);
  try {
    return await action(connection);
  } finally {
    await connection.close();
  }
}
