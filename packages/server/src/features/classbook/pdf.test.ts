import { expect, it } from 'vitest';
import { fittingLength } from './pdf.ts';

/** Ten letters a line, by whole words. */
function linesOf(text: string): number {
  let [lines, used] = [1, 0];
  for (const word of text.split(/\s+/)) {
    if (used > 0 && used + 1 + word.length > 10) [lines, used] = [lines + 1, 0];
    used += (used > 0 ? 1 : 0) + word.length;
  }
  return lines;
}

it('a note that is longer than a page goes on from the end of a line, so that no line is printed half', () => {
  const text = 'Ada hat in der dritten Stunde gestört und danach sehr lange gelacht';
  const at = fittingLength(text, (part) => linesOf(part) <= 3);
  expect(text.slice(0, at)).toBe('Ada hat in der dritten ');
  expect(linesOf(`${text.slice(0, at)}${text.slice(at).split(' ')[0]}`)).toBe(4);
  expect(fittingLength('einziges', () => false)).toBe(8);
});
