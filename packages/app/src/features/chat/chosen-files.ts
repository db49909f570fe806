import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChosenFile } from './uploads.ts';

/** Files for the next message of a chat, and whether pictures go as they are. */
export interface Chosen {
  readonly files: readonly ChosenFile[];
  readonly isOriginal: boolean;
}

/** Files that are sent together, each as a message. */
export const FILES_MAXIMUM = 10;

export const NOTHING_CHOSEN: Chosen = { files: [], isOriginal: false };

/**
 * What people have chosen and not sent yet, by account and chat: it stays when they look at another page of the app, and
 * goes when they sign out or the app is closed, unlike texts.
 */
export const chosenFiles = createStore<Readonly<Record<string, Chosen>>>(() => ({}));

/** Whoever signs out leaves nothing behind; whose session has run out finds it again after signing in. */
export function forgetOnSignOut(
  session: Pick<StoreApi<{ owner: string | null; endedBy: string | null }>, 'subscribe'>,
) {
  session.subscribe(({ owner, endedBy }) => {
    if (owner !== null || endedBy !== null) return;
    for (const { files } of Object.values(chosenFiles.getState()))
      for (const { picture } of files) if (picture) URL.revokeObjectURL(picture.url);
    chosenFiles.setState({}, true);
  });
}

export const chosenKeyOf = (account: string, chatId: number) => `${account} ${chatId}`;

export function changeChosen(key: string, to: (known: Chosen) => Chosen): void {
  chosenFiles.setState((all) => ({ ...all, [key]: to(all[key] ?? NOTHING_CHOSEN) }));
}

const changeFile = (key: string, uuid: string, to: (known: ChosenFile) => ChosenFile) =>
  changeChosen(key, (known) => ({
    ...known,
    files: known.files.map((one) => (one.uuid === uuid ? to(one) : one)),
  }));

/**
 * Puts files into the list, as many as there is room for, at once: neither a second handful nor a message that is sent
 * meanwhile waits until pictures are measured. What has left the list by then stays as it went.
 * @param measure shows a picture; null: it is none that the browser knows
 * @returns how many found no room
 */
export function addChosen(
  key: string,
  files: readonly File[],
  measure: (file: File) => Promise<ChosenFile['picture']>,
): number {
  const room = FILES_MAXIMUM - (chosenFiles.getState()[key] ?? NOTHING_CHOSEN).files.length;
  const added = files
    .slice(0, Math.max(room, 0))
    .map((file): ChosenFile => ({ uuid: crypto.randomUUID(), file, picture: null, altName: '' }));
  changeChosen(key, (known) => ({ ...known, files: [...known.files, ...added] }));
  for (const { uuid, file } of added) void show(key, uuid, file, measure);
  return files.length - added.length;
}

async function show(
  key: string,
  uuid: string,
  file: File,
  measure: (file: File) => Promise<ChosenFile['picture']>,
): Promise<void> {
  const picture = await measure(file);
  const isThere = chosenFiles.getState()[key]?.files.some((one) => one.uuid === uuid);
  if (picture && !isThere) URL.revokeObjectURL(picture.url);
  else if (picture) changeFile(key, uuid, (known) => ({ ...known, picture }));
}

export const describeChosen = (key: string, uuid: string, altName: string) =>
  changeFile(key, uuid, (known) => ({ ...known, altName }));

export function removeChosen(key: string, { uuid, picture }: ChosenFile): void {
  if (picture) URL.revokeObjectURL(picture.url);
  changeChosen(key, (known) => ({ ...known, files: known.files.filter((one) => one.uuid !== uuid) }));
}
