import { randomUUID } from 'node:crypto';
import { hashToken } from '../../../packages/server/src/features/notifications/push-message.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { notify } from '../../support/notifications.ts';
import type { TestServer } from '../../support/server.ts';

const NOBODY = { params: { uuid: '00000000-0000-4000-8000-000000000000' } };

const marking = {
  sample: () => NOBODY,
  own: async ({ server, here, column }: Asking) => ({
    params: { uuid: await notify(server, here.school.id, personOf(here, column).id) },
  }),
  other: async ({ server, here }: Asking) => ({
    params: { uuid: await notify(server, here.school.id, here.people.other.id) },
  }),
  other_school: async ({ server, there }: Asking) => ({
    params: { uuid: await notify(server, there.school.id, there.people.student.id) },
  }),
};

const SELF = { params: { id: 'self' } };
const TOKEN = { body: { token: 'a token of nobody' } };
/** A new device of somebody, by its token. */
async function deviceOf({ test }: TestServer, { school }: FullSchool, user_id: number) {
  const token = `token-${randomUUID()}`;
  const said = {
    type: 'ios',
    push_notification_consent: 'ACCEPTED',
    token,
    token_hash: hashToken('ios', token),
  } as const;
  await test.database.kysely
    .insertInto('devices')
    .values({ school_id: school.id, user_id, ...said })
    .execute();
  return { body: { token } };
}
/** Refused for its token, and complete. */
const DEVICE = {
  body: {
    token: 'no subscription',
    push_notification_consent: 'PENDING' as const,
    type: 'web' as const,
    app_version: '1.0.0',
    package_name: 'org.kreide.app',
  },
};
const PUSH = { body: { title: 'Bitte melden', text: 'Im Sekretariat.', is_urgent: true } };
const QUIET = { begins_at: '20:00', ends_at: '07:00', weekends: true, holidays: true };
const SETTINGS = { body: { quiet: QUIET, muted_kinds: ['lesson' as const] } };
const PAUSE = { body: { until: '2026-11-19T08:00:00.000Z' } };
const person = {
  sample: () => SELF,
  other: ({ here }: Asking) => ({ params: { id: `${here.people.other.id}` } }),
  other_school: ({ there }: Asking) => ({ params: { id: `${there.people.student.id}` } }),
};

/** Of a person, and of a device, of another school. */
const elsewhere = {
  other_school_user: ({ there }: Asking) => ({ query: { user_id: `${there.people.student.id}` } }),
  other_school_device: async ({ server, there }: Asking) => {
    const { body } = await deviceOf(server, there, there.people.student.id);
    const row = await server.test.database.kysely
      .selectFrom('devices')
      .select('uuid')
      .where('token', '=', body.token)
      .executeTakeFirstOrThrow();
    return { query: { device_uuid: row.uuid } };
  },
};

const calls: CallsOf<'notifications'> = {
  markSeen: marking,
  markUnseen: marking,
  getActivitySummary: person,
  saveDevice: {
    sample: () => ({ ...SELF, ...DEVICE }),
    own: ({ column }) => ({ ...SELF, body: { ...DEVICE.body, type: 'ios', token: `token of ${column}` } }),
    other: (asking) => ({ ...person.other(asking), ...DEVICE }),
    other_school: (asking) => ({ ...person.other_school(asking), ...DEVICE }),
  },
  listDevices: person,
  removeToken: {
    sample: () => ({ ...SELF, ...TOKEN }),
    own: async ({ server, here, column }) => ({
      ...SELF,
      ...(await deviceOf(server, here, personOf(here, column).id)),
    }),
    other: async ({ server, here }) => ({
      params: { id: `${here.people.other.id}` },
      ...(await deviceOf(server, here, here.people.other.id)),
    }),
    other_school: async ({ server, there }) => ({
      params: { id: `${there.people.student.id}` },
      ...(await deviceOf(server, there, there.people.student.id)),
    }),
  },
  revokeDevice: { sample: () => TOKEN },
  getPushDetails: { sample: () => ({}) },
  testPush: person,
  sendPush: {
    sample: () => ({ params: { id: '999999' }, ...PUSH }),
    own: ({ here, column }) => ({ params: { id: `${personOf(here, column).id}` }, ...PUSH }),
    other: (asking) => ({ ...person.other(asking), ...PUSH }),
    other_school: (asking) => ({ ...person.other_school(asking), ...PUSH }),
  },
  getSettings: person,
  updateSettings: {
    sample: () => ({ params: { id: '999999' }, ...SETTINGS }),
    own: () => ({ ...SELF, ...SETTINGS }),
    other: (asking) => ({ ...person.other(asking), ...SETTINGS }),
    other_school: (asking) => ({ ...person.other_school(asking), ...SETTINGS }),
  },
  pause: {
    sample: () => ({ params: { id: '999999' }, ...PAUSE }),
    own: () => ({ ...SELF, ...PAUSE }),
    other: (asking) => ({ ...person.other(asking), ...PAUSE }),
    other_school: (asking) => ({ ...person.other_school(asking), ...PAUSE }),
  },
  updateSchoolSettings: { sample: () => ({ body: { quiet: QUIET, digest_at: '17:00' } }) },
  unsubscribe: { sample: () => ({ body: { token: 'a token of nobody' } }) },
  listSchoolDeliveries: {
    sample: () => ({ query: { page: '1', order: 'at', state: 'SENT', way: 'mail', search: 'kern' } }),
    ...elsewhere,
  },
  countSchoolDeliveries: {
    sample: () => ({ query: { state: 'SENT', way: 'mail', search: 'kern' } }),
    ...elsewhere,
  },
  listDeliveries: { ...person, sample: () => ({ ...SELF, query: { page: '1' } }) },
};

describeContract('notifications', calls);
