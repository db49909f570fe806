// features: settings, start

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { withBrandValue } from '../support/brand-value.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { TEST_NOW } from '../support/server.ts';

const kreide = withApp(buildPlanSchool);

const upload = () => `/management/${kreide.school.uuid}/web-interface/upload`;
const SETTINGS = '/settings/self/notifications';
const info = (page: Page) => page.getByRole('region', { name: 'Was ein Upload tut' });
const hint = (page: Page) => page.getByRole('region', { name: 'Gut zu wissen' });
const close = { name: 'Schließen' };

async function propertiesOf(username: string): Promise<unknown> {
  const users = kreide.server.test.database.kysely.selectFrom('users').select('properties');
  const row = await users.where('school_id', '=', kreide.school.id).where('username', '=', username).executeTakeFirst();
  return row?.properties;
}

describe('the info card of a section', () => {
  it('is closed once and for all: the user keeps it [T-2.149] [T-4.36] [P-3.09] [P-4.37]', async () => {
    await using app = await kreide.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto(upload());
    await info(page).waitFor();
    await expectAccessible(page);
    await info(page).getByRole('button', close).click();
    await info(page).waitFor({ state: 'detached' });
    await expect.poll(() => propertiesOf('admin')).toEqual({ 'users.hints.timetable-import.hidden': '1' });
    await page.reload();
    await page.getByText('Dateien hierher ziehen').waitFor();
    expect(await info(page).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('comes back when the server refuses to keep that', async () => {
    await kreide.server.test.database.kysely
      .updateTable('users')
      .set({ properties: '{}' as never })
      .execute();
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto(upload());
    const gone = Promise.withResolvers<void>();
    await page.route('**/v1/users/self/properties', async (route) => {
      await gone.promise;
      const error = { code: 'forbidden', message: '', request_id: '' };
      await route.fulfill({ status: 403, json: { error, meta: {} } });
    });
    await info(page).getByRole('button', close).click();
    await info(page).waitFor({ state: 'detached' });
    gone.resolve();
    await info(page).waitFor();
  });
});

describe('the hint of the notification settings', () => {
  it('turns over when it is closed, comes back, and is kept as closed once it has faded [T-4.33] [T-4.34] [T-4.35] [P-4.34] [P-4.36]', async () => {
    await using app = await kreide.open({ drivesClock: true, username: 'ada' });
    const { page } = app;
    await page.clock.install({ time: TEST_NOW });
    await page.goto(SETTINGS);
    await hint(page).getByRole('button', close).click();
    await hint(page).waitFor({ state: 'detached' });
    const undo = page.getByRole('button', { name: 'Rückgängig' });
    await undo.click();
    await hint(page).waitFor();
    await page.clock.fastForward(4_500);
    expect(await hint(page).count()).toBe(1);
    expect(await propertiesOf('ada')).toEqual({});

    await hint(page).getByRole('button', close).click();
    await undo.waitFor();
    await page.clock.fastForward(4_500);
    await undo.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await expect.poll(() => propertiesOf('ada')).toEqual({ 'users.hints.notifications.hidden': '1' });
    await page.reload();
    await page.getByRole('heading', { name: 'Dieses Gerät' }).waitFor();
    expect(await hint(page).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});

describe('a branding', () => {
  it('can do without hints [P-1.12]', async () => {
    await using app = await kreide.open({ username: 'teacher' });
    const { page } = app;
    await page.goto(SETTINGS);
    await hint(page).waitFor();
    const changed = await withBrandValue(page, 'hint_cards:!0', 'hint_cards:!1');
    await page.reload();
    await page.getByRole('heading', { name: 'Dieses Gerät' }).waitFor();
    expect(await hint(page).count()).toBe(0);
    expect(changed()).toBeGreaterThan(0);
  });

  it('leads from the lost connection to its status page, where it has one [P-8.12]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const status = page.getByRole('link', { name: 'Gibt es eine Störung?' });
    const changed = await withBrandValue(page, 'status_url:null', 'status_url:"https://status.example.org/"');
    await page.route('**/v1/users/self', (route) => route.abort());
    await page.goto('/feed');
    await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
    await status.waitFor();
    expect(await status.getAttribute('href')).toBe('https://status.example.org/');
    await page.unroute('**/v1/users/self');
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await page.getByRole('navigation').first().waitFor();
    expect(changed()).toBe(1);
  });
});
