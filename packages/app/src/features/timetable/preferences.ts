import { createStore } from 'zustand/vanilla';
import { shelves } from '../../kernel/storage.ts';

const READER_KEY = 'has_screen_reader';
const LIST_KEY = 'timetable_as_list';

/** Timetable settings of this device. */
export interface Preferences {
  /** "I use a screen reader": every grid shows one day (T-2.30, T-4.49). */
  readonly hasScreenReader: boolean;
  /** The list instead of the grid. */
  readonly isList: boolean;
}

export const preferences = createStore<Preferences>(() => ({
  hasScreenReader: shelves.local.getItem(READER_KEY) === 'true',
  isList: shelves.local.getItem(LIST_KEY) === 'true',
}));

export function setScreenReader(hasScreenReader: boolean): void {
  shelves.local.setItem(READER_KEY, String(hasScreenReader));
  preferences.setState({ hasScreenReader });
}

export function setList(isList: boolean): void {
  shelves.local.setItem(LIST_KEY, String(isList));
  preferences.setState({ isList });
}
