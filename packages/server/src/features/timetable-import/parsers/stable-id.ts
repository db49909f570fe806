import { createHash } from 'node:crypto';

/** Longer keys are replaced by a digest: a course of thirty groups would fill an index page. */
const MAX_LENGTH = 100;

function escapePart(text: string): string {
  return text.replace(/[\\|~]/g, '\\$&');
}

/**
 * A key that stays the same across imports, made from the parts that identify a record. Nested lists are compared as
 * sets: their order does not matter.
 */
export function toStableId(...parts: (string | null | readonly string[])[]): string {
  const key = parts
    .map((part) => {
      if (part === null) return '\\0';
      if (typeof part === 'string') return escapePart(part);
      return part.length === 1 ? escapePart(part[0]!) : [...part].sort().map(escapePart).join('~');
    })
    .join('|');
  return key.length <= MAX_LENGTH ? key : `#${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
}
