import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { ParsedPlan } from '@kreide/core/features/timetable-import';

const unzip = promisify(gunzip);

/** The records of an upload as JSON in UTF-8; the bytes own their buffer. */
export function toJson(plan: ParsedPlan): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(plan));
}

/** The records, unpacked. */
export function fromJson(bytes: Uint8Array): ParsedPlan {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as ParsedPlan;
}

/** The same JSON in its stored form; the bytes own their buffer. For worker threads: it blocks. */
export function packJson(json: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(json, { level: 1 }));
}

/** The records from bytes of `packJson`. Rejects when they are something else. */
export async function unpackPlan(bytes: Uint8Array): Promise<ParsedPlan> {
  return fromJson(await unzip(bytes));
}
