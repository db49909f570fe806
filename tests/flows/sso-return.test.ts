// features: auth

import { describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  await buildUser(test.database.kysely, school.id, 'ada', 'TEACHER');
});

/** Opens the page that another service returns to; answers what is told, and where it has led. */
async function open(address: string, username?: string) {
  await using app = await kreide.open({ ...(username && { username }), language: 'en' });
  const { page, problems } = app;
  await page.goto(address);
  const told = page.getByText(/^The sign-in did not arrive whole|^This school signs nobody in/);
  await told.waitFor();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/sso-verify'));
  await page.locator('h1').first().waitFor();
  expect(problems).toEqual([]);
  const { pathname, search } = new URL(page.url());
  return { text: await told.innerText(), at: pathname + search };
}
const CUT_OFF = 'The sign-in did not arrive whole. Check your internet connection and try again.';

describe('the way back from another service that signs people in', () => {
  it('asks to look at the connection where school or code are missing, and goes on with the sign-in [P-8.11]', async () => {
    for (const [address, at] of [
      ['/sso-verify', '/select-school'],
      ['/sso-verify?code=abc', '/select-school'],
      ['/sso-verify/Not%20a%20school?code=abc', '/select-school'],
      ['/sso-verify/amsel', '/amsel/login'],
      ['/sso-verify/amsel?code=', '/amsel/login'],
    ] as const)
      expect(await open(address), address).toEqual({ text: CUT_OFF, at });
    expect(await open('/sso-verify/amsel', 'ada')).toEqual({ text: CUT_OFF, at: '/feed' });
  });

  it('says that the school has no such sign-in, and keeps the code nowhere', async () => {
    const { text, at } = await open('/sso-verify/amsel?code=abc');
    expect(text).toBe('This school signs nobody in through another service. Sign in with your username and password.');
    expect(at).toBe('/amsel/login');
  });
});
