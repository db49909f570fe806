import { CommanderError } from 'commander';
import type { Cli } from './cli.ts';
import { type ErrorReport, EXIT, type ExitCode, interrupted, toEnding } from './failures.ts';
import { printJson } from './output.ts';
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
  const cli: Cli = {
    terminal,
    http,
    language,
    t,
    signal: ending.signal,
    now: () => new Date(),
    address: '',
    timeZone: undefined,
    json: { hasPrinted: false, fields: {} },
  };
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
  // Programs always get one object, also after a failure (D-3.03).
  const say = (error: ErrorReport) => {
    cli.terminal.err(`${error.message}\n`);
    if (argv.includes('--json') && !cli.json.hasPrinted) printJson(cli, { ...cli.json.fields, error });
  };
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (thrown) {
    if (cli.terminal.env.KREIDE_DEBUG) console.error(thrown);
    if (thrown instanceof CommanderError) {
      const exit = toCommanderExit(thrown);
      if (exit !== EXIT.done && thrown.code !== 'commander.help')
        say({ code: 'wrong_use', message: toUsageText(thrown, cli.t, commandPath(program, argv)), file: null });
      return exit;
    }
    const { error, exitCode } = toEnding(thrown, cli.address, cli.t);
    say(error);
    return exitCode;
  }
}
