import { createStore } from 'zustand/vanilla';
import { shelves } from './storage.ts';

const READER_KEY = 'has_screen_reader';
const LIST_KEY = 'timetable_as_list';

/** Settings of this device. */
export interface Preferences {
  /** "I use a screen reader": every grid shows one day (T-2.30, T-4.49), no news are collapsed (C-2.116). */
  readonly hasScreenReader: boolean;
  /** Timetables as a list instead of a grid. */
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
