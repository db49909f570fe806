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

const calls: CallsOf<'schools'> = {
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
