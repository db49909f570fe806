import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * An answer whose ETag is known before its bytes: they were computed before and are kept (the read model of the plan), or are made
 * when they are wanted, which a caller that has them or asks for the head never does. Compressed once, on first want.
 * The ETag is strong for the identity form and stays the same for the compressed one, as weak comparison decides on 304.
 */
export class PreparedAnswer {
  readonly etag: string;
  readonly type: string;
  readonly #make: (() => Buffer) | null;
  #bytes: Buffer | null;
  #gzipped: Buffer | null = null;

  constructor(bytes: Buffer | (() => Buffer), etag: string, type: string = JSON_TYPE) {
    this.#make = typeof bytes === 'function' ? bytes : null;
    this.#bytes = typeof bytes === 'function' ? null : bytes;
    this.etag = etag;
    this.type = type;
  }

  get bytes(): Buffer {
    this.#bytes ??= this.#make?.() ?? Buffer.alloc(0);
    return this.#bytes;
  }

  /** Are the bytes there already? */
  get isMade(): boolean {
    return this.#bytes !== null;
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

/** Does an Accept-Encoding header ask for gzip by name? `gzip;q=0` refuses it, RFC 9110 §12.5.3. */
export function isGzipAccepted(header: string | string[] | undefined): boolean {
  return /(?:^|[\s,])gzip\s*(?:,|$|;(?!\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$)))/i.test(String(header ?? ''));
}

/** Does an If-None-Match header name this ETag? Weak comparison, RFC 9110 §13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
