// features: auth

import { afterEach, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const FRIEND = 'https://moodle.school.example';
const IDENTITY = 'https://id.school.example';
const EVIL = 'evil.example';

const kreide = withApp(
  async ({ test }) => {
    const school = await buildSchool(test.database.kysely, 'amsel');
    await buildUser(test.database.kysely, school.id, 'ada', 'TEACHER');
  },
  {
    env: {
      KREIDE_REDIRECT_ORIGINS: FRIEND,
      KREIDE_WEBUNTIS_SIGN_IN_URL: `${IDENTITY}/webuntis?school=amsel`,
      KREIDE_AUTH_RETURN_URL: `${IDENTITY}/return?client=kreide`,
    },
  },
);

/** Every host that a page has asked for. */
const asked = new Set<string>();
afterEach(() => asked.clear());

/** Opens the forwarding page; answers where it has led, once that is a page. */
const forward = (target: string | null, username?: string): Promise<string> =>
  leave(target === null ? '/redirect' : `/redirect?target=${target}`, username);

async function leave(path: string, username?: string): Promise<string> {
  await using app = await kreide.open({ ...(username && { username }), language: 'en' });
  await app.context.route(
    ({ hostname }) => hostname.endsWith('.example'),
    async (route) => {
      asked.add(new URL(route.request().url()).origin);
      await route.fulfill({ body: '<title>Elsewhere</title><h1>Elsewhere</h1>', contentType: 'text/html' });
    },
  );
  await app.page.goto(path).catch((error: Error) => {
    // The page goes on to another before it has come itself.
    if (!/interrupted|ERR_ABORTED/.test(error.message)) throw error;
  });
  await app.page.waitForURL(({ origin, pathname }) => origin !== kreide.server.url || pathname !== path.split('?')[0]);
  await app.page.locator('h1').first().waitFor();
  const { origin, pathname, search, hash } = new URL(app.page.url());
  return origin === kreide.server.url ? pathname + search + hash : app.page.url();
}

it('the forwarding page leads to pages of the app and to origins that the operator has named [P-2.23]', async () => {
  expect(await forward('/settings', 'ada')).toBe('/settings');
  expect(await forward(encodeURIComponent('/select-school?keyword=ams#x'))).toBe('/select-school?keyword=ams#x');
  expect(await forward(encodeURIComponent(`${kreide.server.url}/data-protection`))).toBe('/data-protection');
  expect(await forward(encodeURIComponent(`${FRIEND}/course/5?a=b`))).toBe(`${FRIEND}/course/5?a=b`);
  expect([...asked]).toEqual([FRIEND]);
});

it('without a target, or with one that is not allowed, it leads to the default page [P-2.23]', async () => {
  // Nobody is signed in: the default page asks for that.
  expect(await forward(null)).toBe('/');
  expect(await forward(null, 'ada')).toBe('/feed');
});

it.each([
  `//${EVIL}`,
  `/%5C${EVIL}`,
  `%2F%2F${EVIL}`,
  `%5C%5C${EVIL}`,
  `/.//${EVIL}`,
  `/%2e//${EVIL}`,
  `/%09/${EVIL}`,
  `https://${EVIL}`,
  `https:${EVIL}`,
  `${FRIEND}@${EVIL}`,
  `${FRIEND}.${EVIL}`,
  `https://x${FRIEND.slice(8)}`,

  'javascript:document.title=1',
  'java%0Ascript:alert(1)',
  'data:text/html,x',
  `${FRIEND.replace('https', 'http')}/`,
  `%252F%252F${EVIL}`,
  `/redirect?target=https://${EVIL}`,
])('an attack leads nowhere else: %s [P-2.23]', async (target) => {
  expect(await forward(target, 'ada')).toBe('/feed');
  expect([...asked]).toEqual([]);
});

it('two old addresses of sign-ins lead to the services that the operator has named, one of them with its query [P-2.30] [P-2.31]', async () => {
  expect(await leave('/webuntis?school=other&x=1')).toBe(`${IDENTITY}/webuntis?school=amsel`);
  expect(await leave('/api/auth/return?code=a%26b&state=1&client=other', 'ada')).toBe(
    `${IDENTITY}/return?client=kreide&code=a%26b&state=1`,
  );
  expect([...asked]).toEqual([IDENTITY]);
});
