import { toJsonText } from '../../../packages/server/src/kernel/data/json.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { buildContract, buildQuotation, SELLER } from '../../support/quotations.ts';
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

/** A contract whose invoice was made when the operator had said who writes it. */
async function invoiced(asking: Asking, whose: FullSchool): Promise<string> {
  const { kysely } = asking.server.test.database;
  const contract_uuid = await contracted(asking, whose);
  const { last } = await kysely
    .insertInto('invoice_numbers')
    .values({ year: 2025, last: 1 })
    .onConflict((found) => found.column('year').doUpdateSet(({ eb }) => ({ last: eb('invoice_numbers.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  const address = {
    recipient: 'Amselschule',
    street: 'Am Wald 1',
    postal_code: '20095',
    city: 'Hamburg',
    country: 'DE',
  };
  const buyer = { ...address, addition: '', email: '', vat_number: '', buyer_reference: '' };
  const parties = { seller: toJsonText(SELLER), buyer: toJsonText(buyer) };
  const dates = { issued_on: '2025-11-18', due_on: '2025-12-18' };
  const values = { school_id: whose.school.id, contract_uuid, year: 2025, serial: last, recipient: ['Amselschule'] };
  await kysely
    .insertInto('invoices')
    .values({ ...values, ...dates, ...parties })
    .execute();
  return contract_uuid;
}
const filed = async (asking: Asking, of: FullSchool, whose = of) => ({
  params: { id: `${of.school.id}`, contract: await invoiced(asking, whose), file: 'zugferd' as const },
});

/** The end of a school, ordered before the call or not. */
const ending =
  (isOrdered: boolean, whose: 'here' | 'there' = 'here') =>
  async (asking: Asking) => {
    const end = isOrdered
      ? { end_ordered_at: TEST_NOW, ends_at: '2100-01-01T00:00:00Z' }
      : { end_ordered_at: null, ends_at: null };
    const { kysely } = asking.server.test.database;
    await kysely.updateTable('schools').set(end).where('id', '=', asking[whose].school.id).execute();
    return of(asking[whose]);
  };

const calls: CallsOf<'management'> = {
  getEnd: { sample: ({ here }) => of(here), own: ending(false), other_school: ({ there }) => of(there) },
  orderEnd: {
    // Refused: there is no such school.
    sample: () => ({ params: { id: '999999999' }, body: { name: 'x' } }),
    own: async (asking) => {
      const { name } = await asking.server.test.database.kysely
        .selectFrom('schools')
        .select('name')
        .where('id', '=', asking.here.school.id)
        .executeTakeFirstOrThrow();
      return { ...(await ending(false)(asking)), body: { name } };
    },
    other_school: ({ there }) => ({ ...of(there), body: { name: 'x' } }),
  },
  cancelEnd: {
    sample: () => ({ params: { id: '999999999' } }),
    own: ending(true),
    other_school: ending(true, 'there'),
  },
  getInvoiceFile: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, contract: UNKNOWN, file: 'zugferd' } }),
    own: (asking) => filed(asking, asking.here),
    other_school: (asking) => filed(asking, asking.there),
    'contract:other_school': (asking) => filed(asking, asking.here, asking.there),
  },
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
