import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { buildContract, buildQuotation } from '../../support/quotations.ts';
import { TEST_NOW } from '../../support/server.ts';

const of = ({ school }: FullSchool) => ({ params: { id: `${school.id}` } });

const draft = { actor: 'EMPLOYEE' as const, title: 'Hausordnung', text: 'Niemand rennt.' };
/** A new version for the people of the teacher's kind in a school. */
async function put({ server }: Asking, { school }: FullSchool): Promise<number> {
  const { kysely } = server.test.database;
  await kysely.deleteFrom('policy_acceptances').where('school_id', '=', school.id).execute();
  await kysely.deleteFrom('policies').where('school_id', '=', school.id).execute();
  const { id } = await kysely
    .insertInto('policies')
    .values({ school_id: school.id, ...draft, version: 1, created_at: TEST_NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const policy = async (asking: Asking, whose: FullSchool, where = whose) => ({
  params: { id: `${where.school.id}`, policyId: `${await put(asking, whose)}` },
});

const UNKNOWN = '0a0b0c0d-0000-4000-8000-000000000001';
const quoted = async ({ server }: Asking, { school }: FullSchool) => ({
  quotation: await buildQuotation(server.test.database.kysely, school.id),
  begins_at: '2026-12-01',
});
const contracted = ({ server }: Asking, { school }: FullSchool) =>
  buildContract(server.test.database.kysely, school.id);

const calls: CallsOf<'management'> = {
  listQuotations: { sample: ({ here }) => of(here), other_school: ({ there }) => of(there) },
  createQuotation: {
    // Refused: this operator has set no prices.
    sample: ({ here }) => ({ ...of(here), body: { pupils: 100 } }),
    other_school: ({ there }) => ({ ...of(there), body: { pupils: 100 } }),
  },
  listContracts: { sample: ({ here }) => of(here), other_school: ({ there }) => of(there) },
  createContract: {
    sample: ({ here }) => ({ ...of(here), body: { quotation: UNKNOWN, begins_at: '2026-12-01' } }),
    own: async (asking) => ({ ...of(asking.here), body: await quoted(asking, asking.here) }),
    other_school: async (asking) => ({ ...of(asking.there), body: await quoted(asking, asking.there) }),
    'quotation:other_school': async (asking) => ({ ...of(asking.here), body: await quoted(asking, asking.there) }),
  },
  createInvoice: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, contract: UNKNOWN } }),
    own: async (asking) => ({
      params: { id: `${asking.here.school.id}`, contract: await contracted(asking, asking.here) },
    }),
    other_school: async (asking) => ({
      params: { id: `${asking.there.school.id}`, contract: await contracted(asking, asking.there) },
    }),
    'contract:other_school': async (asking) => ({
      params: { id: `${asking.here.school.id}`, contract: await contracted(asking, asking.there) },
    }),
  },
  listPeople: {
    sample: ({ here }) => ({ ...of(here), query: { filter: 'deleted', search: 'a', page: '1' } }),
    other_school: ({ there }) => of(there),
  },
  getHealth: {
    sample: ({ here }) => ({ ...of(here), query: { plan_days: '14' } }),
    other_school: ({ there }) => of(there),
  },
  getStatistics: {
    sample: ({ here }) => ({ ...of(here), query: { days: '7' } }),
    other_school: ({ there }) => of(there),
  },
  listTimetableEvents: {
    sample: ({ here }) => ({ ...of(here), query: { schoolyear_id: `${here.school.yearId}` } }),
    other_school: ({ there }) => of(there),
    other_school_year: ({ here, there }) => ({ ...of(here), query: { schoolyear_id: `${there.school.yearId}` } }),
  },
  listPolicies: {
    sample: ({ here }) => of(here),
    other_school: ({ there }) => of(there),
  },
  createPolicy: {
    // Refused: there is no such school.
    sample: () => ({ params: { id: '999999999' }, body: draft }),
    own: ({ here }) => ({ ...of(here), body: draft }),
    other_school: ({ there }) => ({ ...of(there), body: draft }),
  },
  listAcceptances: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, policyId: '999999999' }, query: { page: '1' } }),
    own: (asking) => policy(asking, asking.here),
    other_school: (asking) => policy(asking, asking.there),
    other_school_policy: (asking) => policy(asking, asking.there, asking.here),
  },
  acceptPolicy: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, policyId: '999999999' } }),
    own: (asking) => policy(asking, asking.here),
    other_school: (asking) => policy(asking, asking.there),
    other_school_policy: (asking) => policy(asking, asking.there, asking.here),
  },
};

describeContract('management', calls);
