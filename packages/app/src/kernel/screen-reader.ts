import { createStore } from 'zustand/vanilla';
import { shelves } from './storage.ts';

const READER_KEY = 'has_screen_reader';

/**
 * "I use a screen reader", said on this device, as no page can find that out: every grid shows one day (T-2.30, T-4.49), and
 * nothing is collapsed (C-2.116).
 */
export const screenReader = createStore<{ readonly isUsed: boolean }>(() => ({
  isUsed: shelves.local.getItem(READER_KEY) === 'true',
}));

export function setScreenReader(isUsed: boolean): void {
  shelves.local.setItem(READER_KEY, String(isUsed));
  screenReader.setState({ isUsed });
}
