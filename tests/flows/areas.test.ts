// features: channels, cloud, calendar, news, timetable

import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { visit } from '../support/go-inside.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

/** What each is led to, and what stands there. */
const AREAS = [
  ['/channels', 'Kanäle'],
  ['/news', 'Neuigkeiten'],
  ['/cloud', 'Dateien'],
  ['/calendar', 'Kalender'],
  ['/notification-centre', 'Benachrichtigungen'],
] as const;

it.each([
  ['pupil', 'ada'],
  ['parent', 'parent'],
  ['teacher', 'teacher'],
  ['administrator', 'admin'],
])('a %s opens channels, news, files, calendar and the notification centre [C-1.02]', async (_, username) => {
  await using app = await kreide.open({ username });
  for (const [path, title] of AREAS) {
    await visit(app.page, path);
    await app.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await app.page.waitForFunction(
      () => !document.querySelector('main [role="status"][data-type], main [aria-busy="true"]'),
    );
    expect(await app.page.getByText('Keine Verbindung').count(), path).toBe(0);
  }
  expect(app.problems).toEqual([]);
});
