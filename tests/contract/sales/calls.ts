import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { buildLead, letSell } from '../../support/leads.ts';
import { TEST_NOW } from '../../support/server.ts';

const NOBODY = { params: { id: '999999' } };
const DRAFT = {
  name: 'Amselschule',
  street: 'Am Wald 1',
  postal_code: '20095',
  city: 'Hamburg',
  country: 'DE',
  contact_name: 'Frau Beispiel',
  email: 'office@school.example',
  phone: '040 12345',
  type: 'primary' as const,
  locale: 'de' as const,
  brand: 'tinte',
  slink: 'amselschule',
  sign_in: 'none' as const,
  is_lost: false,
  updated_at: new Date(TEST_NOW).toISOString(),
};
const PARTNER = {
  company: 'Netzhaus GmbH',
  name: 'Herr Beispiel',
  role: 'Netz',
  email: 'netz@partner.example',
  phone: '040 12345',
  note: 'Mo–Fr',
  updated_at: null,
};
const REFERRAL = { name: 'Drosselschule', city: 'Kiel', country: 'DE' };
const UNKNOWN = '0a0b0c0d-0000-4000-8000-000000000001';

const made = async ({ server }: Asking, { school }: FullSchool) => {
  const { id, uuid, updated_at } = await buildLead(server.test.database.kysely, school.id);
  return { params: { id: `${id}` }, uuid, updated_at };
};
const own = async (asking: Asking) => ({ params: (await made(asking, asking.here)).params });
const elsewhere = async (asking: Asking) => ({ params: (await made(asking, asking.there)).params });
const withVersion = async (asking: Asking, school: FullSchool) => {
  const { params, updated_at } = await made(asking, school);
  return { params, body: { ...DRAFT, updated_at } };
};

/** A partner of a school under a uuid of its own. */
async function partnerOf({ server }: Asking, { school }: FullSchool) {
  const { updated_at: _, ...texts } = PARTNER;
  const uuid = randomUUID();
  const at = new Date(TEST_NOW).toISOString();
  await server.test.database.kysely
    .insertInto('school_partners')
    .values({ school_id: school.id, uuid, ...texts, updated_at: at })
    .execute();
  return { params: { id: `${school.id}`, partner: uuid }, updated_at: at };
}
const ownPartner = async (asking: Asking) => ({ params: (await partnerOf(asking, asking.here)).params });
const otherPartner = async (asking: Asking) => ({ params: (await partnerOf(asking, asking.there)).params });
const NO_PARTNER = { params: { id: '999999', partner: UNKNOWN } };

/** For a job on a busy machine. */
const PATIENCE = { timeout: 20_000 };

/** Nobody is at the leads any more. */
async function atRest({ server, here }: Asking) {
  await vi.waitFor(async () => {
    const row = await server.test.database.kysely
      .selectFrom('lead_syncs')
      .select('state')
      .where('school_id', '=', here.school.id)
      .executeTakeFirst();
    if (row?.state === 'waiting' || row?.state === 'running') throw new Error('the leads are being fetched');
  }, PATIENCE);
  return {};
}

const calls: CallsOf<'sales'> = {
  list: {
    // Before anybody signs in: both schools sell the product.
    sample: async ({ server, here, there }) => {
      await letSell(server.test.database.kysely, here.school, there.school);
      return { query: { search: 'amsel', brand: 'tinte', state: 'new' as const, order: '-name' as const, page: '1' } };
    },
  },
  getSync: { sample: () => ({}) },
  sync: { sample: () => ({}), none: atRest },
  get: { sample: () => NOBODY, own, other_school: elsewhere },
  getActivation: {
    sample: () => ({ params: { uuid: UNKNOWN } }),
    own: async (asking) => ({ params: { uuid: (await made(asking, asking.here)).uuid } }),
    other_school: async (asking) => ({ params: { uuid: (await made(asking, asking.there)).uuid } }),
  },
  update: {
    sample: () => ({ ...NOBODY, body: DRAFT }),
    own: (asking) => withVersion(asking, asking.here),
    other_school: (asking) => withVersion(asking, asking.there),
  },
  fetch: { sample: () => NOBODY, own, other_school: elsewhere },
  activate: { sample: () => NOBODY, own, other_school: elsewhere },
  visited: { sample: () => NOBODY, own, other_school: elsewhere },
  remove: { sample: () => NOBODY, own, other_school: elsewhere },
  listPartners: {
    sample: () => NOBODY,
    own: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  getPartner: { sample: () => NO_PARTNER, own: ownPartner, other_school: otherPartner },
  setPartner: {
    sample: () => ({ ...NO_PARTNER, body: PARTNER }),
    own: async (asking) => {
      const { params, updated_at } = await partnerOf(asking, asking.here);
      return { params, body: { ...PARTNER, updated_at } };
    },
    other_school: async (asking) => {
      const { params, updated_at } = await partnerOf(asking, asking.there);
      return { params, body: { ...PARTNER, updated_at } };
    },
  },
  removePartner: { sample: () => NO_PARTNER, own: ownPartner, other_school: otherPartner },
  refer: {
    sample: () => ({ ...NOBODY, body: REFERRAL }),
    own: ({ here, column }) => ({ params: { id: `${personOf(here, column).id}` }, body: REFERRAL }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` }, body: REFERRAL }),
    other_school: ({ there }) => ({ params: { id: `${there.people.teacher.id}` }, body: REFERRAL }),
  },
};

describeContract('sales', calls);
