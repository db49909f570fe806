import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

/**
 * An answer whose bytes were computed before and are kept (the read model of the plan). Compressed once, on first want.
 * The ETag is strong for the identity form and stays the same for the compressed one, as weak comparison decides on 304.
 */
export class PreparedAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly lastModified: string | null;
  #gzipped: Buffer | null = null;

  constructor(bytes: Buffer, etag: string, lastModified: string | null = null) {
    this.bytes = bytes;
    this.etag = etag;
    this.lastModified = lastModified;
  }

  /** The compressed form, made when it is first wanted. */
  readonly gzipped = (): Buffer => {
    this.#gzipped ??= gzipSync(this.bytes, { level: 6 });
    return this.#gzipped;
  };
}

/** Bytes of a stored file; headers come from the file kernel. */
export class FileAnswer {
  readonly stream: Readable | null;
  readonly headers: Record<string, string>;
  readonly status: number;
  constructor(stream: Readable | null, headers: Record<string, string>, status = 200) {
    this.stream = stream;
    this.headers = headers;
    this.status = status;
  }
}

/** A weak ETag from the parts that decide about the content. */
export function etagOf(...parts: readonly (string | number | null)[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;
}

/** Does an If-None-Match header name this ETag? Weak comparison, RFC 9110 §13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
