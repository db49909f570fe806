import { QUOTATIONS_PER_DAY } from '@kreide/core/features/management';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildBilling, buildContract, buildQuotation } from '../../../../../tests/support/quotations.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';
import { quotationHandlers } from './quotations.ts';

const PRICES = { currency: 'EUR', base_cents: 9900, pupil_cents: 155, tax_basis_points: 1900 };
const SLINKS = ['amsel', 'meise'] as const;
let server: TestServer;
const schools: Record<string, BuiltSchool> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_PRICES: JSON.stringify(PRICES) } });
  for (const slink of SLINKS) {
    schools[slink] = await buildSchool(db(), slink);
    await buildUser(db(), schools[slink].id, 'admin', 'ADMIN');
    tokens[slink] = await signIn(server, slink, 'admin');
  }
});
afterAll(() => server.stop());

const idOf = (slink: string) => schools[slink]?.id ?? 0;
const ask = (method: string, path: string, body?: object, slink: (typeof SLINKS)[number] = 'amsel') =>
  server.request(method, `/v1/schools/${idOf(slink)}${path}`, { token: tokens[slink], body });

it('a quotation says in whole cents what a year costs, for whom invoices are written to [T-7.84]', async () => {
  expect((await ask('POST', '/quotations', { pupils: 33 })).body.error.code).toBe('billing_missing');
  await buildBilling(db(), idOf('amsel'));
  const made = await ask('POST', '/quotations', { pupils: 33 });
  expect(made.body.data).toMatchObject({
    pupils: 33,
    currency: 'EUR',
    net_cents: 15015,
    // 2852.85: half a cent and more is rounded up.
    tax_cents: 2853,
    gross_cents: 17868,
    recipient: ['Amselschule', 'Am Wald 1', '20095 Hamburg', 'DE'],
    valid_until: '2027-01-17',
    state: 'open',
  });
  expect((await ask('GET', '/quotations')).body.data).toEqual([made.body.data]);
  for (const pupils of [0, 1.5, 20_001]) expect((await ask('POST', '/quotations', { pupils })).status).toBe(422);
});

it('is accepted once, however many do it at once, for a year from a day on that is not over [T-7.85] [T-7.86]', async () => {
  const quotation = await buildQuotation(db(), idOf('amsel'));
  const accept = (begins_at: string, uuid = quotation) => ask('POST', '/contracts', { quotation: uuid, begins_at });
  expect((await accept('2026-11-17')).body.error.issues).toMatchObject([{ path: 'body.begins_at', rule: 'isPast' }]);
  const answers = await Promise.all([accept('2027-02-01'), accept('2027-02-01'), accept('2027-02-01')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const span = { quotation, begins_at: '2027-02-01', ends_at: '2028-01-31', gross_cents: 29631, invoice: null };
  expect((await ask('GET', '/contracts')).body.data).toMatchObject([span]);
  const over = await buildQuotation(db(), idOf('amsel'), { valid_until: '2026-11-17' });
  expect((await accept('2027-02-01', over)).body.error.code).toBe('quotation_over');
  // On its last day, from that day on; the latest contract comes first.
  const last = await buildQuotation(db(), idOf('amsel'), { valid_until: '2026-11-18' });
  expect((await accept('2026-11-18', last)).status).toBe(200);
  const begins = (await ask('GET', '/contracts')).body.data.map((one: { begins_at: string }) => one.begins_at);
  expect(begins).toEqual(['2027-02-01', '2026-11-18']);
});

it('is accepted for a year that the calendar holds', async () => {
  const quotation = await buildQuotation(db(), idOf('amsel'));
  const accept = (begins_at: string) => ask('POST', '/contracts', { quotation, begins_at });
  expect((await accept('2199-01-02')).body.error.issues).toMatchObject([{ path: 'body.begins_at' }]);
  expect((await accept('2199-01-01')).body.data).toMatchObject({ ends_at: '2199-12-31' });
});

it('is asked for some times a day, the newest first, and not where the operator has set no prices', async () => {
  for (let at = 0; at < QUOTATIONS_PER_DAY; at += 1) await buildQuotation(db(), idOf('meise'));
  expect((await ask('POST', '/quotations', { pupils: 5 }, 'meise')).body.error.code).toBe('too_many');
  server.clock.advance(24 * 60 * 60 * 1000);
  tokens.meise = await signIn(server, 'meise', 'admin');
  expect((await ask('POST', '/quotations', { pupils: 5 }, 'meise')).status).toBe(200);
  expect((await ask('GET', '/quotations', undefined, 'meise')).body.data[0]).toMatchObject({ pupils: 5 });
  server.clock.set(TEST_NOW);
  tokens.meise = await signIn(server, 'meise', 'admin');
  const fail = (code: string) => {
    throw new Error(code);
  };
  const call = { params: { id: 1 }, actor: { school_id: 1 }, fail } as never;
  await expect(quotationHandlers({ prices: null, seller: null, log: silentLog }).createQuotation(call)).rejects.toThrow(
    'prices_missing',
  );
});

it('has one invoice, whose number runs without gaps through the year of all schools, also where several are made at once [T-7.87]', async () => {
  const contracts = await Promise.all(
    SLINKS.flatMap((slink) => [1, 2, 3].map(async () => ({ slink, uuid: await buildContract(db(), idOf(slink)) }))),
  );
  const make = ({ slink, uuid }: (typeof contracts)[number]) =>
    ask('POST', `/contracts/${uuid}/invoice`, undefined, slink);
  // Each twice: the second is refused, and gives its number back.
  const answers = await Promise.all([...contracts, ...contracts].map(make));
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(contracts.length);
  const numbers = answers.flatMap(({ body }) => body.data?.invoice.number ?? []).toSorted();
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6].map((serial) => `2026-0000${serial}`));
  const [first] = contracts;
  if (!first) throw new Error('no contract');
  expect((await make(first)).body.error.code).toBe('contract_invoiced');
  // Either of the two calls for a contract may be the one that makes it.
  const made = answers.find(({ status }) => status === 200);
  expect(made?.body.data.invoice.recipient).toEqual(['Amselschule', 'Am Wald 1', '20095 Hamburg', 'DE']);
  server.clock.set('2027-01-02T09:00:00Z');
  tokens.amsel = await signIn(server, 'amsel', 'admin');
  const next = await make({ slink: 'amsel', uuid: await buildContract(db(), idOf('amsel')) });
  expect(next.body.data.invoice).toMatchObject({ number: '2027-00001', issued_on: '2027-01-02', due_on: '2027-02-01' });
});
