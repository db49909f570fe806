import { homedir } from 'node:os';

/** What the command uses of its process. */
export interface Terminal {
  /** The result and nothing else, so that `--json` can be piped. */
  out(text: string): void;
  /** Progress, questions, warnings, errors. */
  err(text: string): void;
  stdin: NodeJS.ReadStream;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
  /** Can the person answer questions? */
  isInteractive: boolean;
  /** Can a line on stderr be overwritten? */
  hasBar: boolean;
  /** Width in characters. */
  width: number;
  /** The language of the system, used when the environment has none. */
  systemLanguage: string;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const hasBar = Boolean(process.stderr.isTTY) && process.env.TERM !== 'dumb';
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: process.stdin,
    env: process.env,
    platform: process.platform,
    home: homedir(),
    isInteractive: Boolean(process.stdin.isTTY) && Boolean(process.stderr.isTTY),
    hasBar,
    width: process.stderr.columns || 100,
    systemLanguage: Intl.DateTimeFormat().resolvedOptions().locale,
  };
}
