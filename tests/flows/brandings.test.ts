// features: branding, timetable, start

import { expect, it } from 'vitest';
import { VARIANTS } from '../../packages/core/src/features/branding/index.ts';
import { withApp } from '../support/app-browser.ts';
import { visit } from '../support/go-inside.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

it('the timetable, the import and the school years work in every branding [T-1.10]', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  const names = new Set<string>();
  await page.goto('/more');
  for (const variant of VARIANTS) {
    await page.evaluate((key) => localStorage.setItem('branding', key), variant);
    await page.goto(`/timetable/grades/${kreide.school.gradeId}?viewType=week`);
    await page
      .getByRole('button', { name: /Mathematik/ })
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.branding)).toBe(variant);
    names.add((await page.title()).split(' · ').at(-1) ?? '');
    await visit(page, `/management/${kreide.school.uuid}/web-interface/upload`);
    await page.getByText('Dateien hierher ziehen').waitFor();
    await visit(page, `/management/${kreide.school.uuid}/years`);
    await page.getByText('2026 / 2027').first().waitFor();
  }
  expect(names.size).toBe(VARIANTS.length);
  expect(app.problems).toEqual([]);
});
