// features: timetable

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  const token = await signIn(server, 'amsel', 'admin');
  const path = '/v1/timetables/basedata/bookables';
  const { data: rooms } = (await server.request('GET', path, { token })).body;
  for (const [shortcut, said] of [
    ['L2', { description: 'Mit Abzug', is_confirmable: true }],
    ['204', { description: 'Beamer und Tafel' }],
  ] as const) {
    const room = rooms.find((one: { shortcut: string }) => one.shortcut === shortcut);
    const { id, source: _, is_imported: __, can: ___, ...draft } = room;
    await server.request('PUT', `${path}/${id}`, { token, body: { ...draft, ...said } });
  }
  return school;
});

it('a teacher finds a free room of now from the menu, of another period and day, and opens its plan [T-3.03]', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto('/more');
  await page.getByRole('link', { name: 'Freie Räume' }).click();
  const rooms = page.getByRole('list', { name: 'Freie Räume' }).getByRole('link');
  const names = () => rooms.evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const period = page.getByRole('button', { name: /Stunde/ });
  // It is ten past ten: the third period goes on, in room 204.
  await rooms.first().waitFor();
  expect(await period.textContent()).toMatch(/^3\. Stunde/);
  expect((await names()).some((name) => name.startsWith('204'))).toBe(false);
  expect((await names()).find((name) => name.startsWith('L2'))).toMatch(
    /Mit Abzug · frei bis 11:50 · vorher im Sekretariat fragen/,
  );
  await expectAccessible(page);
  await period.click();
  await page.getByRole('option', { name: /^5\. Stunde/ }).click();
  await expect.poll(async () => (await names()).some((name) => name.startsWith('204'))).toBe(true);
  expect((await names()).some((name) => name.startsWith('L2'))).toBe(false);
  // The choice stands in the address, and so does the day.
  expect(new URL(page.url()).searchParams.get('hour')).toBe('5');
  await page.goto('/timetable/free-rooms?date=2026-11-20&hour=5');
  await rooms.first().waitFor();
  expect(
    (await names()).some((name) => name.startsWith('105')),
    'a lesson has moved there',
  ).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await rooms.filter({ hasText: '204' }).click();
  // The plan writes the whole of its query into the address, in its own order.
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      /^\/timetable\/bookables\/\d+$/.test(pathname) && searchParams.get('startDate') === '2026-11-20',
  );
  await page.getByRole('heading', { name: '204' }).waitFor();
  await page.getByText('Beamer und Tafel').waitFor();
  expect(app.problems).toEqual([]);
});

it('pupils have no such page in their menu, and are told so where they come to its address', async () => {
  await using app = await kreide.open({ username: 'ada' });
  await app.page.goto('/more');
  await app.page.getByRole('heading', { level: 1 }).waitFor();
  await app.page.locator('main a').first().waitFor();
  expect(await app.page.getByRole('link', { name: 'Freie Räume' }).count()).toBe(0);
  await app.page.goto('/timetable/free-rooms');
  await app.page.getByText('Die freien Räume konnten nicht geladen werden').waitFor();
});
