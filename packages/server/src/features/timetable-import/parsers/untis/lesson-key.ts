/**
 * The id of one coupling line of an Untis lesson: number, subject and teacher. Rows of a re-export may come in another
 * order, and a substitution names the same three, so that it finds its lesson even when it is uploaded alone. `~` cannot
 * be part of a code, Untis uses it to separate codes.
 */
export function toLineKey(number: string, subject: string, teacher: string): string {
  return `${number}/${subject}~${teacher}`;
}
