import { createStore } from 'zustand/vanilla';
import { shelves } from './storage.ts';
import { THEME_KEY } from './theme-key.ts';

/** Colour scheme: the device's, or the chosen one (D-6.06). */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Parses a stored colour scheme; for anything else the device decides. */
export function toTheme(stored: string | null): Theme {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** The chosen colour scheme. */
export const theme = createStore<{ theme: Theme }>(() => ({ theme: toTheme(shelves.local.getItem(THEME_KEY)) }));

/** Sets the colour scheme on this device; `first.ts` applies it before the next start. */
export function setTheme(chosen: Theme): void {
  theme.setState({ theme: chosen });
  if (chosen === 'system') {
    shelves.local.removeItem(THEME_KEY);
    delete document.documentElement.dataset.theme;
  } else {
    shelves.local.setItem(THEME_KEY, chosen);
    document.documentElement.dataset.theme = chosen;
  }
}
