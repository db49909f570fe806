import { DIRECTORY_PRESETS } from '@kreide/core/features/auth-drivers';
import { FilterParser } from 'ldapts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DirectoryPeer, startDirectoryPeer } from '../../../../../tests/support/directory-peer.ts';
import { BASE, directoryDraft, LOADED, resetPeer } from '../../../../../tests/support/directory-school.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { HAS_SLAPD, type Slapd, startSlapd } from '../../../../../tests/support/slapd.ts';
import { toFilter, toFilterOfAnybody } from './directory.ts';

/** A part of the directory that stands at another server, which nobody may ask. */
const ELSEWHERE = 'ou=elsewhere,ou=people,dc=school,dc=example';
const REFERRAL = `dn: ${ELSEWHERE}\nobjectClass: referral\nobjectClass: extensibleObject\nou: elsewhere\nref: ldap://10.0.0.1/${ELSEWHERE}\n`;

let server: TestServer;
let peer: DirectoryPeer;
let slapd: Slapd | null = null;
let token: string;
let path: string;
/** What the last test has shown of somebody. */
let shown: object[];

beforeAll(async () => {
  peer = await startDirectoryPeer({ isTls: true });
  slapd = HAS_SLAPD ? await startSlapd(`${LOADED}\n\n${REFERRAL}`) : null;
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const { kysely } = server.test.database;
  const { id } = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, id, 'admin', 'ADMIN');
  await buildUser(kysely, id, 'ada', 'TEACHER');
  token = await signIn(server, 'amsel', 'admin');
  path = `/v1/schools/${id}/auth-driver/test`;
});
afterAll(async () => {
  await server?.stop();
  await slapd?.[Symbol.asyncDispose]();
  await peer[Symbol.asyncDispose]();
});
beforeEach(() => resetPeer(peer));

const ofPeer = () => `ldaps://127.0.0.1:${peer.port}`;

async function test(issuer: string, change: object = {}) {
  const answer = await server.request('POST', path, { token, body: { ...directoryDraft(issuer), ...change } });
  expect(answer.status, answer.text).toBe(200);
  shown = answer.body.data.values;
  return answer.body.data.steps as { step: string; is_fine: boolean; message: string }[];
}

const WRONG: [string, object, string, RegExp][] = [
  ['a name that there is not', { issuer: 'ldaps://directory.invalid' }, 'reach', /Schreibweise/],
  ['nobody who answers', { issuer: 'ldaps://127.0.0.1:1' }, 'reach', /antwortet niemand/],
  ['a network that is not allowed', { issuer: 'ldaps://10.0.0.1' }, 'reach', /nicht anfragen/],
  [
    'an authority that is not trusted',
    { authority: null },
    'certificate',
    /dc\.school\.example.*School Authority.*2120.*unten/,
  ],
  ['a wrong password', { client_secret: 'wrong' }, 'bind', /Passwort stimmt nicht/],
  ['another base', { base_dn: 'ou=none,dc=school,dc=example' }, 'base', /dc=school,dc=example/],
  ['a filter that finds nobody', { person: 'nobody' }, 'person', /\(uid=nobody\)/],
  ['a name of several people', { person: 'shared' }, 'person', /mehreren.*cn=2222.*cn=3333/],
  ['an attribute that nobody has', { match_claim: 'mail', person: 'ada' }, 'person', /mail\. Da sind: .*uid/],
  [
    'a person without an account here',
    { match_claim: 'employeeNumber', person: 'ben' },
    'match',
    /key-2.*keinem Konto/,
  ],
];

describe.each([
  ['a directory of the tests', true, ofPeer],
  ['OpenLDAP', HAS_SLAPD, () => slapd?.ldaps ?? ''],
] as [string, boolean, () => string][])('the test of %s', (_, isHere, issuer) => {
  it.skipIf(!isHere)('goes from the address to the account, each in words [T-7.122]', async () => {
    const steps = await test(issuer(), { person: 'ada' });
    expect(steps.map(({ step, is_fine }) => [step, is_fine])).toEqual(
      ['reach', 'certificate', 'bind', 'base', 'person', 'match'].map((step) => [step, true]),
    );
    expect(steps[1]?.message).toMatch(
      /Zertifikat von dc\.school\.example, ausgestellt von School Authority, gültig bis .*2120/,
    );
    expect(steps[5]?.message).toMatch(/uid = ada passt hier zu genau einem Konto/);
    const key = expect.objectContaining({ what: 'key', claim: 'entryUUID', theirs: expect.stringMatching(/^1111/) });
    const username = expect.objectContaining({ what: 'username', claim: 'uid', theirs: 'ada', ours: 'ada' });
    const lastname = expect.objectContaining({ what: 'lastname', claim: 'sn', theirs: 'Person' });
    expect(shown).toEqual([key, username, lastname]);
    // Without a name it looks at whoever comes first, and compares nobody.
    expect((await test(issuer(), { subject_attribute: 'entryUUID', match_claim: 'sn' })).at(-1)).toMatchObject({
      step: 'person',
      is_fine: true,
    });
    expect(shown).toEqual([]);
  });

  it.skipIf(!isHere).each(WRONG)(
    'names %s and the remedy, and goes no further [T-7.122]',
    async (_name, change, step, words) => {
      const found = (await test(issuer(), change)).at(-1);
      expect(found).toMatchObject({ step, is_fine: false });
      expect(found?.message).toMatch(words);
    },
  );
});

describe('the test of a directory', () => {
  it('says whose certificate is over or of another name, and that a line is not encrypted', async () => {
    const last = async () => (await test(ofPeer())).at(-1);
    peer.shows = 'expired';
    expect((await last())?.message).toMatch(/dc\.school\.example.*2021.*abgelaufen/);
    peer.shows = 'otherName';
    expect((await last())?.message).toMatch(/dc\.other\.example.*anderen Namen/);
    peer.shows = null;
    expect((await last())?.message).toMatch(/verschlüsselt an dieser Adresse nicht/);
    expect(peer.binds).toEqual([]);
  });

  it('looks for anybody where nobody is named, and says when several accounts here fit', async () => {
    expect((await test(ofPeer(), { person: ' ' })).at(-1)).toMatchObject({ step: 'person', is_fine: true });
    const { pool } = server.test.database;
    await pool.query(
      "insert into user_import_identities (school_id, user_id, source, external_id) select school_id, id, 'list', 'key-1' from users where username in ('ada', 'admin')",
    );
    const byKey = { match_claim: 'employeeNumber', match_field: 'external_id', person: 'ada' };
    const last = (await test(ofPeer(), byKey)).at(-1);
    expect(last).toMatchObject({ step: 'match', is_fine: false, message: expect.stringMatching(/mehreren Konten/) });
  });

  it('says that its own account is locked or its password over, and that the line broke', async () => {
    const last = async () => (await test(ofPeer())).at(-1);
    const { entries } = peer;
    const own = (refusal: string) => entries.map((one) => (one.dn.startsWith('cn=kreide') ? { ...one, refusal } : one));
    peer.entries = own('775');
    expect(await last()).toMatchObject({ step: 'bind', message: expect.stringMatching(/gesperrt oder beendet/) });
    peer.entries = own('532');
    expect(await last()).toMatchObject({ step: 'bind', message: expect.stringMatching(/abgelaufen/) });
    peer.entries = entries;
    peer.hangsUpAfter = 1;
    expect(await last()).toMatchObject({ step: 'bind', message: expect.stringMatching(/Verbindung beendet/) });
    // Values of other attributes are shown to nobody.
    const text = JSON.stringify(await test(ofPeer(), { person: 'ada', match_claim: 'mail' }));
    expect(text).toContain(BASE);
    expect(text).not.toContain('key-1');
  });
});

it.skipIf(!HAS_SLAPD)(
  'does not follow a directory that refers elsewhere: it finds what stands here, and says so of a base there',
  async () => {
    const issuer = slapd?.ldaps ?? '';
    expect((await test(issuer, { person: 'ada' })).at(-1)).toMatchObject({ step: 'match', is_fine: true });
    const last = (await test(issuer, { base_dn: ELSEWHERE, person: 'ada' })).at(-1);
    expect(last).toMatchObject({ step: 'base', is_fine: false });
    expect(last?.message).toMatch(/Das Verzeichnis hat: dc=school,dc=example/);
  },
);

it('takes the filter for a group and groups within it, as Active Directory compares them', async () => {
  const { user_filter } = DIRECTORY_PRESETS.activeDirectoryGroup ?? {};
  const filter = toFilter(user_filter ?? '', 'a*da');
  const parsed = FilterParser.parseString(filter) as unknown as { filters: { rule?: string; matchType?: string }[] };
  expect(parsed.filters.at(-1)).toMatchObject({ rule: '1.2.840.113556.1.4.1941', matchType: 'memberOf' });
  expect(filter).toContain('a\\2ada');
  expect(toFilterOfAnybody(user_filter ?? '')).toContain('(sAMAccountName=*)(memberOf:1.2.840.113556.1.4.1941:=');
});
