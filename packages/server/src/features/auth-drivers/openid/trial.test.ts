import { describe, expect, it } from 'vitest';
import { signIn } from '../../../../../../tests/support/people.ts';
import { withSchoolService } from '../../../../../../tests/support/school-service.ts';

const house = withSchoolService();

interface Report {
  steps: { step: string; is_fine: boolean; message: string }[];
  trial: { uuid: string; url: string } | null;
  values: { what: string; claim: string; theirs: string | null; is_verified: boolean | null; ours: string | null }[];
}

async function test(change: object = {}): Promise<Report> {
  const { is_on: _, passwords: __, ...settings } = house.draft();
  const answer = await house.ask('POST', 'auth-driver/test', { ...settings, ...change });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const finishTrial = (values: Record<string, string>, slink = 'amsel') =>
  house.server.request('POST', '/v1/auth/service/trial', { body: { slink, ...values } });
const read = (trial: Report['trial']) => house.ask('GET', `auth-driver/trials/${trial?.uuid}`);

/** A whole trial, by somebody whom the service knows. */
async function tryAs(who: string | null, change: object = {}): Promise<Report> {
  const { trial } = await test(change);
  house.peer.who = who;
  const back = await house.peer.visit(trial?.url ?? '');
  const { code, state = '', error, iss } = Object.fromEntries(back.searchParams);
  const given = await finishTrial({ state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) });
  expect(given.status, given.text).toBe(204);
  const answer = await read(trial);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
/** A whole trial at the service whose answers are crafted. */
async function tryCrafted(change: object = {}): Promise<Report> {
  const { trial } = await test({ issuer: house.crafted.issuer, ...change });
  const { searchParams } = new URL(trial?.url ?? '');
  const state = searchParams.get('state') ?? '';
  expect((await finishTrial({ code: searchParams.get('nonce') ?? '', state })).status).toBe(204);
  return (await read(trial)).body.data;
}
const last = ({ steps }: Report) => steps.at(-1);

describe('the trial of a driver of OpenID Connect', () => {
  it('shows value by value what came of somebody beside their account, and makes no session [T-7.122]', async () => {
    const said = { preferred_username: 'ADA', email: 'ada@school.example', email_verified: true };
    house.peer.people = { 'person-1': said };
    const { trial } = await test();
    expect((await read(trial)).body.data).toBeNull();
    const { pool } = house.server.test.database;
    const sessions = async () => (await pool.query('select count(*)::int as n from sessions')).rows[0].n;
    const before = await sessions();
    const report = await tryAs('person-1');
    expect(report.steps.map(({ step, is_fine }) => [step, is_fine])).toEqual([
      ['answer', true],
      ['attributes', true],
      ['match', true],
    ]);
    expect(report.steps[1]?.message).toMatch(/preferred_username.*email/);
    expect(report.values).toEqual([
      { what: 'key', claim: 'sub', theirs: 'person-1', is_verified: null, ours: null },
      { what: 'username', claim: 'preferred_username', theirs: 'ADA', is_verified: null, ours: 'ada' },
      { what: 'email', claim: 'email', theirs: said.email, is_verified: true, ours: said.email },
    ]);
    expect(await sessions()).toBe(before);
    expect((await house.getDriver()).driver.people).toBe(0);
  });

  it('says who is not found, ambiguous or unverified, and which claim is missing of those that came [T-7.122]', async () => {
    const { pool } = house.server.test.database;
    house.peer.people = {
      nobody: { email: 'eve@school.example', email_verified: true },
      two: { preferred_username: 'key-7' },
      unverified: { email: 'ada@school.example', email_verified: false },
    };
    await pool.query(
      `insert into user_import_identities (school_id, user_id, source, external_id)
      select school_id, id, username, 'key-7' from users where username in ('ben', 'cem') and school_id = $1`,
      [house.school.id],
    );
    expect(last(await tryAs('nobody'))).toMatchObject({ step: 'match', is_fine: false });
    const several = await tryAs('two', { match_claim: 'preferred_username', match_field: 'external_id' });
    expect(last(several)?.message).toMatch(/key-7 passt hier zu mehreren/);
    expect(several.values.map(({ ours }) => ours)).toEqual([null, null]);
    const unverified = await tryAs('unverified');
    expect(last(unverified)).toMatchObject({ step: 'attributes', is_fine: false });
    expect(last(unverified)?.message).toMatch(/nicht bestätigt/);
    expect(unverified.values.find(({ what }) => what === 'email')).toMatchObject({ is_verified: false, ours: null });
    const missing = await tryAs('nobody', { match_claim: 'preferred_username', match_field: 'username' });
    expect(last(missing)?.message).toMatch(/Es kam nicht: preferred_username\..*email/);
    expect(missing.values).toContainEqual(
      expect.objectContaining({ what: 'username', claim: 'preferred_username', theirs: null }),
    );
  });

  it('names the address that the service leads back to wrongly, and what it has refused [T-7.122]', async () => {
    const { crafted } = house;
    house.peer.redirects = ['https://old.example/sso-verify/amsel'];
    house.peer.rotate();
    const report = await test();
    expect(last(report)).toMatchObject({ step: 'redirect', is_fine: false });
    expect(last(report)?.message).toContain('https://app.school.example/sso-verify/amsel');
    expect(report.trial).toBeNull();
    house.peer.redirects = ['https://app.school.example/sso-verify/amsel'];
    house.peer.rotate();
    expect(last(await tryAs(null))?.message).toMatch(/abgelehnt: access_denied/);
    crafted.page = 200;
    const wrong = [
      [({ claims }: { claims: object }) => ({ header: { alg: 'none' }, claims: { ...claims } }), 'answer'],
      [
        ({ header, claims }: { header: Record<string, unknown>; claims: object }) => ({
          header: { ...header, kid: 'other' },
          claims: { ...claims },
        }),
        'signature',
      ],
      [
        ({ header, claims }: { header: Record<string, unknown>; claims: object }) => ({
          header,
          claims: { ...claims, exp: 1 },
        }),
        'clock',
      ],
    ] as const;
    for (const [craft, step] of wrong) {
      crafted.craft = craft;
      const { steps, values } = await tryCrafted();
      expect([steps.at(-1)?.step, steps.at(-1)?.is_fine, values]).toEqual([step, false, []]);
    }
  });

  it('takes an answer once and in time, at its own school, and shows it to its administrators alone', async () => {
    house.crafted.page = 200;
    const { trial } = await test({ issuer: house.crafted.issuer });
    const { searchParams } = new URL(trial?.url ?? '');
    const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
    const over = async (answer: ReturnType<typeof finishTrial>) =>
      expect((await answer).body.error?.code).toBe('sign_in_over');
    await over(finishTrial(values, 'drossel'));
    await over(finishTrial({ ...values, state: 'trial.other' }));
    await over(finishTrial({ ...values, state: values.state.slice('trial.'.length) }));
    expect(
      (await house.server.request('POST', '/v1/auth/service/finish', { body: { slink: 'amsel', ...values } })).body
        .error.code,
    ).toBe('sign_in_over');
    expect((await finishTrial(values)).status).toBe(204);
    await over(finishTrial(values));
    // What was asked of a service of SAML is not used up by it.
    const { pool } = house.server.test.database;
    await pool.query(
      "insert into auth_driver_requests select school_id, sha256('relay'), gen_random_uuid(), '_1', null, 'x', null, null, null, expires_at from auth_driver_requests limit 1",
    );
    await over(finishTrial({ ...values, state: 'relay' }));
    const asked = await pool.query("select answered_at from auth_driver_requests where relay_hash = sha256('relay')");
    expect(asked.rows).toEqual([{ answered_at: null }]);
    const token = await signIn(house.server, 'amsel', 'ben');
    const path = `/v1/schools/${house.school.id}/auth-driver/trials/${trial?.uuid}`;
    expect((await house.server.request('GET', path, { token })).status).toBe(403);
    const { rows } = await pool.query('select * from auth_driver_requests');
    expect(JSON.stringify(rows)).not.toMatch(/ada@|secret of the peer/);
    const late = (await test({ issuer: house.crafted.issuer })).trial;
    house.later(15);
    const { searchParams: old } = new URL(late?.url ?? '');
    await over(finishTrial({ code: old.get('nonce') ?? '', state: old.get('state') ?? '' }));
    expect((await read(late)).status).toBe(404);
  });

  it('reads what is signed before what is told besides, and believes each for itself alone [T-7.122]', async () => {
    const { crafted } = house;
    crafted.page = 200;
    crafted.told = { sub: 'one', email: 'ben@school.example', email_verified: true, given_name: 'Told', amr: ['mfa'] };
    crafted.craft = ({ header, claims }) => ({
      header,
      claims: {
        ...claims,
        email_verified: undefined,
        given_name: 'Signed',
        klasse: ['7b', '8a'],
        family_name: ['A', 'B'],
      },
    });
    const { pool } = house.server.test.database;
    await pool.query(
      `with made as (insert into grades (school_id, shortcut, name, source) values ($1, '7c', '7c', 'test') returning id)
      insert into grade_memberships (school_id, user_id, grade_id, begins_at)
      select $1, users.id, made.id, '2020-01-01' from made, users where users.school_id = $1 and username = 'ben'`,
      [house.school.id],
    );
    const { steps, values } = await tryCrafted({ second_step: true });
    expect(steps.map(({ step, is_fine }) => [step, is_fine])).toEqual([
      ['answer', true],
      ['attributes', true],
      ['secondStep', false],
      ['match', true],
    ]);
    expect(steps[1]?.message).not.toMatch(/nonce|aud/);
    const [ada, ben] = ['ada@school.example', 'ben@school.example'];
    expect(values.map(({ what, theirs, is_verified }) => [what, theirs, is_verified])).toEqual([
      ['key', 'one', null],
      ['email', ada, false],
      ['firstname', 'Signed', null],
      ['lastname', null, null],
      ['class', '7b, 8a', null],
    ]);
    expect(values.flatMap(({ what, ours }) => (['email', 'class'].includes(what) ? [ours] : []))).toEqual([ben, '7c']);
    crafted.craft = ({ header, claims }) => ({ header, claims: { ...claims, amr: ['mfa'] } });
    expect((await tryCrafted({ second_step: true })).steps[2]).toMatchObject({ step: 'secondStep', is_fine: true });
  });

  it('is counted against the network where nobody has begun it, and not where it ends', async () => {
    house.crafted.page = 200;
    const { pool } = house.server.test.database;
    await pool.query('delete from sign_in_failures');
    await tryCrafted();
    const counted = async () => (await pool.query('select sum(failures)::int as n from sign_in_failures')).rows[0].n;
    expect((await counted()) ?? 0).toBe(0);
    const statuses = new Set<number>();
    for (let n = 0; n < 400 && !statuses.has(429); n += 1)
      statuses.add((await finishTrial({ code: 'x', state: 'trial.x' })).status);
    expect([...statuses]).toEqual([422, 429]);
    await pool.query('delete from sign_in_failures');
  });
});
