import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import { inSlices, type Steps } from '../../kernel/process/slices.ts';

const unzip = promisify(gunzip);

/** Records of one line; reading a line blocks. */
const PER_LINE = 500;

/**
 * The records of an upload as lines of JSON in UTF-8; the bytes own their buffer. The first line is the plan with the
 * beginning of its long lists, each further line the next part of one of them.
 */
export function toJson(plan: ParsedPlan): Uint8Array<ArrayBuffer> {
  const lists = Object.entries(plan).filter(([, value]) => Array.isArray(value) && value.length > PER_LINE);
  const head = { ...plan, ...Object.fromEntries(lists.map(([name, list]) => [name, list.slice(0, PER_LINE)])) };
  const lines = [JSON.stringify(head)];
  for (const [name, list] of lists)
    for (let first = PER_LINE; first < list.length; first += PER_LINE)
      lines.push(JSON.stringify([name, list.slice(first, first + PER_LINE)]));
  return new TextEncoder().encode(lines.join('\n'));
}

const NEWLINE = 10;

function* readLines(bytes: Buffer): Steps<ParsedPlan> {
  const lineAt = (begin: number, end: number) => JSON.parse(bytes.toString('utf8', begin, end));
  let end = bytes.indexOf(NEWLINE);
  const plan = lineAt(0, end < 0 ? bytes.length : end);
  while (end >= 0) {
    yield;
    const begin = end + 1;
    end = bytes.indexOf(NEWLINE, begin);
    const [name, list] = lineAt(begin, end < 0 ? bytes.length : end);
    plan[name].push(...list);
  }
  return plan;
}

/** The records, unpacked. */
export function fromJson(bytes: Uint8Array): Promise<ParsedPlan> {
  return inSlices(readLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
}

/** The same JSON in its stored form; the bytes own their buffer. For worker threads: it blocks. */
export function packJson(json: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(json, { level: 1 }));
}

/** The records from bytes of `packJson`. Rejects when they are something else. */
export async function unpackPlan(bytes: Uint8Array): Promise<ParsedPlan> {
  return fromJson(await unzip(bytes));
}
