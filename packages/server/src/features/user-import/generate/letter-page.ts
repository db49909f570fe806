import { create } from 'qrcode';
import type { PdfDocument as Document } from '../../../kernel/files/pdf.ts';
import type { Letter, Letters } from './collect-letters.ts';

/** PDF counts points, DIN 5008 millimetres. */
const mm = (value: number) => (value * 72) / 25.4;

const INK = '#1d2421';
const SOFT = '#5b6661';
const LEFT = mm(25);
const WIDTH = mm(165);
/** Edge of the QR code, and of the box around it. */
const QR_EDGE = mm(38);

/** Places of DIN 5008 form B, from the upper edge. */
const PLACES = {
  head: mm(14),
  rule: mm(30),
  sender: mm(46),
  receiver: mm(62.7),
  subject: mm(103),
  folds: [mm(105), mm(210)],
  hole: mm(148.5),
} as const;

/** One letter on a page of its own, each part marked with what it is for those who read by ear. */
export function writeLetter(document: Document, letter: Letter, { school, brand, entry, say }: Letters): void {
  const t = say(letter.language);
  const { lastname, firstname, code } = letter;
  const name = `${firstname} ${lastname}`;
  document.addPage();
  const part = (kind: string, draw: () => void, alt?: string) =>
    section.add(document.struct(kind, alt === undefined ? {} : { alt }, draw));
  // Ornaments are read to nobody.
  const ornament = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  const section = document.struct('Sect', { lang: letter.language });
  document.addStructure(section);
  const write = (text: string, y: number, style: { size: number; bold?: boolean; colour?: string; width?: number }) =>
    document
      .font(style.bold ? 'bold' : 'regular')
      .fontSize(style.size)
      .fillColor(style.colour ?? INK)
      .text(text, LEFT, y, { width: style.width ?? WIDTH, lineGap: style.size * 0.25 });

  ornament(() => {
    document.rect(LEFT, PLACES.rule, WIDTH, 1.5).fill(brand.colour);
    document.lineWidth(0.4).strokeColor(SOFT);
    for (const y of PLACES.folds) document.moveTo(mm(4), y).lineTo(mm(9), y).stroke();
    document.moveTo(mm(4), PLACES.hole).lineTo(mm(11), PLACES.hole).stroke();
  });
  part('P', () => write(school.name, PLACES.head, { size: 16, bold: true, width: mm(120) }));
  part('P', () => {
    document.font('bold').fontSize(11).fillColor(brand.colour);
    document.text(brand.name, LEFT + mm(120), PLACES.head + 4, { width: WIDTH - mm(120), align: 'right' });
  });
  part('P', () => write(school.name, PLACES.sender, { size: 7, colour: SOFT, width: mm(80) }));
  part('P', () => {
    write(name, PLACES.receiver, { size: 11, width: mm(80) });
    if (letter.grade !== null) document.text(t('letters:grade', { grade: letter.grade }), { width: mm(80) });
  });
  part('H1', () => write(t('letters:subject', { app: brand.name, name }), PLACES.subject, { size: 15, bold: true }));
  part('P', () => write(t('letters:greeting', { name }), document.y + 14, { size: 10.5 }));
  part('P', () => write(t('letters:intro', { school: school.name, app: brand.name }), document.y + 6, { size: 10.5 }));

  const box = document.y + 16;
  ornament(() => {
    document.roundedRect(LEFT, box, WIDTH, QR_EDGE + mm(8), 8).fill('#f2f5f3');
    document.rect(LEFT, box + 10, 3, QR_EDGE + mm(8) - 20).fill(brand.colour);
  });
  part('P', () => {
    document.font('regular').fontSize(10).fillColor(SOFT);
    document.text(t('letters:code'), LEFT + mm(8), box + mm(9), { width: mm(100) });
  });
  part('P', () => {
    document.font('bold').fontSize(26).fillColor(INK);
    document.text(code, LEFT + mm(8), box + mm(15), { width: mm(105), characterSpacing: 1.5 });
  });
  part('P', () => {
    document.font('regular').fontSize(10).fillColor(SOFT);
    document.text(t('letters:until', { date: letter.until }), LEFT + mm(8), box + mm(29), { width: mm(105) });
  });
  part('Figure', () => drawQr(document, letter.address, LEFT + WIDTH - QR_EDGE - mm(4), box + mm(4)), t('letters:qr'));

  part('H2', () => write(t('letters:stepsTitle'), box + QR_EDGE + mm(8) + 20, { size: 12, bold: true }));
  const steps = [
    t('letters:step1', { address: entry.replace(/^https?:\/\//, '') }),
    t('letters:step2'),
    t('letters:step3'),
  ];
  for (const [index, step] of steps.entries()) {
    const y = document.y + 8;
    part('P', () => {
      document.font('bold').fontSize(10.5).fillColor(brand.colour);
      document.text(`${index + 1}.`, LEFT, y, { width: mm(7) });
      document.font('regular').fillColor(INK);
      document.text(step, LEFT + mm(7), y, { width: WIDTH - mm(7), lineGap: 2.6 });
    });
  }
  part('P', () => write(t('letters:secret'), document.y + 16, { size: 9, colour: SOFT }));
  section.end();
}

/** As one path: a row of dark modules is one rectangle. The quiet zone that readers need is white. */
function drawQr(document: Document, text: string, x: number, y: number): void {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const module = QR_EDGE / (size + 8);
  document.rect(x, y, QR_EDGE, QR_EDGE).fill('#ffffff');
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      if (!data[row * size + column]) continue;
      let end = column;
      while (end < size && data[row * size + end]) end += 1;
      document.rect(x + (column + 4) * module, y + (row + 4) * module, (end - column) * module, module);
      column = end;
    }
  document.fill('#000000');
}
