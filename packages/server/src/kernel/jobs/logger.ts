import { Logger } from 'graphile-worker';
import type { Log } from '../log.ts';
import { redactText } from './redact.ts';

/**
 * graphile-worker's own messages go to our log, except failed jobs: they are logged with their task, and its line
 * contains the payload.
 */
export function toLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return;
    const text = `jobs: ${redactText(message)}`;
    if (level === 'error') log.error(text);
    else if (level === 'warning') log.warn(text);
    else log.debug(text);
  });
}
