import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../../../../../tests/support/people.ts';
import {
  attribute,
  nameId,
  signElement,
  writeAssertion,
  writeIdpMetadata,
  writeResponse,
} from '../../../../../../tests/support/saml-answers.ts';
import { type SamlPeer, startSamlPeer } from '../../../../../../tests/support/saml-peer.ts';
import { APP, addressOf, IDP, withSamlSchool } from '../../../../../../tests/support/saml-school.ts';
import { startTestServer } from '../../../../../../tests/support/server.ts';

const house = withSamlSchool();
const { test, tryOut, partsOf, signed, ask, save, getDriver } = house;

type Begun = Parameters<Parameters<typeof tryOut>[0]>[0];
const last = (steps: readonly { step: string; is_fine: boolean; message: string }[]) => steps.at(-1);

describe('the test of a driver of SAML', () => {
  it('tells what the service says of itself, and of its answer to somebody who signs in [T-7.122]', async () => {
    const { steps, trial } = await test();
    expect(steps.map(({ step, is_fine }) => [step, is_fine])).toEqual([
      ['metadata', true],
      ['certificates', true],
      ['address', true],
    ]);
    expect(steps.map(({ message }) => message).join()).toMatch(/metadata.*idp\.school\.example.*2060.*\/sso/);
    expect((await ask('GET', `auth-driver/trials/${trial?.uuid}`)).body.data).toBeNull();
    const found = await tryOut((begun) => signed(partsOf(begun)));
    expect(`${found.to}`).toBe(`${APP}/sso-verify/amsel?trial=done`);
    expect(found.steps.map(({ step, is_fine }) => [step, is_fine])).toEqual(
      ['answer', 'signature', 'recipient', 'audience', 'clock', 'attributes', 'match'].map((step) => [step, true]),
    );
    expect(last(found.steps)?.message).toContain('uid = ada');
    expect(found.values).toEqual([
      { what: 'key', claim: 'NameID', theirs: 'person-1', is_verified: null, ours: null },
      { what: 'username', claim: 'uid', theirs: 'ada', is_verified: null, ours: 'ada' },
    ]);
    // It connects nobody and signs nobody in.
    expect((await getDriver()).driver.people).toBe(0);
  });

  it('names the problem of a description and the remedy, and goes no further [T-7.122]', async () => {
    const { good, over } = house.keys;
    const whole = writeIdpMetadata(IDP, [good]);
    for (const [metadata, step, words] of [
      ['nothing', 'metadata', /kein XML/],
      ['<a/>', 'metadata', /keine Metadaten von SAML/],
      [whole.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'metadata', /meldet kein Dienst/],
      [`<all xmlns="x">${whole.slice(whole.indexOf('<md')).repeat(2)}</all>`, 'metadata', /mehrere Dienste/],
      [whole.replaceAll('SingleSignOnService', 'Other'), 'metadata', /fehlt die Seite/],
      [
        whole.replace('HTTP-Redirect" Location="https://idp.school.example/sso', 'HTTP-POST" Location="x'),
        'metadata',
        /HTTP-Redirect/,
      ],
      [writeIdpMetadata(IDP, [], { address: 'javascript:alert(1)' }), 'metadata', /fehlt die Seite/],
      [writeIdpMetadata(IDP, []), 'metadata', /kein Zertifikat/],
      [writeIdpMetadata(IDP, [{ certificate: 'x' }]), 'metadata', /unlesbar/],
      [writeIdpMetadata(IDP, [good], { attributes: 'validUntil="2026-01-02T00:00:00Z"' }), 'metadata', /2\.1\.2026/],
      [writeIdpMetadata(IDP, [over]), 'certificates', /old\.school\.example galt bis 1\.1\.2026/],
    ] as const) {
      const { steps, trial } = await test({ metadata });
      expect(last(steps), metadata.slice(0, 200)).toMatchObject({ step, is_fine: false });
      expect(last(steps)?.message, metadata.slice(0, 200)).toMatch(words);
      expect(trial).toBeNull();
    }
    house.server.clock.set(new Date('2059-12-20T00:00:00Z'));
    const token = await signIn(house.server, 'amsel', 'admin');
    const { is_on: _, passwords: __, ...settings } = house.draft();
    const path = `/v1/schools/${house.school.id}/auth-driver/test`;
    const { steps } = (await house.server.request('POST', path, { token, body: settings })).body.data;
    expect(steps[1]).toMatchObject({ step: 'certificates', is_fine: true });
    expect(steps[1].message).toMatch(/nur noch gültig bis 1\.1\.2060/);
  });

  it('names the problem of an address, and asks none that the server may not ask [D-4.12]', async () => {
    for (const [metadata_url, words] of [
      ['https://service.invalid/metadata', /Schreibweise/],
      ['https://127.0.0.1/metadata', /nicht anfragen darf/],
      ['http://idp.school.example/metadata', /https:\/\//],
    ] as const) {
      const { steps } = await test({ metadata: null, metadata_url });
      expect(last(steps), metadata_url).toMatchObject({ step: 'metadata', is_fine: false });
      expect(last(steps)?.message, metadata_url).toMatch(words);
      const saved = await save({ metadata: null, metadata_url });
      expect([saved.status, saved.body.error.issues[0].path]).toEqual([422, 'body.metadata_url']);
      expect(saved.body.error.issues[0].message).toMatch(words);
    }
  });

  it('says of an answer what is wrong with it, and what to enter there instead [T-7.122]', async () => {
    const at = (minutes: number) => new Date(house.server.clock.now().getTime() + minutes * 60_000);
    const plain = (begun: Begun) => writeResponse(partsOf(begun), writeAssertion(partsOf(begun)));
    type Case = readonly [string, RegExp, (begun: Begun) => string];
    const cases: Case[] = [
      [
        'audience',
        new RegExp(`für https://other\\.example\\. .*${addressOf('amsel', 'metadata')}`),
        (begun) => signed(partsOf(begun, { audience: 'https://other.example' })),
      ],
      [
        'recipient',
        new RegExp(`an https://old\\.example/acs .*${addressOf('amsel', 'acs')}`),
        (begun) => signed(partsOf(begun, { destination: 'https://old.example/acs' })),
      ],
      [
        'recipient',
        new RegExp(`an https://old\\.example/acs .*${addressOf('amsel', 'acs')}`),
        (begun) => signed(partsOf(begun, { recipient: 'https://old.example/acs' })),
      ],
      [
        'signature',
        /anderen Zertifikat: other\.example\. Die Metadaten nennen idp\.school\.example/,
        (begun) => signElement(plain(begun), 'Assertion', house.keys.other),
      ],
      [
        'signature',
        /SHA-1/,
        (begun) => signElement(plain(begun), 'Assertion', house.keys.good, { algorithm: 'rsa-sha1' }),
      ],
      ['signature', /Weder Antwort noch Assertion/, plain],
      ['signature', /verändert/, (begun) => signed(partsOf(begun)).replace('>ada<', '>ben<')],
      [
        'clock',
        /etwa 7 Minuten vor/,
        (begun) => signed(partsOf(begun, { issued: at(7), begins: at(7), ends: at(12) })),
      ],
      [
        'clock',
        /etwa 12 Minuten alt/,
        (begun) => signed(partsOf(begun, { issued: at(-12), begins: at(-12), ends: at(-7) })),
      ],
      [
        'attributes',
        /genau ein Wert von: uid\..*NameID, mail, klasse/,
        (begun) => signed(partsOf(begun, { attributes: attribute('mail', 'x') + attribute('klasse', '7a') })),
      ],
      ['attributes', /\(transient\)/, (begun) => signed(partsOf(begun, { name_id: nameId('x', 'transient') }))],
      [
        'match',
        /uid = nobody passt hier zu keinem Konto/,
        (begun) => signed(partsOf(begun, { attributes: attribute('uid', 'nobody') })),
      ],
      ['answer', /abgelehnt: Requester/, (begun) => writeResponse(partsOf(begun, { status: 'Requester' }), '')],
      [
        'answer',
        /von https:\/\/other\.example, nicht von https:\/\/idp\.school\.example\/metadata/,
        (begun) => signed(partsOf(begun, { issuer: 'https://other.example' })),
      ],
      ['answer', /verschlüsselt/, (begun) => writeResponse(partsOf(begun), '<saml:EncryptedAssertion/>')],
    ];
    for (const [step, words, write] of cases) {
      const found = last((await tryOut(write)).steps);
      expect(found, `${words}`).toMatchObject({ step, is_fine: false });
      expect(found?.message).toMatch(words);
    }
    // Two people here have the key that somebody comes with.
    const { kysely } = house.server.test.database;
    const names = ['ada', 'ben'] as const;
    const users = await kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', house.school.id)
      .where('username', 'in', names)
      .execute();
    for (const { id: user_id } of users)
      await kysely
        .insertInto('user_import_identities')
        .values({ school_id: house.school.id, user_id, source: `${user_id}`, external_id: 'ada' })
        .execute();
    const { steps } = await tryOut((begun) => signed(partsOf(begun)), { match_field: 'external_id' });
    expect(last(steps)).toMatchObject({ step: 'match', is_fine: false });
    expect(last(steps)?.message).toMatch(/mehreren Konten/);
  });

  it('shows what came of it to administrators of the school alone, for a quarter of an hour', async () => {
    const { trial } = await test();
    const path = `/v1/schools/${house.school.id}/auth-driver/trials/${trial?.uuid}`;
    const there = await buildUser(house.server.test.database.kysely, house.other.id, 'chief', 'ADMIN');
    expect(there.id).toBeGreaterThan(0);
    const foreign = await signIn(house.server, 'drossel', 'chief');
    const own = `/v1/schools/${house.other.id}/auth-driver/trials/${trial?.uuid}`;
    for (const [token, asked, status] of [
      [await signIn(house.server, 'amsel', 'ada'), path, 403],
      [foreign, path, 404],
      [foreign, own, 404],
      [house.admin, path, 200],
    ] as const)
      expect((await house.server.request('GET', asked, { token })).status, asked).toBe(status);
    house.server.clock.advance(15 * 60_000 + 1);
    expect((await ask('GET', `auth-driver/trials/${trial?.uuid}`)).status).toBe(404);
  });
});

describe('the settings of SAML', () => {
  it('keep the name of the service out of its description, and give back what was entered [T-7.119]', async () => {
    const { driver, saml } = await getDriver();
    expect(driver).toMatchObject({
      method: 'SAML',
      issuer: IDP,
      client: '',
      has_secret: false,
      name_id_format: 'persistent',
      metadata_url: null,
    });
    expect(driver.metadata).toContain('EntityDescriptor');
    expect(saml).toEqual({
      entity_id: addressOf('amsel', 'metadata'),
      metadata_url: addressOf('amsel', 'metadata'),
      acs_url: addressOf('amsel', 'acs'),
      logout_url: addressOf('amsel', 'logout'),
    });
    for (const [change, path] of [
      [{ metadata: null }, 'metadata_url'],
      [{ metadata_url: 'https://idp.school.example' }, 'metadata'],
      [{ metadata: '<a/>' }, 'metadata'],
      [{ metadata: null, metadata_url: 'https://<host>/x' }, 'metadata_url'],
      [{ name_id_format: null }, 'name_id_format'],
      [{ name_id_format: 'transient' }, 'subject_attribute'],
      [{ base_dn: 'dc=x' }, 'base_dn'],
      [{ method: 'OIDC', issuer: 'https://idp.school.example', client: 'x', scope: 'openid' }, 'name_id_format'],
    ] as const) {
      const answer = await save(change);
      expect([answer.status, answer.body.error.issues[0].path], JSON.stringify(change)).toEqual([422, `body.${path}`]);
      expect(answer.body.error.issues[0].message).toMatch(/\p{L}{3}/u);
    }
  });

  it('forget who is who with another service or another name, and not with another certificate', async () => {
    const people = async () => (await getDriver()).driver.people;
    const come = async () => expect(await house.nameOf(await house.come())).toBe('ada');
    await come();
    await save({ metadata: writeIdpMetadata(IDP, [house.keys.good, house.keys.other]) });
    expect(await people()).toBe(1);
    await save({ name_id_format: 'unspecified' });
    expect(await people()).toBe(0);
    await come();
    await save({
      name_id_format: 'unspecified',
      metadata: writeIdpMetadata('https://other.example', [house.keys.good]),
    });
    expect(await people()).toBe(0);
    // Of the description the log says only that it is another one.
    const { rows } = await house.server.test.database.pool.query(
      "select after from audit_log where entity = 'auth_drivers' order by seq desc limit 1",
    );
    expect(rows[0].after.metadata).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(rows)).not.toContain('EntityDescriptor');
  });
});

describe('against samlify as the service', () => {
  let peer: SamlPeer;
  beforeAll(async () => {
    peer = await startSamlPeer();
  });
  afterAll(() => peer[Symbol.asyncDispose]());

  it('signs in and out, reads its description from its address, and goes on when it has another certificate', async () => {
    await using server = await startTestServer({ env: peer.env });
    server.clock.set(new Date());
    const { kysely } = server.test.database;
    const school = await buildSchool(kysely, 'amsel');
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
    await buildUser(kysely, school.id, 'ada', 'TEACHER');
    const token = await signIn(server, 'amsel', 'admin');
    const described = { metadata: null, metadata_url: peer.entity_id, updated_at: null };
    const body = { ...house.draft(), ...described, password: PASSWORD };
    const saved = await server.request('PUT', `/v1/schools/${school.id}/auth-driver/settings`, { token, body });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.data.driver).toMatchObject({ issuer: peer.entity_id, metadata: null });
    peer.trust((await server.request('GET', '/v1/auth/saml/amsel/metadata')).text);

    const fieldsOf = (page: string) =>
      new URLSearchParams(
        [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      );
    /** The whole way, as a browser goes it. */
    async function come() {
      const begun = await server.request('POST', '/v1/auth/service/begin', {
        body: { slink: 'amsel', stayLoggedIn: false },
      });
      const cookie = begun.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const page = await (await fetch(begun.body.data.url)).text();
      const acs = /action="([^"]+)"/.exec(page)?.[1] ?? page;
      const sent = await fetch(acs, { method: 'POST', redirect: 'manual', body: fieldsOf(page) });
      const { searchParams } = new URL(sent.headers.get('location') ?? '');
      const [code, state] = [searchParams.get('code'), searchParams.get('state')];
      return server.request('POST', '/v1/auth/service/finish', {
        body: { slink: 'amsel', code, state },
        headers: { cookie },
      });
    }
    const answer = await come();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.username).toBe('ada');
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const left = await server.request('POST', '/v1/logout', {
      token: answer.body.access_token,
      body: {},
      headers: { cookie },
    });
    const page = await (await fetch(left.body.data.redirect_uri)).text();
    expect(peer.left).toEqual([{ name_id: 'person-1', session: 'session-1' }]);
    const end = await fetch(/action="([^"]+)"/.exec(page)?.[1] ?? page, {
      method: 'POST',
      redirect: 'manual',
      body: fieldsOf(page),
    });
    expect(new URL(end.headers.get('location') ?? '').pathname).toBe('/post-logout');

    await peer.rotate();
    // Nobody believes the new one before its description was read again, which the first that comes makes happen.
    expect((await come()).body.error?.code).toBe('sign_in_refused');
    const again = await come();
    expect(again.body.username, again.text).toBe('ada');
    // While the address is away, what was read last still counts.
    peer.isAway = true;
    server.clock.advance(61 * 60_000);
    expect(
      (await server.request('POST', '/v1/auth/service/begin', { body: { slink: 'amsel', stayLoggedIn: false } }))
        .status,
    ).toBe(200);
  });
});
