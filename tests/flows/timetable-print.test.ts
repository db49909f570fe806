// features: timetable

import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { planDrawn } from '../support/plan-drawn.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

/** The text of each printed page, and the size of the first in points. */
async function printed(page: Page): Promise<{ pages: string[]; width: number; height: number }> {
  const bytes = new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const document = await getDocumentProxy(bytes);
  const first = await document.getPage(1);
  const [, , width, height] = first.view;
  const { text } = await extractText(document, { mergePages: false });
  return { pages: text.map((one) => one.replace(/\s+/g, ' ')), width: width ?? 0, height: height ?? 0 };
}

async function openPlan(query: string) {
  const app = await kreide.open({ username: 'ada' });
  const code = app.page.waitForResponse(/PrintSheet.*js/);
  await app.page.goto(`/timetable/users/${kreide.school.users.ada}?${query}`);
  await planDrawn(app.page);
  await app.page.keyboard.press('Control');
  // Printing waits for nothing: the sheet has to be there.
  await app.page.evaluate(`import("${(await code).url()}")`);
  await expect.poll(() => new URL(app.page.url()).searchParams.get('startDate')).not.toBeNull();
  return app;
}

it('a week is printed on one landscape page, with whose it is, which week, when it was printed, and a legend', async () => {
  await using app = await openPlan('viewType=week');
  const { pages, width, height } = await printed(app.page);
  expect(pages).toHaveLength(1);
  expect(width).toBeGreaterThan(height);
  const [text = ''] = pages;
  for (const part of ['Ada Kern', 'KW 47', '16. November – 20. November 2026', 'Stand: Mi., 18.11., 10:10 Uhr'])
    expect(text).toContain(part);
  for (const part of [
    'Mathematik',
    '204',
    'Wn Herr Tamm',
    '112 301',
    'Entfällt',
    'Verlegt auf Fr',
    'WP F',
    'WP L',
    'WP S',
    'WP R',
    'WP T',
    'AG F',
    'AG R',
    'Gestrichelt',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Heute');
});

it('a day is printed as a list on one portrait page', async () => {
  await using app = await openPlan('viewType=day');
  const { pages, width, height } = await printed(app.page);
  expect(pages).toHaveLength(1);
  expect(height).toBeGreaterThan(width);
  expect(pages[0]).toContain('Mittwoch, 18. November');
  expect(pages[0]).toMatch(/08:50–09:35 Geschichte/);
  expect(pages[0]).not.toContain('Donnerstag');
});
