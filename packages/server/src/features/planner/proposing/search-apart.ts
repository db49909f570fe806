import { startBounded } from '../../../kernel/child/index.ts';

/** The largest school takes 200 MB. */
const BOUNDS = { heap_mb: 768, memory_mb: 1024 };

interface Hearers<Progress> {
  /** Says how far the search is; answers whether it shall end with what it has. */
  progress: (progress: Progress) => Promise<boolean>;
  /** The server is about to end. */
  signal: AbortSignal;
}

/** Searches in a process of its own until that is done, or told to stop; rejects when it ends early, or the server does. */
export function searchApart<Progress extends { kind: 'progress' }, Result extends { kind: 'done' }>(
  worker: URL,
  order: object,
  { progress, signal }: Hearers<Progress>,
): Promise<Result> {
  signal.throwIfAborted();
  const bounded = startBounded(worker, BOUNDS);
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let isTelling = false;
  bounded.listen({
    answer(answer) {
      const message = answer as Progress | Result;
      if (message.kind === 'done') return resolve(message);
      if (isTelling) return;
      isTelling = true;
      progress(message)
        .then((isEnough) => isEnough && bounded.post({ kind: 'stop' }))
        .catch(reject)
        .finally(() => {
          isTelling = false;
        });
    },
    ended: (reason, cause) => reject(new Error(`The search for a plan ended early: ${reason}`, { cause })),
  });
  bounded.post({ kind: 'start', ...order });
  return promise.finally(async () => {
    signal.removeEventListener('abort', abort);
    await bounded.end();
  });
}
