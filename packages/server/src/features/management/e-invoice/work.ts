import { type Invoice, InvoiceService } from '@e-invoice-eu/core';
import { answerParent } from '../../../kernel/child/index.ts';

/** What the process is given that writes the file of an invoice: its library checks each against a schema that it compiles for a second. */
export interface InvoiceWork {
  readonly invoice: Invoice;
  /** For the metadata of a PDF: `de-de`. */
  readonly lang: string;
  /** The page that carries the XML, base64; null: XML alone. */
  readonly pdf: string | null;
}

/** It warns of spreadsheets, which nobody gives it; what is wrong is thrown. */
const SILENT = { log() {}, warn() {}, error() {} };

await answerParent(async (input) => {
  const { invoice, lang, pdf } = input as InvoiceWork;
  const service = new InvoiceService(SILENT);
  const page = pdf === null ? null : Buffer.from(pdf, 'base64');
  const made = await service.generate(invoice, {
    lang,
    format: page ? 'Factur-X-EN16931' : 'XRECHNUNG-UBL',
    noWarnings: true,
    ...(page && { pdf: { buffer: page, filename: 'invoice.pdf', mimetype: 'application/pdf' } }),
  });
  return Buffer.from(made).toString('base64');
});
