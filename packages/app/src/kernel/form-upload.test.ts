import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { readValue, toChosenFile } from './form-upload.ts';

const read: File[] = [];
class Reader {
  result = 'data:image/jpeg;base64,AAA';
  onload = () => {};
  readAsDataURL(file: File) {
    read.push(file);
    queueMicrotask(() => this.onload());
  }
}
vi.stubGlobal('FileReader', Reader);
beforeEach(() => {
  read.length = 0;
});
afterAll(() => vi.unstubAllGlobals());

const picture = (type: string) => toChosenFile(new File(['xxxx'], 'See.jpg', { type }), 4);

it('a chosen file has a number, name, size and words of its own, and its content only where it is shown [T-3.75]', async () => {
  const chosen = picture('image/jpeg');
  expect(chosen).toMatchObject({ name: 'See.jpg', size: 4, value: null, can_show_preview: true, alt_name: '' });
  expect(chosen.id).not.toBe(picture('image/jpeg').id);
  expect(await readValue(chosen)).toBe('data:image/jpeg;base64,AAA');
});

it('nothing is read of what is larger, of a drawing, or of what is no picture', async () => {
  const larger = toChosenFile(new File(['xxxxx'], 'See.jpg', { type: 'image/jpeg' }), 4);
  const others = [larger, picture('image/svg+xml'), picture('text/plain')];
  expect(await Promise.all(others.map(readValue))).toEqual([null, null, null]);
  expect([others.map(({ can_show_preview }) => can_show_preview), read]).toEqual([[false, false, false], []]);
});
