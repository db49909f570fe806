import { createHash } from 'node:crypto';

/** Longer keys are replaced by a digest: a course of thirty groups would fill an index page. */
const MAX_LENGTH = 100;

function escapePart(text: string): string {
  return /[\\|~]/.test(text) ? text.replace(/[\\|~]/g, '\\$&') : text;
}

/** One part as text: lists as sets. */
function toText(part: string | null | readonly string[]): string {
  if (part === null) return '\\0';
  if (typeof part === 'string') return escapePart(part);
  return part.length === 1 ? escapePart(part[0]!) : [...part].sort().map(escapePart).join('~');
}

/**
 * A key that stays the same across imports, made from the parts that identify a record. Nested lists are compared as
 * sets: their order does not matter.
 */
export function toStableId(...parts: (string | null | readonly string[])[]): string {
  let key = '';
  for (const [at, part] of parts.entries()) key += at === 0 ? toText(part) : `|${toText(part)}`;
  return key.length <= MAX_LENGTH ? key : `#${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
}
