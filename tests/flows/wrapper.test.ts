// features: auth, start

import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { visit } from '../support/go-inside.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

it.each(['browser', 'android', 'ios'] as const)(
  'what people talk through, timetable, class book and the pages of the administration run in a %s [T-1.09] [C-1.01]',
  async (platform) => {
    for (const [username, pages] of [
      [
        'teacher',
        [
          '/feed',
          '/channels',
          '/cloud',
          '/calendar',
          '/timetable',
          `/classbooks/${kreide.school.yearId}/overview/grades/details/${kreide.school.gradeId}/entries`,
        ],
      ],
      ['admin', [`/management/${kreide.school.uuid}/users`, `/management/${kreide.school.uuid}/upload`]],
    ] as const) {
      await using app = await kreide.open({ username });
      const { page } = app;
      await app.context.addInitScript((name) => {
        if (name === 'browser') return;
        window.Capacitor = {
          getPlatform: () => name,
          Plugins: { App: { getInfo: async () => ({ version: '4.0.10' }) } },
        };
      }, platform);
      for (const path of pages) {
        await visit(page, path);
        await page.waitForURL(({ pathname }) => pathname.startsWith(path));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForFunction(
          () => !document.querySelector('main [role="status"][data-type], main [aria-busy="true"]'),
        );
        expect(await page.getByRole('heading', { level: 1 }).first().innerText(), path).not.toBe('');
        expect(await page.getByText('Seite nicht gefunden').count(), path).toBe(0);
      }
      expect(app.problems, username).toEqual([]);
    }
  },
);
