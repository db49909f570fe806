import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { ParsedPlan } from './records.ts';

const unzip = promisify(gunzip);

/** The records of an upload as they are kept until somebody decides about it; the bytes own their buffer. For worker threads: it blocks. */
export function packPlan(plan: ParsedPlan): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(JSON.stringify(plan), { level: 1 }));
}

/** The records again. Rejects when the bytes are not those of `packPlan`. */
export async function unpackPlan(bytes: Uint8Array): Promise<ParsedPlan> {
  return JSON.parse((await unzip(bytes)).toString('utf8')) as ParsedPlan;
}
