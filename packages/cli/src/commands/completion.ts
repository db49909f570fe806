import { PRODUCT } from '@kreide/core/kernel';
import { Argument, type Command } from 'commander';
import type { Cli } from '../cli.ts';
import { toCompletion } from '../completion.ts';
import { SHELLS, type Shell, toScript } from '../completion-scripts.ts';
import { EXIT, type ExitCode } from '../failures.ts';
import { printJson } from '../output.ts';
import { type JsonOption, withJson } from './shared.ts';

/** `completion bash|zsh|fish` (D-3.14). */
export function registerCompletion(program: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const completion = program
    .command('completion')
    .description(t('completion.description'))
    .addArgument(new Argument('<shell>', t('completion.shell')).choices(SHELLS));
  withJson(
    completion,
    cli,
    `source <(kreide completion bash)
     kreide completion zsh > ~/.zfunc/_kreide
     kreide completion fish > ~/.config/fish/completions/kreide.fish`,
  ).action((shell: Shell, { json }: JsonOption) => {
    const script = toScript(shell, PRODUCT, toCompletion(program));
    if (json) printJson(cli, { shell, script });
    else cli.terminal.out(script);
    onExit(EXIT.done);
  });
}
