import { createHash } from 'node:crypto';

/** The same uuid for the same words on every machine: what a job finds again without a column of its own. */
export function uuidOf(...words: string[]): string {
  const bytes = createHash('sha256').update(words.join('\0')).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
