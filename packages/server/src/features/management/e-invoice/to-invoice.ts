import type { Invoice as EuInvoice } from '@e-invoice-eu/core';
import { remainderOf97 } from '../../../kernel/config/seller-config.ts';
import { type PageReader, positionsOf, termsOf } from './page.ts';
import type { InvoiceParties, InvoiceSheet } from './sheet.ts';

/** The German number of an authority, under which it finds its invoices; the last two digits check the others. */
const LEITWEG_ID = /^\d{2,12}(-[0-9A-Z]{1,30})?-\d{2}$/i;
const isLeitwegId = (text: string) => LEITWEG_ID.test(text) && remainderOf97(text.replaceAll('-', '')) === 1n;

/** Units of UN/ECE Recommendation 20: one. */
const ONE = 'C62';
/** Codes of UNTDID: 1001 an invoice, 4461 a SEPA transfer, 5305 the kind of tax. */
const INVOICE = '380';
const SEPA = '58';
const TAXED = 'S';
const EXEMPT = 'E';

/** Where the buyer receives invoices: XRechnung needs it. Null: nowhere. */
export function endpointOf({ email, buyer_reference }: InvoiceParties['buyer']): { id: string; scheme: string } | null {
  if (isLeitwegId(buyer_reference)) return { id: buyer_reference, scheme: '0204' };
  return email === '' ? null : { id: email, scheme: 'EM' };
}

/** Whole cents as the standard writes money: `17868` → `178.68`. */
const toMoney = (cents: number) => (cents / 100).toFixed(2);

/** What both kinds of files say, by the names of UBL. */
export function toInvoice(sheet: InvoiceSheet, reader: PageReader): EuInvoice {
  const { seller, buyer, currency, tax_basis_points } = sheet;
  const endpoint = endpointOf(buyer);
  const percent = (tax_basis_points / 100).toFixed(2);
  const isExempt = tax_basis_points === 0;
  const category = {
    'cbc:ID': isExempt ? EXEMPT : TAXED,
    'cbc:Percent': percent,
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  };
  const money = <Name extends string>(name: Name, cents: number) =>
    ({ [name]: toMoney(cents), [`${name}@currencyID`]: currency }) as Record<Name | `${Name}@currencyID`, string>;
  const invoice = {
    'cbc:ID': sheet.number,
    'cbc:IssueDate': sheet.issued_on,
    'cbc:DueDate': sheet.due_on,
    'cbc:InvoiceTypeCode': INVOICE,
    'cbc:DocumentCurrencyCode': currency,
    'cbc:BuyerReference': buyer.buyer_reference || sheet.quotation,
    'cac:InvoicePeriod': { 'cbc:StartDate': sheet.begins_at, 'cbc:EndDate': sheet.ends_at },
    'cac:ContractDocumentReference': { 'cbc:ID': sheet.contract },
    'cac:AccountingSupplierParty': {
      'cac:Party': {
        'cbc:EndpointID': seller.email,
        'cbc:EndpointID@schemeID': 'EM',
        'cac:PostalAddress': toAddress(seller),
        'cac:PartyTaxScheme': [{ 'cbc:CompanyID': seller.vat_id, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }],
        'cac:PartyLegalEntity': { 'cbc:RegistrationName': seller.name },
        'cac:Contact': {
          'cbc:Name': seller.contact,
          'cbc:Telephone': seller.phone,
          'cbc:ElectronicMail': seller.email,
        },
      },
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': {
        ...(endpoint && { 'cbc:EndpointID': endpoint.id, 'cbc:EndpointID@schemeID': endpoint.scheme }),
        'cac:PostalAddress': toAddress(buyer),
        ...(buyer.vat_number !== '' && {
          'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vat_number, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
        }),
        'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.recipient },
      },
    },
    'cac:PaymentMeans': [
      {
        'cbc:PaymentMeansCode': SEPA,
        'cbc:PaymentID': sheet.number,
        'cac:PayeeFinancialAccount': { 'cbc:ID': seller.iban, 'cbc:Name': seller.name },
      },
    ],
    'cac:PaymentTerms': { 'cbc:Note': termsOf(sheet, reader) },
    'cac:TaxTotal': [
      {
        ...money('cbc:TaxAmount', sheet.tax_cents),
        'cac:TaxSubtotal': [
          {
            ...money('cbc:TaxableAmount', sheet.net_cents),
            ...money('cbc:TaxAmount', sheet.tax_cents),
            'cac:TaxCategory': {
              ...category,
              ...(isExempt && { 'cbc:TaxExemptionReason': seller.exemption ?? '' }),
            },
          },
        ],
      },
    ],
    'cac:LegalMonetaryTotal': {
      ...money('cbc:LineExtensionAmount', sheet.net_cents),
      ...money('cbc:TaxExclusiveAmount', sheet.net_cents),
      ...money('cbc:TaxInclusiveAmount', sheet.gross_cents),
      ...money('cbc:PayableAmount', sheet.gross_cents),
    },
    'cac:InvoiceLine': positionsOf(sheet, reader.t).map(({ name, quantity, cents }, index) => ({
      'cbc:ID': `${index + 1}`,
      'cbc:InvoicedQuantity': `${quantity}`,
      'cbc:InvoicedQuantity@unitCode': ONE,
      ...money('cbc:LineExtensionAmount', quantity * cents),
      'cac:Item': { 'cbc:Name': name, 'cac:ClassifiedTaxCategory': category },
      'cac:Price': money('cbc:PriceAmount', cents),
    })),
  };
  return { 'ubl:Invoice': invoice } as unknown as EuInvoice;
}

const toAddress = (of: { street: string; addition?: string; postal_code: string; city: string; country: string }) => ({
  'cbc:StreetName': of.street,
  ...(of.addition && { 'cbc:AdditionalStreetName': of.addition }),
  'cbc:CityName': of.city,
  'cbc:PostalZone': of.postal_code,
  'cac:Country': { 'cbc:IdentificationCode': of.country },
});
