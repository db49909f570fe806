import { describe, expect, it } from 'vitest';
import {
  attribute,
  nameId,
  signElement,
  writeAssertion,
  writeIdpMetadata,
  writeResponse,
} from '../../../../../../tests/support/saml-answers.ts';
import { APP, addressOf, type BegunSaml, IDP, withSamlSchool } from '../../../../../../tests/support/saml-school.ts';

const house = withSamlSchool();
const { save, begin, partsOf, signed, post, send, finish, come, nameOf, ask } = house;
type Parts = ReturnType<typeof partsOf>;

/** An answer that differs in this, signed as it should be. */
const answerWith = (change: Partial<Parts> | ((parts: Parts) => Partial<Parts>)) => (begun: BegunSaml) => {
  const parts = partsOf(begun);
  return signed({ ...parts, ...(typeof change === 'function' ? change(parts) : change) });
};

describe('signing in at a service of SAML', () => {
  it('asks with a signed request, and opens the account of whoever the service names, also under a new username', async () => {
    expect((await house.server.request('GET', '/v1/auth/ways/amsel')).body.data).toEqual({
      name: 'Schulportal',
      method: 'SAML',
    });
    const begun = await begin();
    expect(begun.url.origin + begun.url.pathname).toBe('https://idp.school.example/sso');
    expect(begun.url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(begun.request).toContain(`AssertionConsumerServiceURL="${addressOf('amsel', 'acs')}"`);
    expect(begun.request).toContain(`>${addressOf('amsel', 'metadata')}<`);
    expect(begun.request).toContain('nameid-format:persistent');
    const { to, status, headers } = await send(signed(partsOf(begun)), begun);
    expect([status, `${to?.origin}${to?.pathname}`]).toEqual([303, `${APP}/sso-verify/amsel`]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.getSetCookie()).toEqual([]);
    const answer = await finish(to, begun.cookie);
    expect(await nameOf(answer)).toBe('ada');
    expect(answer.body).toMatchObject({ username: 'ada', tfa_mode: '', stay_logged_in: false });
    expect(await nameOf(await come(answerWith({ attributes: attribute('uid', 'ben') })))).toBe('ada');
  });

  it('proposes who somebody may be whom nobody knows, by what the service has signed of them [D-6.10]', async () => {
    const { kysely, pool } = house.server.test.database;
    const { id } = await pool
      .query("select id::int from users where username = 'cem' and school_id = $1", [house.school.id])
      .then(({ rows }) => rows[0]);
    await pool.query("update users set firstname = 'Cem', lastname = 'Arslan' where id = $1", [id]);
    await kysely
      .insertInto('user_import_identities')
      .values({ school_id: house.school.id, user_id: id, source: 'list', external_id: 'x', birth_date: '2012-05-04' })
      .execute();
    const said = { uid: 'nobody', givenName: 'cem', sn: 'Arslan', schacDateOfBirth: '20120504' };
    const attributes = Object.entries(said)
      .map(([name, value]) => attribute(name, value))
      .join('');
    const answer = await come(answerWith({ name_id: nameId('stranger'), attributes }));
    expect(answer.body.error.code).toBe('person_unknown');
    const [proposed] = (await ask('GET', 'auth-driver/proposals')).body.data;
    expect(proposed).toMatchObject({ user_id: id, by: 'BIRTH_DATE' });
    expect((await ask('POST', `auth-driver/proposals/${proposed.uuid}/accept`)).status).toBe(204);
    expect(await nameOf(await come(answerWith({ name_id: nameId('stranger') })))).toBe('cem');
  });

  it('lets a second step at the service take the place of ours where it names it in a word of the school [P-7.08]', async () => {
    const { pool } = house.server.test.database;
    const mfa = 'https://refeds.org/profile/mfa';
    const missing = await save({ second_step: true });
    expect(missing.body.error.issues).toMatchObject([{ path: 'body.second_step_values', rule: 'stepValuesMissing' }]);
    await pool.query("update users set is_tfa_enabled = true, tfa_mode = 'totp' where username = 'ada'");
    const modeOf = async (context: string) => (await come(answerWith({ context }))).body.tfa_mode;
    const context = (word: string) =>
      `<saml:AuthnContext><saml:AuthnContextClassRef>${word}</saml:AuthnContextClassRef></saml:AuthnContext>`;
    expect(await modeOf(context(mfa))).toBe('totp');
    expect((await save({ second_step: true, second_step_values: mfa })).status).toBe(200);
    expect(await modeOf(context(mfa))).toBe('');
    const two = `<saml:AuthnContext><saml:AuthnContextClassRef>${mfa}</saml:AuthnContextClassRef><saml:AuthnContextClassRef>x</saml:AuthnContextClassRef></saml:AuthnContext>`;
    for (const said of ['', context('urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'), two])
      expect(await modeOf(said), said).toBe('totp');
    for (const [word, is_fine] of [
      [mfa, true],
      ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', false],
    ] as const) {
      const said = await house.tryOut((begun) => signed(partsOf(begun, { context: context(word) })), {
        second_step: true,
        second_step_values: mfa,
      });
      expect(
        said.steps.find(({ step }) => step === 'secondStep'),
        word,
      ).toMatchObject({ is_fine });
    }
    await pool.query("update users set is_tfa_enabled = false, tfa_mode = 'email' where username = 'ada'");
  });

  it('takes a response that is signed as a whole, an attribute by its short name, and a person by an attribute that never changes', async () => {
    await save({ subject_attribute: 'entryUUID', name_id_format: 'transient', match_claim: 'uid' });
    const attributes = `<saml:Attribute Name="urn:oid:0.9.2342.19200300.100.1.1" FriendlyName="uid"><saml:AttributeValue>Ben</saml:AttributeValue></saml:Attribute>${attribute('entryUUID', 'key-1')}`;
    const write = (name: string) => (begun: BegunSaml) => {
      const parts = partsOf(begun, { attributes, name_id: nameId(name, 'transient') });
      return signElement(writeResponse(parts, writeAssertion(parts)), 'Response', house.keys.good);
    };
    expect(await nameOf(await come(write('one')))).toBe('ben');
    expect(await nameOf(await come(write('two')))).toBe('ben');
    const { rows } = await house.server.test.database.pool.query('select subject from auth_driver_people');
    expect(rows).toEqual([{ subject: 'key-1' }]);
  });

  it('takes the name itself, and two signatures where both hold', async () => {
    await save({ match_claim: 'NameID', name_id_format: 'unspecified' });
    const write = (key: 'good' | 'other') => (begun: BegunSaml) => {
      const parts = partsOf(begun, { name_id: nameId('cem', 'unspecified') });
      const inner = signElement(writeResponse(parts, writeAssertion(parts)), 'Assertion', house.keys[key]);
      return signElement(inner, 'Response', house.keys.good);
    };
    expect(await nameOf(await come(write('good')))).toBe('cem');
    expect((await come(write('other'))).body.error.code).toBe('sign_in_refused');
  });

  it('connects nobody by an address, asks for the second step, and refuses who is locked or fits nobody', async () => {
    const refused = await save({ match_claim: 'mail', match_field: 'email' });
    expect([refused.status, refused.body.error.issues[0].path]).toEqual([422, 'body.match_field']);
    expect((await come(answerWith({ attributes: attribute('uid', 'nobody') }))).body.error.code).toBe('person_unknown');
    expect((await come(answerWith({ attributes: attribute('uid', 'ada', 'ben') }))).body.error.code).toBe(
      'person_unknown',
    );
    expect((await come(answerWith({ attributes: '' }))).body.error.code).toBe('person_unknown');
    expect(await nameOf(await come())).toBe('ada');
    expect((await come(answerWith({ name_id: nameId('person-2') }))).body.error.code).toBe('person_connected');
    const { pool } = house.server.test.database;
    const set = (values: string) => pool.query(`update users set ${values} where username = 'ada'`);
    await set("is_tfa_enabled = true, tfa_mode = 'totp'");
    const answer = await come();
    expect(answer.body).toMatchObject({ tfa_mode: 'totp', username: 'ada' });
    expect((await house.server.request('GET', '/v1/users/self', { token: answer.body.access_token })).status).toBe(401);
    await set("is_tfa_enabled = false, tfa_mode = 'email', is_locked = true");
    expect((await come()).body.error.code).toBe('user_locked');
    await set('is_locked = false');
    const { rows } = await pool.query('select entity, after from audit_log order by seq desc limit 1');
    expect(rows).toEqual([{ entity: 'users', after: { second_step: 'open' } }]);
    expect(house.lines.join()).not.toContain('person-1');
  });

  it('describes itself to the service, with its certificate and its addresses, and asks with that key', async () => {
    const answer = await house.server.request('GET', '/v1/auth/saml/amsel/metadata');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(answer.text).toContain(`entityID="${addressOf('amsel', 'metadata')}"`);
    expect(answer.text).toContain(`Location="${addressOf('amsel', 'acs')}"`);
    expect(answer.text).toContain(`Location="${addressOf('amsel', 'logout')}"`);
    const [, certificate] = /X509Certificate>([\s\S]*?)</.exec(answer.text) ?? [];
    const again = await house.server.request('GET', '/v1/auth/saml/amsel/metadata');
    expect(/X509Certificate>([\s\S]*?)</.exec(again.text)?.[1]).toBe(certificate);
    expect((await house.server.request('GET', '/v1/auth/saml/drossel/metadata')).text).not.toContain(certificate);
    expect((await house.server.request('GET', '/v1/auth/saml/nobody/metadata')).status).toBe(404);
    const { pool } = house.server.test.database;
    const { rows } = await pool.query('select sealed_key from auth_driver_keys where school_id = $1', [
      house.school.id,
    ]);
    expect(rows[0].sealed_key.toString('latin1')).not.toContain('PRIVATE KEY');
    // Another key, once the driver was removed.
    expect((await ask('DELETE', 'auth-driver/settings')).status).toBe(204);
    expect((await house.server.request('GET', '/v1/auth/saml/amsel/metadata')).text).not.toContain(certificate);
  });

  it('tells the service of a sign-out in the browser that came from there, by the name that it knows', async () => {
    const begun = await begin();
    const answer = await finish((await send(signed(partsOf(begun)), begun)).to, begun.cookie);
    const [cookie = ''] = answer.headers.getSetCookie().filter((line) => line.startsWith('kreide_service_'));
    expect(cookie).toContain('Path=/v1/logout');
    expect(cookie).toContain('HttpOnly');
    expect(cookie).not.toContain('person-1');
    const leave = async (token: string, sent: string) =>
      (await house.server.request('POST', '/v1/logout', { token, body: {}, headers: { cookie: sent } })).body.data
        .redirect_uri;
    const kept = cookie.split(';')[0] ?? '';
    const token = answer.body.access_token;
    const url = await leave(token, kept);
    const { request, url: page } = house.readRequest(url);
    expect(page.origin + page.pathname).toBe('https://idp.school.example/slo');
    expect(page.searchParams.get('Signature')).toMatch(/.{100,}/);
    expect(request).toContain('>person-1<');
    expect(request).toContain('session-1');
    expect((await house.server.request('GET', '/v1/users/self', { token })).status).toBe(401);
    // Whoever came another way, somebody else, and a service without such a page: nobody is led anywhere.
    expect(await leave((await come()).body.access_token, '')).toBeNull();
    const other = (await come(answerWith({ name_id: nameId('two'), attributes: attribute('uid', 'ben') }))).body
      .access_token;
    const named = async () => (await house.server.request('GET', '/v1/users/self', { token: other })).body.data.uuid;
    expect(await leave(other, `kreide_service_${await named()}=${kept.split('=')[1]}`)).toBeNull();
    await save({ metadata: writeIdpMetadata(IDP, [house.keys.good], { sign_out: false }) });
    expect(await leave((await come()).body.access_token, kept)).toBeNull();
    const landed = await fetch(`${house.server.url}/v1/auth/saml/amsel/logout`, { method: 'POST', redirect: 'manual' });
    expect([landed.status, landed.headers.get('location')]).toEqual([303, `${APP}/post-logout`]);
  });

  it('is of the browser that began it, in time, and once', async () => {
    const begun = await begin();
    const xml = signed(partsOf(begun));
    const { to } = await send(xml, begun);
    const over = async (answer: ReturnType<typeof finish>) =>
      expect((await answer).body.error?.code).toBe('sign_in_over');
    // Stolen by another browser; in the browser of somebody who has begun something else; at another school.
    await over(finish(to, ''));
    await over(finish(to, (await begin()).cookie));
    const wrong = new URL(`${to}`);
    wrong.searchParams.set('code', 'x'.repeat(43));
    await over(finish(wrong, begun.cookie));
    expect((await finish(to, begun.cookie, 'drossel')).body.error.code).toBe('no_auth_driver');
    expect(await nameOf(await finish(to, begun.cookie))).toBe('ada');
    await over(finish(to, begun.cookie));
    // The same answer again, at the same request.
    const replayed = await send(xml, begun);
    expect(replayed.to?.searchParams.get('code')).toBe('none');
    await over(finish(replayed.to, begun.cookie));
    // At another request of the same browser.
    const second = await begin();
    expect((await finish((await send(xml, second)).to, second.cookie)).body.error.code).toBe('sign_in_refused');
    const late = await begin();
    house.server.clock.advance(15 * 60_000 + 1);
    await over(finish((await send(signed(partsOf(late)), late)).to, late.cookie));
    const slow = await begin();
    const answered = await send(signed(partsOf(slow)), slow);
    house.server.clock.advance(120_001);
    await over(finish(answered.to, slow.cookie));
    const changed = await begin();
    const waiting = await send(signed(partsOf(changed)), changed);
    await save({ name: 'Anderes Portal' });
    await over(finish(waiting.to, changed.cookie));
  });

  it('believes a service as long as its metadata says, and not a moment longer [T-7.122]', async () => {
    const attributes = 'validUntil="2026-12-24T00:00:00Z"';
    await save({ metadata: writeIdpMetadata(IDP, [house.keys.good], { attributes }) });
    house.server.clock.set(new Date('2026-12-23T23:59:59.999Z'));
    expect(await nameOf(await come())).toBe('ada');
    house.server.clock.set(new Date('2026-12-24T00:00:00Z'));
    expect((await come()).body.error.code).toBe('sign_in_refused');
    expect(house.lines.join()).toContain('metadataOver');
  });

  it('opens nothing that nobody has asked for, and goes nowhere but to its own page', async () => {
    const begun = await begin();
    const response = Buffer.from(signed(partsOf(begun))).toString('base64');
    for (const fields of [
      { SAMLResponse: response },
      { SAMLResponse: response, RelayState: 'https://evil.example/' },
      { SAMLResponse: response, RelayState: '//evil.example' },
      { SAMLResponse: response, RelayState: 'x'.repeat(43) },
      { RelayState: 'x'.repeat(43) },
      `SAMLResponse=${encodeURIComponent(response)}&RelayState=${begun.relay}&RelayState=${begun.relay}`,
    ]) {
      const { status, to } = await post(fields);
      expect([status, `${to}`]).toEqual([303, `${APP}/sso-verify/amsel?code=none&state=none`]);
      expect((await finish(to, begun.cookie)).body.error.code).toBe('sign_in_over');
    }
    // Nothing of that has used up what was begun.
    expect(await nameOf(await finish((await send(signed(partsOf(begun)), begun)).to, begun.cookie))).toBe('ada');
    expect((await post({ SAMLResponse: response, RelayState: begun.relay }, 'nobody')).status).toBe(404);
    const json = { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/json' } } as const;
    const answer = await fetch(`${house.server.url}/v1/auth/saml/amsel/acs`, { ...json, body: '{"SAMLResponse":"x"}' });
    expect(answer.headers.get('location')).toContain('code=none');
  });

  it('admits the form of another site there and nowhere else', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' };
    for (const path of ['/v1/auth/service/finish', '/v1/auth/login', '/v1/auth/refresh'])
      expect((await house.server.request('POST', path, { body: 'slink=amsel', headers })).status, path).toBe(415);
  });
});
