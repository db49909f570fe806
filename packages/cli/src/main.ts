import { CommanderError } from 'commander';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode, interrupted, toEnding } from './failures.ts';
import { commandPath, createProgram, toCommanderExit, toUsageText } from './program.ts';
import { createHttp } from './proxy.ts';
import { processTerminal } from './terminal.ts';
import { createTexts, toTerminalLanguage } from './texts.ts';

/** Runs the command with the arguments of this process and returns the exit code (D-3.03). */
export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<ExitCode> {
  const terminal = processTerminal();
  // `kreide … | head` closes the pipe: no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  const language = toTerminalLanguage(terminal.env, terminal.systemLanguage);
  const t = createTexts(language);
  const ending = new AbortController();
  const end = () => ending.abort(interrupted(t('failure.interrupted')));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  const http = createHttp();
  const cli: Cli = { terminal, http, language, t, signal: ending.signal, now: () => new Date(), address: '' };
  try {
    return await run(cli, argv);
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
    await http.close();
  }
}

async function run(cli: Cli, argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = createProgram(cli, (next) => {
    code = next;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (thrown) {
    if (cli.terminal.env.KREIDE_DEBUG) console.error(thrown);
    if (thrown instanceof CommanderError) {
      const exit = toCommanderExit(thrown);
      if (exit !== EXIT.done && thrown.code !== 'commander.help')
        cli.terminal.err(`${toUsageText(thrown, cli.t, commandPath(program, argv))}\n`);
      return exit;
    }
    const { text, exitCode } = toEnding(thrown, cli.address, cli.t);
    cli.terminal.err(`${text}\n`);
    return exitCode;
  }
}
