import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { NOTHING_PUBLIC } from '../../support/public-access.ts';

const idOf = ({ school }: FullSchool) => ({ id: `${school.id}` });
const ALL_PUBLIC = {
  ...NOTHING_PUBLIC,
  monitor: true,
  timetable: true,
  news: true,
  webuntis: true,
  screen_origins: ['https://www.example.org'],
};

/** Announced only: those who walk the table could do nothing else. */
const FROM_LATER = { roles: ['TEACHER' as const], from: '2100-01-01' };

/** For teachers and staff of schools that take part. */
const OFFER = { params: { offer: '5b1f0c52-7c1e-4d5e-9b0a-1f6f5f0c2a01' } };
/** Which of the two schools takes part. */
async function takePart({ server, here, there }: Asking, part: 'here' | 'there') {
  const db = server.test.database.kysely;
  const set = (one: Asking['here'], permissions: string[]) =>
    db.updateTable('schools').set({ permissions }).where('id', '=', one.school.id).execute();
  await set(part === 'here' ? there : here, []);
  await set(part === 'here' ? here : there, ['marketing']);
  return OFFER;
}

const own = ({ here }: Asking) => ({ params: idOf(here) });
const elsewhere = ({ there }: Asking) => ({ params: idOf(there) });
const NOBODY = { params: { id: '999999' } };
const RECORD = {
  name: 'Amselschule',
  shortname: 'Amsel',
  street: 'Am Wald 1',
  postal_code: '20095',
  city: 'Hamburg',
  country: 'DE',
  type: 'grammar' as const,
  color: '#336699',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const CONTACT = { name: 'Ada Amsel', phone: '040 12345', email: 'ada@amsel.example', role: 'Schulleitung' };
const BILLING = {
  recipient: 'Schulverein',
  addition: 'Buchhaltung',
  street: 'Am Wald 2',
  postal_code: '20095',
  city: 'Hamburg',
  country: 'DE',
  email: 'rechnung@amsel.example',
  vat_number: 'DE136695976',
  buyer_reference: '04011000-12345-67',
  updated_at: null,
};
const PROPERTIES = {
  channels: true,
  reactions: true,
  basic_admin_content_moderation: false,
  footer_menu: null,
  news_channel_types: [
    'global' as const,
    'individual' as const,
    'grades' as const,
    'courses' as const,
    'users' as const,
  ],
};
/** One pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LOGO = { name: 'logo.png', content: new Blob([Buffer.from(PIXEL, 'base64')]) };
const setLogo = async ({ server }: Asking, { school }: Asking['here']) => {
  const values = { content: Buffer.from('RIFF'), width: 1, height: 1, updated_at: '2026-01-01T00:00:00Z' };
  await server.test.database.kysely
    .insertInto('school_logos')
    .values({ school_id: school.id, ...values })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(values))
    .execute();
  return { params: idOf({ school } as FullSchool) };
};
/** When the row of the other side was changed last. */
async function withVersion({ server }: Asking, full: FullSchool) {
  const { updated_at } = await server.test.database.kysely
    .selectFrom('schools')
    .select('updated_at')
    .where('id', '=', full.school.id)
    .executeTakeFirstOrThrow();
  return { params: idOf(full), body: { ...RECORD, updated_at } };
}
async function withoutBilling({ server }: Asking, full: FullSchool) {
  await server.test.database.kysely.deleteFrom('school_billing').where('school_id', '=', full.school.id).execute();
  return { params: idOf(full), body: BILLING };
}

const calls: CallsOf<'schools'> = {
  listTypes: { sample: () => ({}) },
  getRecord: {
    sample: () => ({ ...NOBODY, query: { extended: '1' as const } }),
    own: (asking) => ({ ...own(asking), query: { extended: '1' as const } }),
    other_school: elsewhere,
  },
  updateRecord: {
    sample: () => ({ ...NOBODY, body: RECORD }),
    own: (asking) => withVersion(asking, asking.here),
    outdated: (asking) => ({ ...own(asking), body: { ...RECORD, updated_at: '2020-01-01T00:00:00.000Z' } }),
    other_school: (asking) => withVersion(asking, asking.there),
  },
  getContactPerson: { sample: () => NOBODY, own, other_school: elsewhere },
  updateContactPerson: {
    sample: () => ({ ...NOBODY, body: CONTACT }),
    own: (asking) => ({ ...own(asking), body: CONTACT }),
    other_school: (asking) => ({ ...elsewhere(asking), body: CONTACT }),
  },
  getBilling: { sample: () => NOBODY, own, other_school: elsewhere },
  updateBilling: {
    sample: () => ({ ...NOBODY, body: BILLING }),
    own: (asking) => withoutBilling(asking, asking.here),
    other_school: (asking) => withoutBilling(asking, asking.there),
  },
  getProperties: { sample: () => NOBODY, own, other_school: elsewhere },
  updateProperties: {
    sample: () => ({ ...NOBODY, body: PROPERTIES }),
    own: (asking) => ({ ...own(asking), body: PROPERTIES }),
    other_school: (asking) => ({ ...elsewhere(asking), body: PROPERTIES }),
  },
  getFeatures: { sample: () => NOBODY, own, other_school: elsewhere },
  uploadLogo: {
    sample: () => ({ ...NOBODY, files: [LOGO] }),
    own: (asking) => ({ ...own(asking), files: [LOGO] }),
    other_school: (asking) => ({ ...elsewhere(asking), files: [LOGO] }),
  },
  removeLogo: {
    sample: () => NOBODY,
    own: (asking) => setLogo(asking, asking.here),
    other_school: (asking) => setLogo(asking, asking.there),
  },
  getLogo: {
    sample: () => NOBODY,
    own: (asking) => setLogo(asking, asking.here),
    other_school: (asking) => setLogo(asking, asking.there),
  },
  listOffers: { sample: () => ({}) },
  getOffer: {
    sample: (asking) => takePart(asking, 'here'),
    other_school: (asking) => takePart(asking, 'there'),
    unknown: () => ({ params: { offer: OFFER.params.offer.replace(/1$/, '9') } }),
  },
  find: { sample: ({ here }) => ({ query: { keyword: here.mark } }) },
  get: {
    sample: ({ here }) => ({ params: { slink: here.school.slink } }),
    unknown: () => ({ params: { slink: 'nobody' } }),
  },
  getPublicAccess: {
    sample: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  getSecondStepRule: {
    sample: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  updateSecondStepRule: {
    sample: ({ here }) => ({ params: idOf(here), body: FROM_LATER }),
    other_school: ({ there }) => ({ params: idOf(there), body: FROM_LATER }),
  },
  updatePublicAccess: {
    sample: ({ here }) => ({ params: idOf(here), body: ALL_PUBLIC }),
    other_school: ({ there }) => ({ params: idOf(there), body: ALL_PUBLIC }),
  },
  getProductQuestion: {
    sample: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  updateProductQuestion: {
    sample: ({ here }) => ({ params: idOf(here), body: { is_asked: true } }),
    other_school: ({ there }) => ({ params: idOf(there), body: { is_asked: false } }),
  },
  getPermissions: {
    sample: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  updatePermissions: {
    sample: ({ here }) => ({ params: idOf(here), body: { permissions: ['totp-2fa'] } }),
    other_school: ({ there }) => ({ params: idOf(there), body: { permissions: [] } }),
  },
};

describeContract('schools', calls);
