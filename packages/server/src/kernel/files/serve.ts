import type { Readable } from 'node:stream';
import { isRasterImage, toSafeContentType } from './content-type.ts';
import { toFileName } from './file-name.ts';
import type { FileAudience } from './signed.ts';
import type { ByteRange, FileStore } from './store.ts';

/** How long a file that everybody may read is kept without asking, seconds. */
const PUBLIC_SECONDS = 300;

export interface ServedFile {
  readonly uuid: string;
  readonly name: string;
  /** As detected on upload; only types of the safe list are sent. */
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

export interface FileRequest {
  readonly method: 'GET' | 'HEAD';
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The part that is sent; `null` when there is no body. */
  readonly range: ByteRange | null;
}

/** How an uploaded file is served: it can be viewed or saved, never executed (D-4.10, D-4.14). */
export function planFileAnswer(
  file: ServedFile,
  grant: { readonly audience: FileAudience; readonly expires: Date },
  request: FileRequest,
  now: Date,
): FileAnswer {
  const etag = `"${file.sha256.toString('base64url')}"`;
  const age = Math.max(0, Math.floor((grant.expires.getTime() - now.getTime()) / 1000));
  const shared = {
    'accept-ranges': 'bytes',
    // A public file can be withdrawn, so caches ask for it again after some minutes.
    'cache-control':
      grant.audience === 'public'
        ? `public, max-age=${Math.min(age, PUBLIC_SECONDS)}`
        : `private, max-age=${age}, immutable`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    // The signature is the permission to read: pictures are shown on a school's homepage too.
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  if (matchesAny(request.ifNoneMatch, etag)) return { status: 304, headers: shared, range: null };
  const asked = request.ifRange === undefined || request.ifRange === etag ? request.range : undefined;
  const range = parseRange(asked, file.size);
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...shared, 'content-range': `bytes */${file.size}` }, range: null };
  }
  const sent = range ?? { start: 0, end: file.size - 1 };
  const headers = {
    ...shared,
    'content-disposition': toDisposition(isRasterImage(file.mime) ? 'inline' : 'attachment', file.name),
    'content-length': String(sent.end - sent.start + 1),
    'content-type': toSafeContentType(file.mime),
    ...(range === null ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` }),
  };
  const isEmpty = request.method === 'HEAD' || file.size === 0;
  return { status: range === null ? 200 : 206, headers, range: isEmpty ? null : sent };
}

/** The selected bytes from the store; `null` when the answer has no body. */
export async function openFileAnswer(store: FileStore, file: ServedFile, answer: FileAnswer): Promise<Readable | null> {
  return answer.range === null ? null : await store.open(file.uuid, answer.range);
}

/** A single range is supported; several, other units and invalid ones are ignored as RFC 9110 §14.2 allows. */
function parseRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function matchesAny(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
export function toDisposition(kind: 'inline' | 'attachment', name: string): string {
  const clean = toFileName(name);
  const plain = clean
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%;\\]/g, '_');
  // A name of nothing but marks.
  const fallback = plain.trim() === '' ? 'file' : plain;
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
