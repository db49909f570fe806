import { createHash } from 'node:crypto';

/** Longer keys are replaced by a digest: a course of thirty groups would fill an index page. */
const MAX_LENGTH = 100;

/**
 * A key that stays the same from import to import, made from the parts that make a record what it is. Lists inside count
 * as sets: their order does not matter.
 */
export function toStableId(...parts: (string | null | readonly string[])[]): string {
  const key = parts
    .map((part) => (part === null || typeof part === 'string' ? part : [...part].sort().join('~')))
    .map((part) => (part === null ? '\\0' : part.replace(/[\\|]/g, '\\$&')))
    .join('|');
  return key.length <= MAX_LENGTH ? key : `#${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
}
