import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What holds for a part of a page too. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type WithAxe = typeof globalThis & { axe?: typeof axe };

/**
 * axe finds nothing on the page, and nothing has to be scrolled sideways. `state` says which of several was looked at.
 * axe describes only what it finds: with everything that passes as well, it takes several times as long.
 */
export async function expectAccessible(page: Page, state = '', tags = [...WCAG, 'best-practice']): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => (globalThis as WithAxe).axe !== undefined))) await frame.evaluate(SOURCE);
  const { found, excess } = await page.evaluate(async (values) => {
    // A colour on its way from one to the other is none that anybody reads; what lasts longer, or goes on and on, is no such way.
    // It is put at its end: a browser that draws no frame for a while would never come there by itself.
    const isChanging = ({ effect, playState }: Animation) =>
      playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1_000;
    const changing = () => document.getAnimations().filter(isChanging);
    for (let round = 0; round < 5 && changing().length > 0; round += 1)
      await Promise.allSettled(
        changing().map((one) => {
          one.finish();
          return one.finished;
        }),
      );
    const options = { runOnly: values, resultTypes: ['violations' as const] };
    const { violations } = await (globalThis as WithAxe).axe!.run(document, options);
    return {
      found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      excess: document.documentElement.scrollWidth - window.innerWidth,
    };
  }, tags);
  expect(found, state).toEqual([]);
  expect(excess, state).toBeLessThanOrEqual(0);
}
