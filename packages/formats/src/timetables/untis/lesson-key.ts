import { MAX_CODE_LENGTH } from '../plan.ts';
import { toStableId } from '../stable-id.ts';

/**
 * The id of one coupling line of an Untis lesson: number, subject and teacher. Rows of a re-export may be in another
 * order, and a substitution names the same three, so that it finds its lesson even when it is uploaded alone. `~`
 * cannot be part of a code, as Untis uses it to separate codes.
 */
export function toLineKey(number: string, subject: string, teacher: string): string {
  const key = `${number}/${subject}~${teacher}`;
  return key.length <= MAX_CODE_LENGTH ? key : `${number}/${toStableId(subject, teacher)}`;
}

/** The id of the part of a line whose classes differ from the line's usual ones. */
export function toPartKey(lineKey: string, classes: string): string {
  const key = `${lineKey}/${classes}`;
  return key.length <= MAX_CODE_LENGTH ? key : `${lineKey.split('/', 1)[0]}/${toStableId(lineKey, classes)}`;
}
