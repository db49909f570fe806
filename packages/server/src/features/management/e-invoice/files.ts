import type { InvoiceFile } from '@kreide/core/features/management';
import { runInChild } from '../../../kernel/child/index.ts';
import { isCountry } from '../../../kernel/config/seller-config.ts';
import type { Log } from '../../../kernel/log.ts';
import { type PageReader, writePage } from './page.ts';
import type { InvoiceParties, InvoiceSheet } from './sheet.ts';
import { endpointOf, toInvoice } from './to-invoice.ts';
import type { InvoiceWork } from './work.ts';

/**
 * Which files there are of an invoice: none where it was made before the operator said who writes it, nor of one without a tax whose
 * seller does not say why, as the standard asks; nor for a country that it does not know.
 */
export function filesOf(parties: InvoiceParties | null, tax_basis_points: number): InvoiceFile[] {
  if (!parties || (tax_basis_points === 0 && !parties.seller.exemption)) return [];
  if (!isCountry(parties.buyer.country)) return [];
  return endpointOf(parties.buyer) ? ['zugferd', 'xrechnung'] : ['zugferd'];
}

/** One at a time: the work takes a second of a processor and 200 MB. */
let before: Promise<unknown> = Promise.resolve();

/**
 * An invoice by EN 16931: `xrechnung` is XML in the syntax UBL, `zugferd` a PDF/A-3 that carries the same as XML in the syntax CII
 * (ZUGFeRD 2, Factur-X 1, profile EN 16931).
 */
export async function writeInvoice(
  sheet: InvoiceSheet,
  file: InvoiceFile,
  reader: PageReader & { readonly log: Log },
): Promise<Buffer> {
  const input: InvoiceWork = {
    invoice: toInvoice(sheet, reader),
    lang: `${reader.language}-${sheet.seller.country.toLowerCase()}`,
    pdf: file === 'zugferd' ? (await writePage(sheet, reader)).toString('base64') : null,
  };
  const entry = new URL('./work.ts', import.meta.url);
  const made = before.then(() =>
    runInChild({ failure: 'The file of an invoice could not be written', entry, input, log: reader.log }),
  );
  before = made.catch(() => {});
  return Buffer.from((await made) as string, 'base64');
}
