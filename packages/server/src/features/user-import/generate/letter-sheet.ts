import { Readable } from 'node:stream';
import { defuseCell } from '@kreide/core/kernel';
import writeExcelFile from 'write-excel-file/node';
import type { Letters } from './collect-letters.ts';

const WIDTHS = [22, 22, 9, 22, 10, 14, 60, 20];

/** The list of the letters for the office, as a workbook; a name that looks like a formula is a text. */
export async function writeSheet({ school, people, say }: Letters): Promise<Readable> {
  const t = say(school.language);
  const titles = [
    t('letters:sheet.lastname'),
    t('letters:sheet.firstname'),
    t('letters:sheet.class'),
    t('letters:sheet.type'),
    t('letters:sheet.language'),
    t('letters:code'),
    t('letters:sheet.address'),
    t('letters:sheet.until'),
  ];
  const rows = people.map(({ lastname, firstname, grade, type, language, code, address, until }) =>
    [lastname, firstname, grade ?? '', t(`registration:types.${type}`), language, code, address, until].map((cell) => ({
      value: defuseCell(cell),
      type: String,
    })),
  );
  const head = titles.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const columns = WIDTHS.map((width) => ({ width }));
  const options = { columns, sheet: t('letters:sheet.title'), stickyRowsCount: 1 };
  return Readable.from([await writeExcelFile([head, ...rows], options).toBuffer()], { objectMode: false });
}
