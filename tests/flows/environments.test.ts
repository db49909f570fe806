// features: start

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const TRIAL = { name: 'Trial', url: 'https://trial.example.org' };
const SAMPLE = { sampleSchoolData: '{}' };

const kreide = withApp(
  async ({ test: { database } }) => {
    const { id } = await buildSchool(database.kysely, 'amsel');
    await buildUser(database.kysely, id, 'ada', 'PARENT');
  },
  { env: { KREIDE_ENVIRONMENTS: JSON.stringify([TRIAL]) } },
);

/** Ada's account panel on a device with sample data; in a wrapper of this version, or in a browser. */
async function openPanel(version: string | null, storage: Record<string, string> = SAMPLE) {
  const app = await kreide.open({ username: 'ada', language: 'en', storage });
  await app.context.route(`${TRIAL.url}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Trial</title>' }),
  );
  await app.context.addInitScript((given) => {
    if (given === null) return;
    window.Capacitor = {
      getPlatform: () => 'android',
      Plugins: { App: { getInfo: async () => ({ version: given }) } },
    };
  }, version);
  await app.page.goto('/more');
  await app.page.getByRole('button', { name: 'Account and menu' }).first().click();
  await panel(app.page).getByRole('button', { name: 'Sign out' }).waitFor();
  return app;
}
const panel = (page: Page) => page.getByRole('dialog');
const way = (page: Page) => panel(page).getByRole('button', { name: 'Environment “Trial”' });

describe('the environments of the installation in the account panel', () => {
  it('lead to the other installation, in browsers and in wrappers from 4.0.9 on [C-2.79]', async () => {
    for (const version of [null, '4.0.9', '4.0.10']) {
      await using app = await openPanel(version);
      await way(app.page).waitFor();
      if (version === null) await expectAccessible(app.page);
      await way(app.page).click();
      await app.page.waitForURL(`${TRIAL.url}/`);
    }
  });

  it('are not supported in a wrapper that is too old, which is told [P-8.19]', async () => {
    for (const version of ['4.0.0', '4.0.8']) {
      await using app = await openPanel(version);
      await way(app.page).click();
      await app.page.getByText('This version of the app does not support the environment.').waitFor();
      expect(new URL(app.page.url()).pathname).toBe('/more');
    }
  });

  it('need the wrapper of today, which the one before 4.0.0 is not, in words of its own [P-8.20]', async () => {
    for (const version of ['3.9.9', 'unknown']) {
      await using app = await openPanel(version);
      await way(app.page).click();
      await app.page.getByText('This only works in the new app (version 4.0.0 and later).').waitFor();
      expect(new URL(app.page.url()).pathname).toBe('/more');
    }
  });

  it('are offered to nobody else [C-2.80] [P-6.23]', async () => {
    await using app = await openPanel(null, {});
    expect(await way(app.page).count()).toBe(0);
  });
});
