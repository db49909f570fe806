import { createReadStream } from 'node:fs';

/**
 * The bytes of a file, opened when the first of them is asked for. A stream that is made earlier and read later fails in between, where
 * nobody listens, if the file is gone by then (an upload that was let go of, a connection that broke): that would end the process.
 */
export async function* bytesOf(path: string, options: { highWaterMark?: number } = {}): AsyncGenerator<Buffer> {
  yield* createReadStream(path, options) as AsyncIterable<Buffer>;
}
