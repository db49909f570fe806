import { LANGUAGES } from '@kreide/core/kernel';
import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { SELLER } from '../../../../../../tests/support/quotations.ts';
import { ROOT } from '../../../../../../tests/support/server.ts';
import { readTexts } from '../../../kernel/text/texts.ts';
import { writePage } from './page.ts';
import type { InvoiceSheet } from './sheet.ts';

const texts = readTexts(`${ROOT}/locales`);
const BUYER = { recipient: 'Amselschule', addition: '', street: 'Am Wald 1', postal_code: '20095', city: 'Hamburg' };
const SHEET: InvoiceSheet = {
  number: '2026-00001',
  issued_on: '2026-11-18',
  due_on: '2026-12-18',
  begins_at: '2026-12-01',
  ends_at: '2027-11-30',
  contract: 'c',
  quotation: 'q',
  pupils: 20_000,
  base_cents: 100_000_000,
  pupil_cents: 100_000,
  currency: 'EUR',
  net_cents: 2_100_000_000,
  tax_basis_points: 0,
  tax_cents: 0,
  gross_cents: 2_100_000_000,
  seller: { ...SELLER, exemption: 'Small business' },
  buyer: { ...BUYER, country: 'DE', email: '', vat_number: '', buyer_reference: '' },
};

/** The lines of each page: what they say, and where, points from the top. */
async function linesOf(sheet: InvoiceSheet, language: (typeof LANGUAGES)[number]) {
  const bytes = await writePage(sheet, { t: texts.for(language), language });
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const found = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , size, left, bottom] = item.transform as [number, number, number, number, number, number];
    return [{ text: item.str, size, left, right: left + item.width, base: 841.89 - bottom }];
  });
  return { pages: document.numPages, lines: found };
}

const unbroken = (length: number) => 'n'.repeat(length);
const words = (length: number) => 'Wort '.repeat(length).slice(0, length).trim();

it.each([words, unbroken])(
  'an invoice stays on one page and nothing covers anything, however long its texts are',
  async (of) => {
    const seller = {
      ...SHEET.seller,
      name: of(120),
      street: of(120),
      city: of(80),
      contact: of(100),
      email: of(200),
      phone: of(40),
    };
    const long = { recipient: of(190), addition: of(120), street: of(120), city: of(120), buyer_reference: of(60) };
    const sheet = {
      ...SHEET,
      seller: { ...seller, exemption: of(200) },
      buyer: { ...SHEET.buyer, ...long, country: 'AT' },
    };
    for (const language of LANGUAGES) {
      const { pages, lines } = await linesOf(sheet, language);
      expect(pages).toBe(1);
      for (const [index, one] of lines.entries()) {
        expect(one.base, one.text).toBeLessThan(841.89 - 10);
        expect(one.right, one.text).toBeLessThanOrEqual(595.28 - 60);
        for (const other of lines.slice(index + 1)) {
          const isBeside = one.right <= other.left + 0.5 || other.right <= one.left + 0.5;
          const distance = Math.abs(one.base - other.base);
          const isApart = isBeside || distance >= Math.min(one.size, other.size);
          expect(isApart, `${language}: ${one.text} | ${other.text}`).toBe(true);
        }
      }
    }
  },
);
