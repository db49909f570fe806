import { type Language, type Translate, writeDate } from '@kreide/core/kernel';
import { createPdf, type PdfDocument } from '../../../kernel/files/pdf.ts';
import type { InvoiceSheet } from './sheet.ts';

const INK = '#1d2421';
const SOFT = '#5b6661';
const LEFT = 68;
const WIDTH = 595.28 - 2 * LEFT;
/** Where the columns of numbers end. */
const COLUMNS = [262, 358, WIDTH] as const;

export interface PageReader {
  readonly t: Translate;
  readonly language: Language;
}

/** An invoice as people read it, on one page. */
export async function writePage(sheet: InvoiceSheet, { t, language }: PageReader): Promise<Buffer> {
  const { seller, buyer } = sheet;
  const title = t('management:eInvoice.title', { number: sheet.number });
  const document = createPdf({ lang: language, title });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject));
  const day = (date: string) => writeDate(language, date, 'long');
  const money = (cents: number) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: sheet.currency }).format(cents / 100);
  document.addPage();
  const write = writerOf(document);
  const addressOf = (of: { street: string; postal_code: string; city: string; country: string }) => [
    of.street,
    `${of.postal_code} ${of.city}`,
    ...(of.country === seller.country && of.country === buyer.country ? [] : [of.country]),
  ];
  let y = write([seller.name, ...addressOf(seller)].join(' · '), { y: 60, size: 8.5, colour: SOFT });
  const lines = [buyer.recipient, ...(buyer.addition === '' ? [] : [buyer.addition]), ...addressOf(buyer)];
  y = write(lines.join('\n'), { y: Math.max(y + 8, 130), size: 11 });
  y = write(title, { y: Math.max(y + 8, 240), size: 20, bold: true });
  const facts = [
    t('management:eInvoice.issued', { date: day(sheet.issued_on) }),
    t('management:eInvoice.span', { from: day(sheet.begins_at), to: day(sheet.ends_at) }),
    ...(buyer.buyer_reference === '' ? [] : [t('management:eInvoice.reference', { reference: buyer.buyer_reference })]),
    ...(buyer.vat_number === '' ? [] : [t('management:eInvoice.buyerVat', { number: buyer.vat_number })]),
  ];
  y = write(facts.join('\n'), { y: y + 8, size: 10.5, colour: SOFT });
  y = Math.max(y + 16, 356);
  const row = (cells: readonly [string, string, string, string], bold = false) => {
    const [name, ...numbers] = cells;
    const below = write(name, { y, bold, width: COLUMNS[0] - 70 });
    numbers.forEach((text, index) => {
      write(text, { y, bold, width: COLUMNS[index] ?? WIDTH, align: 'right' });
    });
    y = Math.max(y + 22, below + 6);
  };
  const rule = () => {
    document.markContent('Artifact', { type: 'Layout' });
    document
      .moveTo(LEFT, y - 6)
      .lineTo(LEFT + WIDTH, y - 6)
      .lineWidth(0.6)
      .stroke(SOFT);
    document.endMarkedContent();
  };
  const heads = ['what', 'count', 'price', 'sum'] as const;
  row(heads.map((key) => t(`management:eInvoice.${key}`)) as unknown as [string, string, string, string], true);
  rule();
  for (const { name, quantity, cents } of positionsOf(sheet, t))
    row([name, quantity.toLocaleString(language), money(cents), money(quantity * cents)]);
  rule();
  row([t('management:eInvoice.net'), '', '', money(sheet.net_cents)]);
  const percent = (sheet.tax_basis_points / 100).toLocaleString(language);
  row([t('management:eInvoice.tax', { percent }), '', '', money(sheet.tax_cents)]);
  row([t('management:eInvoice.gross'), '', '', money(sheet.gross_cents)], true);
  y += 24;
  if (sheet.tax_basis_points === 0 && seller.exemption) y = write(seller.exemption, { y }) + 8;
  const terms = termsOf(sheet, { t, language });
  write(
    `${terms}\n${t('management:eInvoice.bank', { iban: seller.iban.replace(/(.{4})(?=.)/g, '$1 '), number: sheet.number })}`,
    { y },
  );
  const foot = [seller.name, seller.vat_id, seller.contact, seller.phone, seller.email].join(' · ');
  const height = document.font('regular').fontSize(8.5).heightOfString(foot, { width: WIDTH, lineGap: 3 });
  write(foot, { y: Math.min(780, 824 - height), size: 8.5, colour: SOFT });
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

/** By when what is paid, in words. */
export function termsOf({ gross_cents, currency, due_on }: InvoiceSheet, { t, language }: PageReader): string {
  const sum = new Intl.NumberFormat(language, { style: 'currency', currency }).format(gross_cents / 100);
  return t('management:eInvoice.terms', { sum, date: writeDate(language, due_on, 'long') });
}

/** What is charged for: the school, and each of its pupils; nothing that is free, unless all is. */
export function positionsOf({ base_cents, pupil_cents, pupils }: InvoiceSheet, t: Translate) {
  return [
    { name: t('management:eInvoice.base'), quantity: 1, cents: base_cents },
    { name: t('management:eInvoice.pupils'), quantity: pupils, cents: pupil_cents },
  ].filter(({ cents }, index, all) => cents > 0 || (index === 0 && all.every((one) => one.cents === 0)));
}

interface Style {
  y: number;
  size?: number;
  bold?: boolean;
  colour?: string;
  width?: number;
  align?: 'left' | 'right';
}

/** Writes a paragraph; returns where the next one can begin. */
function writerOf(document: PdfDocument) {
  return (
    text: string,
    { y, size = 10.5, bold = false, colour = INK, width = WIDTH, align = 'left' }: Style,
  ): number => {
    if (text === '') return y;
    const paragraph = document.struct('P', {}, () => {
      document
        .font(bold ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(colour);
      document.text(text, LEFT, y, { width, align, lineGap: 3 });
    });
    document.addStructure(paragraph);
    paragraph.end();
    return document.y;
  };
}
