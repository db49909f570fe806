import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { ROOT } from './server.ts';

/** The scripts that a page has fetched. */
export interface VisitedScripts {
  files: number;
  /** Gzipped. */
  kilobytes: number;
  /** File names with their size in bytes, largest first. */
  list: string[];
}

/**
 * What a first visit may cost, late scripts included; at most `FILES` files each. Every endpoint of the contract and the sentence of every
 * error is part of each: 33 endpoints of exams, parents' evenings and doubles added 1.6 kB to what was allowed before (210, 217 and 243), the
 * 21 of reminders, calendar files, nights and the end of a school 0.8 kB, the seven of letters and of reports of absence, with the looks that
 * their pages share with others, 0.3 kB. The feed has 3 kB for what is unread, due and near.
 */
export const VISIT_LIMITS = { 'sign-in': 213.3, feed: 219.8, timetable: 246.8 } as const;
export const FILES = 14;

/** Notes in a page when its heading stands: the driver may look much later. */
export function noteDrawn(): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('h1')) return;
    Object.assign(window, { drawnAt: performance.now() });
    seen.disconnect();
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** The paths of what the page has asked for since then. */
export const listAfterDrawn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime > (window as unknown as { drawnAt: number }).drawnAt)
      .map(({ name }) => new URL(name).pathname),
  );

/** Notes the scripts that a page fetches from now on; the returned function says what they cost, without some. */
export function watchScripts(page: Page): (without?: readonly string[]) => VisitedScripts {
  const names = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) names.add(pathname);
  });
  return (without = []) => {
    const counted = [...names].filter((name) => !without.includes(name));
    const sizes = counted.map((name): [string, number] => [
      name.replace('/assets/', ''),
      gzipSync(readFileSync(join(ROOT, 'packages/app/dist', name)), { level: 9 }).length,
    ]);
    return {
      files: sizes.length,
      kilobytes: sizes.reduce((sum, [, size]) => sum + size, 0) / 1000,
      list: sizes.toSorted((one, other) => other[1] - one[1]).map(([name, size]) => `${name} ${size}`),
    };
  };
}
