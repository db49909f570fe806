import { beforeEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import {
  addChosen,
  changeChosen,
  chosenFiles,
  chosenKeyOf,
  describeChosen,
  FILES_MAXIMUM,
  forgetOnSignOut,
  NOTHING_CHOSEN,
  removeChosen,
} from './chosen-files.ts';
import type { ChosenFile } from './uploads.ts';

const key = chosenKeyOf('ada', 7);
const filesOf = (name: string) => chosenFiles.getState()[name]?.files ?? [];
const many = (count: number) => Array.from({ length: count }, (_, n) => new File(['x'], `${n}.png`));
const nothing = async () => null;

/** A picture that is measured when somebody says so. */
function measuring() {
  const { promise, resolve } = Promise.withResolvers<ChosenFile['picture']>();
  const url = URL.createObjectURL(new Blob(['x']));
  return { measure: () => promise, finish: () => resolve({ width: 3, height: 2, url }), url };
}
const isThere = async (url: string) => (await fetch(url).catch(() => null)) !== null;

beforeEach(() => chosenFiles.setState({}, true));

it('takes no more files than one message has, also when they come before the pictures among the first are measured', () => {
  const { measure } = measuring();
  expect(addChosen(key, many(6), measure)).toBe(0);
  expect(addChosen(key, many(6), measure)).toBe(2);
  expect(addChosen(key, many(1), measure)).toBe(1);
  expect(filesOf(key)).toHaveLength(FILES_MAXIMUM);
});

it('keeps files for one chat of one account', () => {
  addChosen(key, many(1), nothing);
  expect(filesOf(chosenKeyOf('ada', 8))).toEqual([]);
  expect(filesOf(chosenKeyOf('ben', 7))).toEqual([]);
  expect(filesOf(key)).toHaveLength(1);
});

it('shows a picture when it is measured, with the words that were written about it meanwhile', async () => {
  const { measure, finish, url } = measuring();
  addChosen(key, many(1), measure);
  describeChosen(key, filesOf(key)[0]?.uuid ?? '', 'Der See');
  finish();
  await expect.poll(() => filesOf(key)).toMatchObject([{ altName: 'Der See', picture: { url, width: 3 } }]);
});

it('lets a picture that was sent or removed before it was measured come back into no later message', async () => {
  for (const leave of [
    () => changeChosen(key, () => NOTHING_CHOSEN),
    () => removeChosen(key, filesOf(key)[0] as ChosenFile),
  ]) {
    const { measure, finish, url } = measuring();
    addChosen(key, many(1), measure);
    leave();
    addChosen(key, [new File(['x'], 'next.txt')], nothing);
    finish();
    await expect.poll(() => isThere(url)).toBe(false);
    expect(filesOf(key).map(({ file, picture }) => [file.name, picture])).toEqual([['next.txt', null]]);
    changeChosen(key, () => NOTHING_CHOSEN);
  }
});

it('leaves nothing of who has signed out, and keeps what belongs to a session that has run out', async () => {
  const session = createStore<{ owner: string | null; endedBy: string | null }>(() => ({
    owner: 'ada',
    endedBy: null,
  }));
  forgetOnSignOut(session);
  const { measure, finish, url } = measuring();
  addChosen(key, many(1), measure);
  finish();
  await expect.poll(() => filesOf(key)[0]?.picture).not.toBeNull();
  session.setState({ owner: null, endedBy: 'expired' });
  expect(filesOf(key)).toHaveLength(1);
  session.setState({ owner: null, endedBy: null });
  expect(filesOf(key)).toEqual([]);
  expect(await isThere(url)).toBe(false);
});
