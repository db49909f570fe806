import { Logger } from 'graphile-worker';
import type { Log } from '../log.ts';
import { redactText } from './redact.ts';

/** Said of the connection that listens once it is lost, behind the line that it is: it can be told nothing any more. */
const REPEATED = /^Error occurred attempting to UNLISTEN/;

/**
 * graphile-worker's own messages go to our log, except failed jobs: they are logged with their task, and its line
 * contains the payload.
 */
export function toLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true || REPEATED.test(message)) return;
    const text = `jobs: ${redactText(message)}`;
    if (level === 'error') log.error(text);
    else if (level === 'warning') log.warn(text);
    else log.debug(text);
  });
}
