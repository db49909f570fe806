// features: timetable

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

it('a teacher marks plans of the quick search: they come first there and in the palette, on other devices too', async () => {
  {
    await using app = await kreide.open({ username: 'teacher' });
    const { page } = app;
    await page.goto('/more');
    await page.getByRole('link', { name: 'Pläne suchen' }).click();
    await page.getByText('Noch keine Favoriten').waitFor();
    const field = page.getByRole('searchbox', { name: 'Anderen Plan suchen' });
    await field.fill('b');
    const found = page.getByRole('list', { name: 'Gefundene Pläne' });
    const texts = () => found.getByRole('link').allTextContents();
    await page.getByRole('status').getByText('Pläne gefunden').waitFor();
    expect((await texts())[0]).toMatch(/^Bg/);
    const star = found.getByRole('button', { name: 'Favorit: 10b' });
    expect(await star.getAttribute('aria-pressed')).toBe('false');
    const box = await star.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    const order = await texts();
    // By key: the star comes after the plan that it stands beside, and stays where it is when it is pressed.
    await found.getByRole('link', { name: /^10b/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
    expect(await star.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await texts()).toEqual(order);
    await expectAccessible(page);
    // The next search has it first.
    await field.fill('10');
    await page.getByRole('status').getByText('gefunden').waitFor();
    await field.fill('b');
    await expect.poll(async () => (await texts())[0]).toMatch(/^10b/);
    await field.fill('l2');
    await page.getByRole('status').getByText('1 Plan gefunden.').waitFor();
    await found.getByRole('button', { name: 'Favorit: L2' }).click();
    await field.fill('');
    const favourites = page.getByRole('list', { name: 'Favoriten' });
    await expect.poll(() => favourites.getByRole('link').count()).toBe(2);
    expect(app.problems).toEqual([]);
  }
  await using app = await kreide.open({ username: 'teacher', viewport: { width: 390, height: 844 } });
  const { page } = app;
  await page.goto('/timetable/search');
  const favourites = page.getByRole('list', { name: 'Favoriten' });
  await favourites.getByRole('link').nth(1).waitFor();
  expect((await favourites.getByRole('link').allTextContents()).map((text) => text.slice(0, 2))).toEqual(['10', 'L2']);
  await expectAccessible(page);
  // The row of what is no favourite any more stays until one goes: nothing moves under the finger.
  const room = favourites.getByRole('button', { name: 'Favorit: L2' });
  await room.click();
  await expect.poll(() => room.getAttribute('aria-pressed')).toBe('false');
  await favourites.getByRole('link', { name: /^10b/ }).click();
  await page.waitForURL(/\/timetable\/grades\/\d+/);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('menu');
  const group = palette.getByRole('group', { name: 'Favoriten' });
  await group.getByRole('menuitem').first().waitFor();
  expect(await group.getByRole('menuitem').allTextContents()).toEqual([expect.stringMatching(/^10b/)]);
  await page.keyboard.type('b');
  await palette.getByRole('menuitem', { name: /^10b.*Favorit/ }).waitFor();
  const plans = await palette.getByRole('group', { name: 'Stundenpläne' }).getByRole('menuitem').allTextContents();
  expect(plans[0]).toMatch(/^10b/);
  // The list has changed while it was typed: nothing that has gone is said to be chosen, an arrow chooses the first.
  const box = page.getByRole('searchbox', { name: 'Seite, Klasse' });
  const chosen = () =>
    box.evaluate((one) => document.getElementById(one.getAttribute('aria-activedescendant') ?? '')?.textContent);
  await expectAccessible(page);
  expect(await box.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('ArrowDown');
  await expect.poll(chosen).toBe((await palette.getByRole('menuitem').allTextContents())[0]);
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});

it('a planner finds the plan of a pupil, marks it and opens it by Enter; a teacher finds no pupils', async () => {
  {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    // Without a plan of their own they are led to the search at once.
    await page.goto('/timetable');
    const field = page.getByRole('searchbox', { name: 'Anderen Plan suchen' });
    await field.fill('kérn');
    const found = page.getByRole('list', { name: 'Gefundene Pläne' });
    await found.getByRole('link', { name: /Ben Kern.*Person · 7a/ }).waitFor();
    await found.getByRole('button', { name: 'Favorit: Ada Kern' }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await field.fill('ada kern');
    await page.getByRole('status').getByText('1 Plan gefunden.').waitFor();
    await field.press('Enter');
    await page.waitForURL(new RegExp(`/timetable/users/${kreide.school.users.ada}`));
    await page.getByRole('heading', { name: 'Ada Kern' }).waitFor();
    expect(app.problems).toEqual([]);
  }
  await using app = await kreide.open({ username: 'teacher' });
  await app.page.goto('/timetable/search');
  await app.page.getByRole('searchbox', { name: 'Anderen Plan suchen' }).fill('kern');
  await app.page.getByRole('status').getByText('Kein Plan passt zu „kern“.').waitFor();
  expect(await app.page.getByRole('list', { name: 'Gefundene Pläne' }).count()).toBe(0);
});
