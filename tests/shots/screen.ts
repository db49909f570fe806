import type { Page } from 'playwright-core';

/** A screen of the product for pictures and checks. */
export interface Screen {
  name: string;
  /** Demo sign-in; left out for public pages. */
  as?: 'student' | 'parent' | 'teacher' | 'admin';
  path: string | ((url: string) => Promise<string>);
  /** A screen of its own size. */
  size?: { width: number; height: number };
  /** CSS selector of what stands when the screen has its data; anything in `main` unless said otherwise. */
  ready?: string;
  prepare?: (page: Page) => Promise<void>;
  /** The app is loaded for it: what it remembers of the screen before would stand in the way of the preparation. */
  isLoaded?: boolean;
  /** Only WCAG is held against it: where all other links are in shadow trees, axe takes a skip link for stray content. */
  isOnlyWcag?: boolean;
}
