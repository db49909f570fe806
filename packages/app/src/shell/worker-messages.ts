/** What a page tells the service worker. */
export type WorkerMessage =
  /** Files that the page loaded before there was a worker. */
  | { type: 'keep'; paths: readonly string[] }
  /** The waiting worker, with the newer version of the app, starts to work. */
  | { type: 'takeOver' };

export function tellWorker(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message);
}
