import type { Language } from '@kreide/core/kernel';
import type { Http } from './proxy.ts';
import type { Terminal } from './terminal.ts';
import type { Translate } from './texts.ts';

/** What every command needs. */
export interface Cli {
  terminal: Terminal;
  http: Http;
  language: Language;
  t: Translate;
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal;
  now(): Date;
  /** The server that the last connection went to, for messages. */
  address: string;
  /** The school's time zone, once it is known: all outputs write times in it. */
  timeZone: string | undefined;
  /** What `--json` has printed or, when the command fails, prints beside `error`. */
  json: { hasPrinted: boolean; fields: Readonly<Record<string, unknown>> };
}
