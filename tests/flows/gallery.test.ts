// features: all

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES_ORIGIN, servePages } from '../bench/grid/pages.ts';
import gallery from '../gallery/vite.config.ts';
import { expectAccessible, WCAG } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { dateIn, datePicker, fillDate } from '../support/date-picker.ts';
import { ROOT } from '../support/server.ts';

const outDir = mkdtempSync(join(tmpdir(), 'kreide-gallery-'));
let browser: Browser;
beforeAll(async () => {
  await build({
    ...gallery,
    configFile: false,
    logLevel: 'error',
    build: { ...gallery.build, outDir, emptyOutDir: true },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(outDir, { recursive: true });
});

/** Every file of the folder that draws something by itself, which the filter of the chalk does not; the editor is a folder. */
const PIECES = readdirSync(join(ROOT, 'packages/app/src/ui'))
  .filter((name) => (/^[A-Z]\w+\.tsx$/.test(name) && name !== 'Chalk.tsx') || name === 'rich-text')
  .map((name) => name.replace('.tsx', ''))
  .toSorted();

it.each(['light', 'dark'] as const)('the gallery shows every piece, free of violations, in %s', async (colorScheme) => {
  await using context = await browser.newContext({
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  await servePages(context, outDir);
  const page = await context.newPage();
  await page.goto(`${PAGES_ORIGIN}/pieces.html?theme=${colorScheme}`);
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
  const shown = await page.locator('[data-piece]').evaluateAll((all) => all.map((one) => one.dataset.piece));
  expect(shown.toSorted()).toEqual(PIECES);
  for (const kind of ['error', 'warning', 'success', 'info']) await page.getByRole('button', { name: kind }).click();
  await expectAccessible(page, 'everything');
});

it('the date picker is required, keeps its bounds, and takes tomorrow for what is no date [C-5.06] [C-5.07] [C-5.08]', async () => {
  await using context = await browser.newContext({ reducedMotion: 'reduce', locale: 'de' });
  await servePages(context, outDir);
  const page = await context.newPage();
  await page.goto(`${PAGES_ORIGIN}/pieces.html`);
  const day = datePicker(page, 'Day');
  expect(await day.getByRole('spinbutton').first().getAttribute('aria-required')).toBe('true');
  await fillDate(day, '2026-12-24');
  expect(await dateIn(day)).toBe('2026-12-24');
  await fillDate(day, '2026-12-25');
  await expect.poll(() => dateIn(day)).toBe('2026-12-24');
  await fillDate(day, '2026-11-01');
  await expect.poll(() => dateIn(day)).toBe('2026-11-02');
  await day.locator('[data-type="day"]').press('Backspace');
  await day.locator('[data-type="day"]').blur();
  await expect.poll(() => dateIn(day)).toBe('2026-11-19');
  await day.getByRole('button').click();
  await expectAccessible(page, 'month', WCAG);
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /23\. November/ })
    .click();
  await expect.poll(() => dateIn(day)).toBe('2026-11-23');
});

it('what opens above the page of the gallery is free of violations', async () => {
  await using context = await browser.newContext({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await servePages(context, outDir);
  const page = await context.newPage();
  await page.goto(`${PAGES_ORIGIN}/pieces.html`);
  for (const name of ['dialog', 'side panel', 'panel', 'menu']) {
    const opened = page.getByRole(name === 'menu' ? 'menu' : 'dialog');
    await page.getByRole('button', { name: `Open ${name}` }).click();
    await opened.waitFor();
    await expectAccessible(page, name, WCAG);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  }
});

it('a hint that is closed offers to come back for 3 s, then fades for 1 s [T-9.19] [T-4.34] [T-4.35] [P-4.35]', async () => {
  await using context = await browser.newContext();
  await servePages(context, outDir);
  const page = await context.newPage();
  await page.clock.install({ time: '2026-11-18T09:10:00Z' });
  await page.goto(`${PAGES_ORIGIN}/pieces.html`);
  await page.clock.pauseAt('2026-11-18T09:20:00Z');
  const piece = page.locator('[data-piece="HintCard"]');
  const back = piece.getByRole('status');
  const opacity = () => back.evaluate((element) => element.style.opacity || getComputedStyle(element).opacity);
  const close = piece.getByRole('button', { name: 'Close' });
  const undo = back.getByRole('button', { name: 'Bring it back' });
  for (const [passed, isFading] of [
    [2990, false],
    [3010, true],
    [3980, true],
  ] as const) {
    await close.click();
    await undo.waitFor();
    await page.clock.runFor(passed);
    await (isFading ? expect.poll(opacity).not.toBe('1') : expect(await opacity()).toBe('1'));
    await undo.click();
    await close.waitFor();
    await page.clock.runFor(5000);
    expect(await close.isVisible()).toBe(true);
    expect(await close.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  await close.click();
  await page.clock.runFor(3000);
  await page.clock.runFor(1000);
  await piece.getByText('The hint has closed').waitFor();
});
