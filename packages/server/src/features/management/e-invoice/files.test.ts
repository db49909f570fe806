import { FacturX } from 'factur-x-kit';
import type { Insertable } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { buildContract, SELLER } from '../../../../../../tests/support/quotations.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';

type Prices = Partial<Insertable<DB['quotations']>>;
let server: TestServer;
let school: BuiltSchool;
let token: string;
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_SELLER: JSON.stringify(SELLER) } });
  school = await buildSchool(db(), 'amsel');
  await buildUser(db(), school.id, 'admin', 'ADMIN');
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

/** An invoice of a school that says this of itself when it is made. */
async function makeInvoice(billing: Partial<Insertable<DB['school_billing']>>, prices: Prices = {}) {
  const uuid = await buildContract(db(), school.id, prices);
  const values = { email: '', buyer_reference: '', addition: '', ...billing };
  await db().updateTable('school_billing').set(values).where('school_id', '=', school.id).execute();
  const path = `/v1/schools/${school.id}/contracts/${uuid}/invoice`;
  const { body } = await server.request('POST', path, { token });
  return { path, ...(body.data.invoice as { number: string; files: string[] }) };
}

const fetchFile = (path: string, language = 'de') =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${token}`, 'accept-language': language } });

it('a PDF says to people and, as XML by EN 16931 within it, to programs what is to be paid, to whom and by when', async () => {
  const made = await makeInvoice({
    email: 'post@example.org',
    buyer_reference: '04011000-1234512345-06',
    addition: 'Büro',
  });
  // What changes afterwards changes no invoice.
  await db().updateTable('school_billing').set({ recipient: 'Other' }).where('school_id', '=', school.id).execute();
  const answer = await fetchFile(`${made.path}/zugferd`);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain(`${made.number}.pdf`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const read = await FacturX.fromPDF(bytes.slice());
  expect(read.validate()).toEqual({ valid: true });
  const lines = [
    { netPricePerItem: 99, quantity: 1, netTotal: 99 },
    { netPricePerItem: 1.5, quantity: 100, netTotal: 150 },
  ].map(({ netPricePerItem, quantity, netTotal }) => ({
    productPriceAgreement: { productNetPricing: { netPricePerItem } },
    delivery: { itemQuantity: { quantity, unit: 'C62' } },
    settlement: { tax: { categoryCode: 'S', rateApplicablePercent: 19 }, lineTotals: { netTotal } },
  }));
  expect(read.object).toMatchObject({
    profile: 'urn:cen.eu:en16931:2017',
    document: { id: made.number, type: '380', dateOfIssue: { year: 2026, month: 11, day: 18 }, currency: 'EUR' },
    invoiceLines: lines,
    buyer: { name: 'Amselschule', postalAddress: { addressLineTwo: 'Büro', postcode: '20095', city: 'Hamburg' } },
    seller: { name: SELLER.name, taxIdentification: { vatId: SELLER.vat_id } },
    paymentInformation: {
      paymentReference: made.number,
      paymentMeans: [{ paymentType: '58', payeeBankAccount: { iban: 'DE02120300000000202051' } }],
      paymentTerms: { dueDate: { year: 2026, month: 12, day: 18 } },
    },
    totals: { netTotal: 249, taxTotal: [{ amount: 47.31, currency: 'EUR' }], grossTotal: 296.31, openAmount: 296.31 },
    delivery: { billingPeriod: { startDate: { month: 12, day: 1 }, endDate: { year: 2027, month: 11, day: 30 } } },
  });
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  for (const words of [`Rechnung ${made.number}`, 'Amselschule', '296,31 €', '18. Dezember 2026', 'DE02 1203 0000'])
    expect(text).toContain(words);
});

it('an authority of Germany gets XRechnung, found by the Leitweg-ID of the school or else by its address', async () => {
  const made = await makeInvoice({ email: 'post@example.org', buyer_reference: '04011000-1234512345-06' });
  expect(made.files).toEqual(['zugferd', 'xrechnung']);
  const answer = await fetchFile(`${made.path}/xrechnung`, 'fr');
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const xml = await answer.text();
  expect(xml).toContain('urn:xeinkauf.de:kosit:xrechnung_3.0');
  expect(xml).toContain('<cbc:BuyerReference>04011000-1234512345-06<');
  expect(xml).toContain('<cbc:EndpointID schemeID="0204">04011000-1234512345-06<');
  expect(xml).toContain('<cbc:PayableAmount currencyID="EUR">296.31<');
  expect(xml).toContain('Kreide &amp; Söhne');
  expect(xml).toContain('Prix de base pour un an');
  // The second has the look of a Leitweg-ID, and wrong check digits.
  for (const buyer_reference of ['Haushalt 7', '2026-15']) {
    const byMail = await makeInvoice({ email: 'post@example.org', buyer_reference });
    const second = await (await fetchFile(`${byMail.path}/xrechnung`)).text();
    expect(second).toContain('<cbc:EndpointID schemeID="EM">post@example.org<');
    expect(second).toContain(`<cbc:BuyerReference>${buyer_reference}<`);
  }
});

it('what is free of tax, or of a price, is an invoice by the standard too; one that does not say why it has no tax is none', async () => {
  const free = { tax_basis_points: 0, tax_cents: 0 };
  const none = { net_cents: 0, tax_cents: 0, gross_cents: 0 };
  const billing = { recipient: 'A & <b> Ünal مدرسة', country: 'AT', postal_code: '1010' };
  for (const [prices, quantities] of [
    [{ ...free, gross_cents: 24900 }, [1, 100]],
    [{ ...none, base_cents: 0, pupil_cents: 0 }, [1]],
    [{ base_cents: 0, net_cents: 15000, tax_cents: 2850, gross_cents: 17850 }, [100]],
    [{ pupil_cents: 0, net_cents: 9900, tax_cents: 1881, gross_cents: 11781 }, [1]],
  ] as const) {
    const { path } = await makeInvoice(billing, prices);
    const exempt = { ...SELLER, iban: SELLER.iban.replaceAll(' ', ''), exemption: 'Small business' };
    await db()
      .updateTable('invoices')
      .set({ seller: toJsonText(exempt) })
      .execute();
    const read = await FacturX.fromPDF(new Uint8Array(await (await fetchFile(`${path}/zugferd`)).arrayBuffer()));
    expect(read.validate()).toEqual({ valid: true });
    expect(read.object).toMatchObject({
      buyer: { name: billing.recipient, postalAddress: { country: 'AT' } },
      invoiceLines: quantities.map((quantity) => ({ delivery: { itemQuantity: { quantity } } })),
      totals: { grossTotal: ('gross_cents' in prices ? prices.gross_cents : 0) / 100 },
    });
    const text = JSON.stringify(read.object);
    expect(text.includes('Small business')).toBe('tax_basis_points' in prices);
  }
  // Quoted without a tax, before the operator asked for one.
  expect((await makeInvoice({ email: 'post@example.org' }, { ...free, gross_cents: 24900 })).files).toEqual([]);
});

it('there is no XRechnung without an address for it, no file without a seller, and none for another school', async () => {
  const made = await makeInvoice({ buyer_reference: 'Haushalt 7' });
  expect(made.files).toEqual(['zugferd']);
  expect((await fetchFile(`${made.path}/xrechnung`)).status).toBe(404);
  expect((await fetchFile(`${made.path}/paper`)).status).toBe(422);
  const other = await buildSchool(db(), 'meise');
  await buildUser(db(), other.id, 'admin', 'ADMIN');
  token = await signIn(server, 'meise', 'admin');
  expect((await fetchFile(`${made.path}/zugferd`)).status).toBe(404);
  const own = made.path.replace(`/schools/${school.id}/`, `/schools/${other.id}/`);
  expect((await fetchFile(`${own}/zugferd`)).status).toBe(404);
  token = await signIn(server, 'amsel', 'admin');
  await db().updateTable('invoices').set({ seller: null, buyer: null }).execute();
  expect((await fetchFile(`${made.path}/zugferd`)).status).toBe(404);
  const { body } = await server.request('GET', `/v1/schools/${school.id}/contracts`, { token });
  expect(body.data[0].invoice.files).toEqual([]);
});

it('a country that the standard does not know gives an invoice without files, and no error', async () => {
  const uuid = await buildContract(db(), school.id);
  await db().updateTable('school_billing').set({ country: 'XK' }).where('school_id', '=', school.id).execute();
  const path = `/v1/schools/${school.id}/contracts/${uuid}/invoice`;
  expect((await server.request('POST', path, { token })).body.data.invoice.files).toEqual([]);
  expect((await fetchFile(`${path}/zugferd`)).status).toBe(404);
});
