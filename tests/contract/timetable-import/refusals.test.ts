import { ERROR_STATUS } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../support/contract/world.ts';
import { countRows, expectRefusal } from '../../support/fuzz.ts';

let world: World;
let token: string | undefined;

beforeAll(async () => {
  world = await startWorld();
  token = await world.tokenOf(world.here, 'admin');
});
afterAll(() => world.server.stop());

describe('a refusal', () => {
  it('is 403 without the right, 404 for what is missing, 409 for what stands against it, 422 for what is wrong, with its sentence in meta.errors [T-8.16]', async () => {
    const { server, here } = world;
    const pupil = await world.tokenOf(here, 'student');
    const uploads = '/v1/timetable-service/uploads';
    const publish = (uuid: string, token: string | undefined, body: unknown) =>
      server.request('POST', `${uploads}/${uuid}/publish`, { token, body, headers: { 'accept-language': 'en' } });
    const nobody = '00000000-0000-4000-8000-00000000000f';
    const refusals = [
      [403, 'forbidden', await publish(here.upload, pupil, { replace: false, revision: 0 })],
      [404, 'not_found', await publish(nobody, token, { replace: false, revision: 0 })],
      [409, 'upload_not_open', await publish(here.upload, token, { replace: false, revision: 0 })],
      [422, 'invalid', await publish(here.upload, token, { replace: 'perhaps', revision: 0 })],
    ] as const;
    for (const [status, code, answer] of refusals) {
      expect(answer, code).toMatchObject({ status, body: { error: { code } } });
      expect(answer.body.meta.errors, code).toEqual([answer.body.error.message]);
      expect(answer.body.error.message.split(' ').length, code).toBeGreaterThan(2);
    }
    expect(ERROR_STATUS.duplicate).toBe(409);
  });
});

describe('a form', () => {
  const path = '/v1/timetable-service/upload';
  const post = (body: string | FormData, headers: Record<string, string> = {}) =>
    world.server.request('POST', path, { token, body, headers });
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' };

  it('that is broken is refused [D-4.08]', async () => {
    for (const [what, body, headers] of [
      ['nothing', '', boundary],
      ['no end', '--x\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\n\r\nabc', boundary],
      ['no start', 'abc', boundary],
      ['no boundary', '--x--', { 'content-type': 'multipart/form-data' }],
      ['no name', '--x\r\ncontent-disposition: form-data\r\n\r\nabc\r\n--x--\r\n', boundary],
      ['no header', '--x\r\n\r\nabc\r\n--x--\r\n', boundary],
      ['a bad header', '--x\r\n\0\u0001: y\r\n\r\nabc\r\n--x--\r\n', boundary],
      ['no file', '--x--\r\n', boundary],
      ['JSON', '{}', { 'content-type': 'application/json' }],
    ] as const)
      expectRefusal(await post(body, headers), what);
  });

  it('with wrong, unknown, doubled or too large fields is refused and stores nothing [D-4.08]', async () => {
    const before = await countRows(world.server);
    const withField = (name: string, value: string) => {
      const form = new FormData();
      form.append(name, value);
      form.append('files', new Blob(['x']), 'x.csv');
      return form;
    };
    for (const [name, value] of [
      ['source', 'unknown'],
      ['source', '\ud800'],
      ['school_year', "2026 / 2027'; drop table users; --"],
      ['grid', '{'],
      ['grid', JSON.stringify([{ hour: '\ud800', begins_at: '08:00', ends_at: '08:45' }])],
      ['grid', JSON.stringify([{ hour: 'a\0', begins_at: '08:00', ends_at: '08:45' }])],
      ['grid', 'x'.repeat(70_000)],
      ['anchor', '2026-02-30'],
      ['anchor', '0000-01-03'],
      ['do_not_print', 'perhaps'],
      ['is_admin', '1'],
      ['__proto__', '1'],
      ['x'.repeat(300), '1'],
    ] as const)
      expectRefusal(await post(withField(name, value)), `${name} = ${value.slice(0, 60)}`);
    const doubled = withField('source', 'csv');
    doubled.append('source', 'asc');
    expectRefusal(await post(doubled), 'source twice');
    const many = new FormData();
    for (let count = 0; count < 200; count += 1) many.append('files', new Blob(['x']), `${count}.csv`);
    expectRefusal(await post(many), 'many files');
    expect(await countRows(world.server)).toEqual(before);
  });
});
