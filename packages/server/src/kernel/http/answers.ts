import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The parts as one buffer that may be kept for long: buffers of Node's pool, and those of zlib, are parts of larger ones
 * and keep these alive.
 */
export function joinForKeeping(parts: readonly Buffer[]): Buffer {
  const joined = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(joined, at);
  return joined;
}

/**
 * An answer whose ETag is known before its bytes. The bytes are either cached (the read model of the plan) or produced
 * on demand, which a HEAD request or a client with a current copy never triggers. Compressed once, on first use. The
 * ETag is strong for the identity form; the compressed form has the same one, since If-None-Match compares weakly.
 */
export class PreparedAnswer {
  readonly etag: string;
  readonly type: string;
  readonly #make: (() => Buffer) | null;
  #bytes: Buffer | null;
  #gzipped: Buffer | null = null;
  readonly #compressed: ((bytes: number) => void) | undefined;

  /** `compressed` is told the size of the compressed form, once. */
  constructor(
    bytes: Buffer | (() => Buffer),
    etag: string,
    type: string = JSON_TYPE,
    compressed?: (bytes: number) => void,
  ) {
    this.#make = typeof bytes === 'function' ? bytes : null;
    this.#bytes = typeof bytes === 'function' ? null : bytes;
    this.etag = etag;
    this.type = type;
    this.#compressed = compressed;
  }

  get bytes(): Buffer {
    this.#bytes ??= this.#make?.() ?? Buffer.alloc(0);
    return this.#bytes;
  }

  /** Have the bytes been produced already? */
  get isMade(): boolean {
    return this.#bytes !== null;
  }

  /** The compressed form, produced on first use. */
  readonly gzipped = (): Buffer => {
    if (!this.#gzipped) {
      this.#gzipped = joinForKeeping([gzipSync(this.bytes, { level: 6 })]);
      this.#compressed?.(this.#gzipped.length);
    }
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

/** A weak ETag computed from the parts that determine the content. */
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

/** An answer that was committed with its change, and stored under the key of its call if that has one. */
export class CommittedAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
