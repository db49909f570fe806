import { request } from 'undici';
import { expect, it } from 'vitest';
import { BACK_PATH, GUARDED, HAS_APACHE, startApache } from '../../../../../tests/support/apache.ts';
import { openBrowser, register, sayYes, switchOn } from '../../../../../tests/support/identity-provider.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer } from '../../../../../tests/support/server.ts';
import { freePort } from '../../../../../tests/support/slapd.ts';

it.skipIf(!HAS_APACHE)(
  'Apache with mod_auth_openidc lets a pupil in with what they agreed to, and is told when they sign out here [P-2.29]',
  async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    await using server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: `127.0.0.1 ${origin}` } });
    const { kysely, pool } = server.test.database;
    const school = await buildSchool(kysely, 'amsel');
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
    const ada = await buildUser(kysely, school.id, 'ada', 'STUDENT');
    await pool.query("update users set email = 'ada@school.example' where id = $1", [ada.id]);
    const admin = await signIn(server, 'amsel', 'admin');
    const { issuer } = (await switchOn(server, school, admin, ['username', 'email', 'roles'])).addresses;
    const { client, secret } = await register(server, school, admin, {
      passes: ['username', 'email', 'roles'],
      redirect_uris: [`${origin}${BACK_PATH}`],
      logout_uris: [`${origin}/`],
      backchannel_uri: `${origin}${BACK_PATH}?logout=backchannel`,
    });
    await using _program = await startApache(port, { issuer, client, secret: secret ?? '' });

    const jar = new Map<string, string>();
    /** As a browser goes to a page: `fetch` says that it does not, and is not led to a sign-in. */
    const open = async (address: string | URL, cookies: Map<string, string> = jar) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const {
        statusCode: status,
        headers,
        body,
      } = await request(address, { headers: { cookie, accept: 'text/html' } });
      for (const line of [headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return { status, location: String(headers.location ?? ''), text: (await body.text()).trim() };
    };
    const sent = await open(`${origin}${GUARDED}`);
    const browser = openBrowser(server);
    const { at } = await browser.go(sent.location);
    const token = await signIn(server, 'amsel', 'ada');
    const back = await open(await sayYes(browser, at, token));
    expect(back.status, back.text).toBe(302);
    const page = await open(back.location);
    expect([page.status, page.text]).toEqual([200, 'ada, ada@school.example, student']);

    // Who has not signed in sees nothing.
    expect((await open(`${origin}${GUARDED}`, new Map())).status).toBe(302);
    await server.request('POST', '/v1/logout', { token });
    await expect.poll(async () => (await open(`${origin}${GUARDED}`)).status, { timeout: 20_000 }).toBe(302);
  },
);
