import { createStore } from 'zustand/vanilla';
import { shelves } from '../../kernel/storage.ts';

const LIST_KEY = 'timetable_as_list';

/** Timetable settings of this device. */
export interface Preferences {
  /** The list instead of the grid. */
  readonly isList: boolean;
}

export const preferences = createStore<Preferences>(() => ({
  isList: shelves.local.getItem(LIST_KEY) === 'true',
}));

export function setList(isList: boolean): void {
  shelves.local.setItem(LIST_KEY, String(isList));
  preferences.setState({ isList });
}
