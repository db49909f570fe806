import { isReadingAbility } from '@kreide/core/kernel';
import { CommittedAnswer, FileAnswer, PreparedAnswer } from './answers.ts';

/** A map of abilities with nothing left in it but those to read. */
const toReadingCan = (can: object) =>
  Object.fromEntries(
    Object.entries(can).map(([ability, allowed]) => [
      ability,
      typeof allowed === 'number' && !isReadingAbility(ability) ? 0 : allowed,
    ]),
  );

function narrow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(narrow);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'can' && inner !== null && typeof inner === 'object' ? toReadingCan(inner) : narrow(inner),
    ]),
  );
}

/**
 * The answer of a handler for somebody who has left the school: every `can` in it allows reading only, since the server
 * refuses all other calls. Bytes that are the same for everybody contain no `can`.
 */
export function toReadable(result: unknown): unknown {
  if (result instanceof PreparedAnswer || result instanceof FileAnswer || result instanceof CommittedAnswer)
    return result;
  return narrow(result);
}
