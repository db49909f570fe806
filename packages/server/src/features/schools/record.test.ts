import type { SchoolRecord } from '@kreide/core/features/schools';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { changeState, switchFeatures } from '../../commands/school.ts';

let server: TestServer;
let school: BuiltSchool;
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['admin', 'ADMIN'],
    ['ada', 'TEACHER'],
    ['ben', 'STUDENT'],
  ] as const) {
    await buildUser(db(), school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const { id } = await buildUser(db(), school.id, 'gone', 'TEACHER');
  await db().updateTable('users').set({ deleted_at: '2026-11-01T08:00:00Z' }).where('id', '=', id).execute();
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: unknown, who = 'admin') =>
  server.request(method, `/v1/schools/${school.id}${path}`, { token: tokens[who], body });
const read = async (query = '') => (await call('GET', query)).body.data as SchoolRecord;
const asDraft = ({ name, color, updated_at }: SchoolRecord) => ({
  name,
  color,
  updated_at,
  shortname: '',
  street: '',
  postal_code: '',
  city: '',
  country: 'DE',
  type: null,
});

describe('the record of a school', () => {
  it('is read short or extended, and written once from what was read [P-7.84] [T-7.134] [P-3.15] [T-3.84] [P-3.16]', async () => {
    const before = await read();
    expect(before).toMatchObject({ slink: 'amsel', uuid: school.uuid, state: 'ACTIVE', type: null, extended: null });
    const draft = {
      ...asDraft(before),
      name: ' Amselschule ',
      shortname: 'AS',
      street: 'Am Wald 1',
      postal_code: '20095',
      city: 'Hamburg',
      type: 'kindergarden',
    };
    server.clock.advance(1000);
    const { status, body } = await call('PUT', '', draft);
    expect([status, body.data.type]).toEqual([
      200,
      { key: 'kindergarden', name: 'Kindertagesstätte', level: 'KINDERGARDEN' },
    ]);
    expect((await call('PUT', '', draft)).body.error?.code).toBe('conflict');
    const found = await read('?extended=1');
    expect(found).toMatchObject({ name: 'Amselschule', shortname: 'AS', street: 'Am Wald 1', is_partner: false });
    expect(found.extended).toMatchObject({
      user_count: 3,
      teacher_count: 1,
      auth_driver: null,
      schoolyear_key: '2026-2027',
      timetable: { schoolyears: [{ id: school.yearId }], active_schoolyear_id: school.yearId },
      properties: { channels: true },
      meta: { school_properties: { day_care: false } },
    });
    const self = await server.request('GET', '/v1/users/self', { token: tokens.ben });
    expect(self.body.data.school).toMatchObject({ name: 'Amselschule', level: 'KINDERGARDEN', state: 'ACTIVE' });
  });

  it('has one of the kinds that there are, by their names in the language of the reader [T-7.83]', async () => {
    const types = await server.request('GET', '/v1/school-types', { token: tokens.ben });
    expect(types.body.data).toContainEqual({ key: 'grammar', name: 'Gymnasium', level: 'SECONDARY' });
    const english = await server.request('GET', '/v1/school-types', {
      token: tokens.ben,
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.data).toContainEqual({ key: 'grammar', name: 'Grammar school', level: 'SECONDARY' });
  });

  it('refuses what it cannot be, field by field and in words [T-7.134]', async () => {
    const draft = { ...asDraft(await read()), name: ' ', postal_code: '12' };
    const { status, body } = await call('PUT', '', draft);
    expect(status).toBe(422);
    expect(body.error?.issues).toMatchObject([
      { path: 'body.name', rule: 'required', message: 'Das wird gebraucht.' },
      { path: 'body.postal_code', rule: 'postalCode' },
    ]);
    expect((await call('PUT', '', { ...draft, slink: 'other', state: 'DEACTIVATED' })).status).toBe(422);
  });

  it('names whom the operator asks, which the log tells without an address [P-3.19]', async () => {
    const contact = { name: 'Ada Amsel', phone: '040 12345', email: 'ada@amsel.example', role: 'Schulleitung' };
    expect((await call('PUT', '/operator-contact', contact)).status).toBe(200);
    expect((await call('GET', '/operator-contact')).body.data).toEqual(contact);
    expect((await read('?extended=true')).extended?.contact_person).toEqual(contact);
    const { rows } = await server.test.database.pool.query(
      `select after from audit_log where action = 'schools.contactPerson'`,
    );
    expect(rows).toEqual([{ after: { name: 'Ada Amsel', role: 'Schulleitung' } }]);
  });

  it('bills the school at its address until it says otherwise', async () => {
    const suggested = (await call('GET', '/billing')).body.data;
    expect(suggested).toMatchObject({
      recipient: 'Amselschule',
      street: 'Am Wald 1',
      vat_number: '',
      updated_at: null,
    });
    expect(
      (await call('PUT', '/billing', { ...suggested, vat_number: 'DE136695975' })).body.error?.issues,
    ).toMatchObject([{ path: 'body.vat_number', rule: 'vatId' }]);
    const saved = await call('PUT', '/billing', {
      ...suggested,
      recipient: 'Schulverein',
      addition: 'Buchhaltung',
      email: 'rechnung@amsel.example',
      buyer_reference: '04011000-12345-67',
      vat_number: 'de 136 695 976',
    });
    expect(saved.body.data).toEqual({
      ...suggested,
      recipient: 'Schulverein',
      addition: 'Buchhaltung',
      email: 'rechnung@amsel.example',
      buyer_reference: '04011000-12345-67',
      vat_number: 'DE136695976',
      updated_at: server.clock.now().toISOString(),
    });
    expect((await call('GET', '/billing')).body.data).toEqual(saved.body.data);
    // Made from what was before.
    expect((await call('PUT', '/billing', suggested)).body.error?.code).toBe('conflict');
  });

  it('sets its own properties and leaves the others as they are [T-7.105] [T-7.106]', async () => {
    await server.test.database.pool.query(
      `update schools set properties = '{"menu_type": "davinci-lite"}', meta = '{"kept": 1}'`,
    );
    const before = (await call('GET', '/properties')).body.data;
    expect(before).toMatchObject({ channels: true, footer_menu: null });
    const wanted = { ...before, channels: false, footer_menu: ['feed', 'chat'], news_channel_types: ['global'] };
    expect((await call('PUT', '/properties', wanted)).body.data).toEqual(wanted);
    const { rows } = await server.test.database.pool.query('select properties, meta from schools');
    expect(rows[0]).toMatchObject({ properties: { menu_type: 'davinci-lite', channels: false }, meta: { kept: 1 } });
    // A session knows it at once.
    const self = await server.request('GET', '/v1/users/self', { token: tokens.ada });
    expect(self.body.data.school.properties.channels).toBe(false);
    expect((await call('PUT', '/properties', before)).status).toBe(200);
  });

  it('has a logo of pixels; an SVG, whatever it calls itself, and a damaged picture are refused [T-7.111]', async () => {
    const send = async (name: string, content: Buffer | string) => {
      const form = new FormData();
      form.append('files', new Blob([content as BlobPart]), name);
      return call('POST', '/logo', form);
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const shape = { width: 1200, height: 300, channels: 3, background: '#205090' } as const;
    const png = await sharp({ create: shape }).png().toBuffer();
    const refused = [await send('logo.png', svg), await send('logo.png', png.subarray(0, 60)), await send('a.png', '')];
    expect(refused.map(({ status, body }) => [status, body.error?.issues?.[0]?.rule])).toEqual([
      [422, 'fileKind'],
      [422, 'pictureDamaged'],
      [422, 'fileEmpty'],
    ]);
    expect((await call('GET', '/logo')).status).toBe(404);
    const { logo } = (await send('logo.png', png)).body.data;
    expect((await read()).logo).toBe(logo);
    const answer = await fetch(`${server.url}/v1/schools/${school.id}/logo`, {
      headers: { authorization: `Bearer ${tokens.ben}` },
    });
    const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([kept.format, kept.width, kept.height, answer.headers.get('x-content-type-options')]).toEqual([
      'webp',
      512,
      128,
      'nosniff',
    ]);
    // Another one by its name too, or browsers would keep the former.
    expect((await send('logo.png', png)).body.data.logo).not.toBe(logo);
    expect((await call('DELETE', '/logo')).status).toBe(204);
    expect((await read()).logo).toBeNull();
  });

  it('has features that its operator alone switches on, which it reads [P-1.20] [T-7.107]', async () => {
    const now = server.clock.now();
    expect(await switchFeatures(db(), 'amsel', { on: 'room_booking, day_care' }, now)).toEqual([
      'day_care',
      'room_booking',
    ]);
    expect(await switchFeatures(db(), 'amsel', { off: 'day_care' }, now)).toEqual(['room_booking']);
    await expect(switchFeatures(db(), 'amsel', { on: 'castle' }, now)).rejects.toThrow('There is no feature "castle"');
    expect((await call('GET', '/school-properties')).body.data).toEqual({
      ai_schedule_planner: false,
      day_care: false,
      room_booking: true,
      digital_grade_book: false,
      lesson_planning: false,
      learning_reports: false,
    });
    expect((await call('PUT', '/school-properties', {})).status).toBe(404);
  });
});

it('a school that is closed or not yet one lets nobody in, those who are in out, and is found by nobody [P-3.17]', async () => {
  const state = (to: string) => changeState(db(), 'amsel', to, server.clock.now());
  const seen = async () => [
    (await server.request('GET', '/v1/users/self', { token: tokens.ben })).status,
    (await server.request('GET', '/v1/public/schools/amsel')).status,
    (await server.request('GET', '/v1/find-schools?keyword=amsel')).body.data.length,
  ];
  expect(await seen()).toEqual([200, 200, 1]);
  await state('deactivated');
  await expect.poll(seen).toEqual([401, 404, 0]);
  await expect(state('LEAD')).rejects.toThrow('A school that is DEACTIVATED cannot become LEAD.');
  await state('onboarding');
  await expect.poll(seen).toEqual([200, 200, 1]);
  expect((await read()).state).toBe('ONBOARDING');
  // It is installed once, however often it is closed.
  await db().updateTable('schools').set({ installed_at: '2020-09-01T08:00:00Z' }).execute();
  await state('ACTIVE');
  expect(await read()).toMatchObject({ state: 'ACTIVE', installed_at: '2020-09-01T08:00:00.000Z' });
  await db().updateTable('schools').set({ state: 'LEAD' }).execute();
  await expect.poll(seen).toEqual([401, 404, 0]);
  const recorded = await db().selectFrom('audit_log').select('action').where('action', '=', 'schools.state').execute();
  expect(recorded).toHaveLength(3);
});
