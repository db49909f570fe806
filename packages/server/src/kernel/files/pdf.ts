import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';

export type PdfDocument = InstanceType<typeof PDFDocument>;

const fontOf = (name: string) => new URL(`../../../fonts/${name}.ttf`, import.meta.url);
/** The typeface of the app, cut to the letters of the seven languages; read when the first document is written. */
let fonts: { regular: Buffer; bold: Buffer } | null = null;
function readFonts() {
  fonts ??= { regular: readFileSync(fontOf('geist-regular')), bold: readFileSync(fontOf('geist-semibold')) };
  return fonts;
}

/** A document without pages, with the fonts `regular` and `bold`; it names its language and title for those who read by ear. */
export function createPdf({ lang, title }: { lang: string; title: string }): PdfDocument {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang,
    info: { Title: title },
  });
  const { regular, bold } = readFonts();
  document.registerFont('regular', regular);
  document.registerFont('bold', bold);
  return document;
}
