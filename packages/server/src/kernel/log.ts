import { pino } from 'pino';

/** The logger that is passed around; features log through it only. */
export type Log = pino.Logger;

export interface LogOptions {
  /** JSON lines instead of readable ones. */
  json: boolean;
  level?: pino.Level | 'silent';
  /** Where lines go; standard output by default. */
  write?: (line: string) => void;
}

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'connectionString',
];
const REDACTED = SECRET_FIELDS.flatMap((field) => {
  const after = field.startsWith('[') ? field : `.${field}`;
  return [field, `*${after}`, `*.*${after}`, `*.*.*${after}`];
});

/** A logger: JSON in production, one readable line each in development. Secrets are replaced in both. */
export function createLog({ json, level = 'info', write = (line) => process.stdout.write(line) }: LogOptions): Log {
  return pino(
    {
      level,
      redact: { paths: REDACTED, censor: '[secret]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: json ? write : (line: string) => write(toReadableLine(line)) },
  );
}

/** Why something outside of this process failed: its own words and code, without a trace of our calls. */
export function reasonOf(thrown: unknown): { reason: string; code?: string } {
  const { message, code } = (thrown ?? {}) as { message?: string; code?: string };
  return { reason: message || String(thrown), ...(typeof code === 'string' ? { code } : {}) };
}

/** A silent logger, for tests. */
export const silentLog: Log = pino({ level: 'silent' });

function toReadableLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const error = err as { stack?: string; message?: string } | undefined;
  const details = Object.entries(rest)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');
  const trace = error === undefined ? '' : `\n${error.stack ?? error.message ?? ''}`;
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${msg ?? error?.message ?? ''}${details}${trace}\n`;
}
