import { expect, it } from 'vitest';
import { addFiles } from './chosen-files.ts';

const file = (name: string, size = 1) => ({ name, size }) as File;
const LIMITS = { files: 200, bytes: 64 * 1024 * 1024 };

it('takes files of one export together, each name once, as many and as large as the server takes', () => {
  const first = [file('GPU001.TXT')];
  const add = (files: readonly File[], added: readonly File[]) => addFiles(files, added, LIMITS);
  expect(add(first, [file('GPU002.TXT')]).files.map(({ name }) => name)).toEqual(['GPU001.TXT', 'GPU002.TXT']);
  expect(add(first, [file('GPU001.TXT')])).toMatchObject({ files: first, problem: { rule: 'sameName' } });
  const large = add(first, [file('x', LIMITS.bytes + 1)]);
  expect(large).toMatchObject({ files: first, problem: { rule: 'tooLarge', params: { name: 'x', maximum: 64 } } });
  const many = Array.from({ length: LIMITS.files }, (_, n) => file(`${n}`));
  expect(add([], many).problem).toBeNull();
  expect(add(first, many)).toMatchObject({ files: first, problem: { rule: 'tooMany' } });
});
