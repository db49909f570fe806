import { beforeEach, describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  await buildUser(test.database.kysely, school.id, 'ada', 'STUDENT');
});
beforeEach(() => kreide.server.test.database.kysely.deleteFrom('sessions').execute());

/** Ada in the app, whose session then ends on the server alone. */
async function openEnded() {
  const storage = { last_school: JSON.stringify({ slink: 'amsel', name: 'Amsel' }) };
  const app = await kreide.open({ username: 'ada', language: 'en', storage });
  await app.page.goto('/feed');
  await app.page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
  await kreide.server.test.database.kysely.deleteFrom('sessions').execute();
  kreide.server.clock.advance(60 * 60 * 1000);
  const kept = () => app.page.evaluate(() => localStorage.getItem('auth_token') !== null);
  return { ...app, kept };
}

describe('a session that ended on the server', () => {
  it('and cannot be renewed signs out on the device, says so, and leaves nothing of it [P-4.08] [P-4.07]', async () => {
    const { page, context, kept, problems } = await openEnded();
    expect(await kept()).toBe(true);
    await page.reload();
    await page.waitForURL('**/amsel/login');
    await page.getByText('The session has ended').waitFor();
    expect(await kept()).toBe(false);
    await page.goto('/feed');
    await page.waitForURL((url) => url.pathname !== '/feed');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('stays on the device while the renewal is refused only for a while [P-4.08]', async () => {
    const { page, context, kept } = await openEnded();
    let renewals = 0;
    await page.route('**/v1/auth/refresh', (route) => {
      renewals += 1;
      return route.fulfill({ status: 503, json: { error: { code: 'not_ready', message: 'soon' }, meta: {} } });
    });
    await page.reload();
    // The one after the first: what the first refusal leads to has happened.
    await expect.poll(() => renewals).toBeGreaterThan(1);
    expect(await kept()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/feed');
    await context.close();
  });
});
