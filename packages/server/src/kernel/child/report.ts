/** The final message of a process that was started for one piece of work. */
export type Report =
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; error: { message: string; stack?: string; code?: string; syscall?: string; path?: string } };

/** Others may use the same channel, such as Node's watch mode. */
export function isReport(message: unknown): message is Report {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  return message.kind === 'done' || message.kind === 'failed';
}

/** The parts of an error that can be sent across processes. */
export function toFailure(thrown: unknown): Report {
  if (!(thrown instanceof Error)) return { kind: 'failed', error: { message: String(thrown) } };
  const { message, stack, code, syscall, path } = thrown as NodeJS.ErrnoException;
  return {
    kind: 'failed',
    error: {
      message,
      ...(stack === undefined ? {} : { stack }),
      ...(code === undefined ? {} : { code }),
      ...(syscall === undefined ? {} : { syscall }),
      ...(path === undefined ? {} : { path }),
    },
  };
}
