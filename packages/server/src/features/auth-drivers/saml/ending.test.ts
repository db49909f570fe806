import { expect, it, vi } from 'vitest';
import { buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { writeIdpMetadata } from '../../../../../../tests/support/saml-answers.ts';
import { IDP, withSamlSchool } from '../../../../../../tests/support/saml-school.ts';
import { firstEnding } from './ending.ts';
import { readMetadata } from './metadata.ts';

const house = withSamlSchool();
const at = (text: string) => new Date(text);

const idle = async () =>
  expect(
    (
      await house.server.test.database.pool.query(
        "select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'auth-drivers:endings'",
      )
    ).rowCount,
  ).toBe(0);
async function look(): Promise<void> {
  await house.server.test.database.pool.query("select graphile_worker.add_job('auth-drivers:endings', '{}')");
  await vi.waitFor(idle, { timeout: 20_000, interval: 100 });
}

it('the certificate that is good for longest, or pasted metadata, end two weeks ahead [T-7.122]', () => {
  const { good, over } = house.keys;
  const of = (now: string, isPasted = true, attributes = '') =>
    firstEnding(readMetadata(writeIdpMetadata(IDP, [over, good], { attributes })), isPasted, at(now))?.said.word;
  const end = 'validUntil="2026-12-24T00:00:00Z"';
  expect(of('2026-11-18T00:00:00Z')).toBeUndefined();
  expect(of('2059-12-20T00:00:00Z')).toBe('certificateSoon');
  expect(of('2060-01-02T00:00:00Z')).toBe('certificatesOver');
  expect(of('2026-12-09T00:00:00Z', true, end)).toBeUndefined();
  expect(of('2026-12-10T00:00:00.000Z', true, end)).toBeUndefined();
  expect(of('2026-12-10T00:00:00.001Z', true, end)).toBe('metadataSoon');
  expect(of('2026-12-23T23:59:59.999Z', true, end)).toBe('metadataSoon');
  expect(of('2026-12-24T00:00:00Z', true, end)).toBe('metadataOver');
  expect(of('2026-12-11T00:00:00Z', true, end)).toBe('metadataSoon');
  expect(of('2026-12-25T00:00:00Z', true, end)).toBe('metadataOver');
  // At an address they are read anew: what ends soon is followed by another, unless the service forgets it.
  expect(of('2026-12-23T23:59:59.999Z', false, end)).toBeUndefined();
  expect(of('2026-12-24T00:00:00Z', false, end)).toBe('metadataOver');
});

it('administrators are told of it once, with what to do, and the test of the driver says so too [T-7.122]', async () => {
  const metadata = writeIdpMetadata(IDP, [house.keys.good], { attributes: 'validUntil="2026-12-24T00:00:00Z"' });
  await house.save({ metadata, is_on: true });
  house.server.clock.set(at('2026-12-12T08:00:00Z'));
  const { pool } = house.server.test.database;
  const told = async () =>
    (await pool.query("select content from messages where content like 'Die Anmeldung über%'")).rows.map(
      ({ content }) => content as string,
    );
  for (let day = 0; day < 2; day += 1) await look();
  expect(await told()).toHaveLength(1);
  // Another end is told of, also an earlier one.
  await pool.query('update auth_driver_endings set ends_at = $1', ['2060-01-01T00:00:00Z']);
  await look();
  expect(await told()).toHaveLength(2);
  expect((await told())[0]).toContain('nur noch bis 24.12.2026');
  const token = await signIn(house.server, 'amsel', 'admin');
  const { is_on: _, passwords: __, ...settings } = house.draft();
  const path = `/v1/schools/${house.school.id}/auth-driver/test`;
  const body = { ...settings, metadata };
  const { steps } = (await house.server.request('POST', path, { token, body })).body.data;
  expect(steps[0]).toMatchObject({ step: 'metadata', is_fine: true });
  expect(steps[0].message).toContain('nur noch bis 24.12.2026');
  const messageAt = async (now: string) => {
    house.server.clock.set(at(now));
    const admin = await signIn(house.server, 'amsel', 'admin');
    return (await house.server.request('POST', path, { token: admin, body })).body.data.steps[0].message;
  };
  expect(await messageAt('2026-11-24T00:00:00Z')).not.toContain('nur noch bis');
  expect(await messageAt('2026-11-24T00:00:01Z')).toContain('nur noch bis');
});

it('metadata of one school that nobody can read keep nobody else from being told [T-7.122]', async () => {
  const metadata = writeIdpMetadata(IDP, [house.keys.good], { attributes: 'validUntil="2026-12-24T00:00:00Z"' });
  await house.save({ metadata, is_on: true });
  house.server.clock.set(at('2026-12-12T08:00:00Z'));
  const { kysely, pool } = house.server.test.database;
  await buildUser(kysely, house.other.id, 'chief', 'ADMIN');
  await pool.query('delete from auth_driver_endings');
  await pool.query(
    `insert into auth_drivers select (jsonb_populate_record(driver, jsonb_build_object('school_id', $1::bigint))).*
     from auth_drivers driver where school_id = $2`,
    [house.other.id, house.school.id],
  );
  await pool.query("update auth_drivers set metadata = '<torn' where school_id = $1", [house.school.id]);
  await look();
  expect((await pool.query('select school_id::int from auth_driver_endings')).rows).toEqual([
    { school_id: house.other.id },
  ]);
});
