import { createInterface } from 'node:readline/promises';
import type { Cli } from './cli.ts';
import { interrupted, wrongUse } from './failures.ts';

/** Asks for one line; an empty answer accepts the suggestion. */
export async function ask(cli: Cli, question: string, suggestion = ''): Promise<string> {
  const { terminal } = cli;
  if (!terminal.isInteractive) throw wrongUse(cli.t('prompt.noTerminal', { question }));
  const lines = createInterface({ input: terminal.stdin, output: process.stderr, terminal: true });
  try {
    const hint = suggestion === '' ? '' : ` [${suggestion}]`;
    const answer = await lines.question(`${question}${hint}: `, { signal: cli.signal });
    return answer.trim() || suggestion;
  } catch {
    throw interrupted(cli.t('failure.interrupted'));
  } finally {
    lines.close();
  }
}

/** Asks a yes-or-no question; the default is no. */
export async function confirm(cli: Cli, question: string): Promise<boolean> {
  const yes = cli.t('prompt.yes');
  const answer = (await ask(cli, `${question} [${yes[0]}/${cli.t('prompt.no')[0]?.toUpperCase()}]`)).toLowerCase();
  return answer.startsWith(yes[0] ?? yes);
}

/** The state of a hidden line after a key: `done` on Enter, `cancelled` on Ctrl-C or Ctrl-D of an empty line. */
export function typeSecret(line: string, typed: string): { line: string; end: 'done' | 'cancelled' | null } {
  let next = line;
  for (const character of typed) {
    if (character === '\r' || character === '\n') return { line: next, end: 'done' };
    if (character === '\u0003' || (character === '\u0004' && next === '')) return { line: '', end: 'cancelled' };
    if (character === '\u007f' || character === '\b') next = [...next].slice(0, -1).join('');
    else if (character === '\u0015') next = '';
    else if (character >= ' ') next += character;
  }
  return { line: next, end: null };
}

/** Asks for a password without showing it. */
export async function askSecret(cli: Cli, question: string): Promise<string> {
  const { stdin } = cli.terminal;
  if (!cli.terminal.isInteractive) throw wrongUse(cli.t('prompt.noTerminal', { question }));
  cli.terminal.err(`${question}: `);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    return await new Promise<string>((resolve, reject) => {
      let line = '';
      const onData = (typed: string) => {
        const result = typeSecret(line, typed);
        line = result.line;
        if (result.end === null) return;
        stdin.off('data', onData);
        if (result.end === 'done') resolve(line);
        else reject(interrupted(cli.t('failure.interrupted')));
      };
      stdin.on('data', onData);
    });
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    cli.terminal.err('\n');
  }
}

/** The first line of standard input, for `--password-stdin`. */
export async function readSecret(cli: Cli): Promise<string> {
  let text = '';
  for await (const chunk of cli.terminal.stdin) {
    text += String(chunk);
    if (text.length > 4_096) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
}
