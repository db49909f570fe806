import { expect, it } from 'vitest';
import { withSchoolService } from '../../../../../../tests/support/school-service.ts';

const house = withSchoolService();

/** Whoever the crafted service names, with what it says besides; answers the second step that is left here. */
async function stepOf(said: object, told: object = {}): Promise<string> {
  const { crafted } = house;
  crafted.craft = ({ header, claims }) => ({
    header,
    claims: { ...claims, sub: 'cem', email: 'cem@school.example', ...said },
  });
  crafted.told = { sub: 'cem', ...told };
  const { url, cookie } = await house.begin();
  const { searchParams } = new URL(url);
  asked = searchParams.get('acr_values');
  const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
  const answer = await house.finish(values, cookie);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.tfa_mode;
}
let asked: string | null;

it('a second step at the service takes the place of ours where the school says so and the service signs it [P-7.08]', async () => {
  const { pool } = house.server.test.database;
  const { issuer } = house.crafted;
  await pool.query("update users set is_tfa_enabled = true, tfa_mode = 'totp' where username = 'cem'");
  await save({ second_step: false });
  expect(await stepOf({ amr: ['mfa'] })).toBe('totp');
  await save({ second_step: true });
  expect([await stepOf({ amr: ['pwd', 'mfa'] }), asked]).toEqual(['', null]);
  const unproven = [{}, { amr: ['pwd'] }, { amr: 'mfa' }, { acr: 'gold' }, { acr: '' }];
  for (const said of unproven) expect(await stepOf(said), JSON.stringify(said)).toBe('totp');
  // What it has not signed is not what it says.
  expect(await stepOf({}, { amr: ['mfa'], acr: 'gold' })).toBe('totp');
  await save({ second_step: true, second_step_values: ' gold   platinum ' });
  expect([await stepOf({ acr: 'gold' }), asked]).toEqual(['', 'gold platinum']);
  expect(await stepOf({ acr: 'silver' })).toBe('totp');
  await save({ second_step: false, second_step_values: 'gold' });
  expect([await stepOf({ acr: 'gold' }), asked]).toEqual(['totp', null]);
  const { rows } = await pool.query(
    "select after->>'second_step' as step from audit_log where after ? 'second_step' and entity = 'users' order by seq desc limit 3",
  );
  expect(rows.map(({ step }) => step)).toEqual(['open', 'open', 'service']);
  await save({ second_step: true });
  await pool.query("update users set is_locked = true where username = 'cem'");
  await expect(stepOf({ amr: ['mfa'] })).rejects.toThrow('user_locked');
  await pool.query("update users set is_locked = false where username = 'cem'");
  async function save(change: object) {
    const answer = await house.save({ issuer, ...change });
    expect(answer.status, answer.text).toBe(200);
  }
});

it('letting it count needs the password of the administrator, and no directory says anything of it [T-7.119]', async () => {
  const { body } = await house.save({ second_step: true, password: undefined });
  expect(body.error?.issues).toMatchObject([{ path: 'body.password' }]);
  const long = await house.save({ second_step: true, second_step_values: 'x'.repeat(201) });
  expect(long.body.error.issues).toMatchObject([{ path: 'body.second_step_values' }]);
});
