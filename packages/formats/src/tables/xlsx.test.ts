import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ZipRefusal } from '../zip.ts';
import { readXlsx } from './xlsx.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const book = (sheets: Record<string, string>, parts: Record<string, string> = {}, properties = '') => {
  const names = Object.keys(sheets);
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<workbook ${MAIN} xmlns:r="r">${properties}<sheets>${names
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${names
        .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
        .join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        strToU8(`<worksheet ${MAIN}><sheetData>${sheets[name]}</sheetData></worksheet>`),
      ]),
    ),
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [`xl/${name}.xml`, strToU8(text)])),
  });
};
const limits = () => ({ entries: 100, budget: { left: 1_000_000, limit: 1_000_000 } });
const cells = async (bytes: Uint8Array) =>
  (await readXlsx(bytes, limits())).map(({ rows }) => rows.map((row) => row.cells));

describe('workbooks', () => {
  it('are read sheet by sheet: shared and inline texts, numbers without exponent, gaps', async () => {
    const bytes = book(
      {
        '5a': '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Đặng</t></is></c></row>',
        '5b': '<row r="3"><c r="A3"><v>1.23E+11</v></c><c r="B3"><v>0.1</v></c></row>',
      },
      {
        sharedStrings: `<sst ${MAIN}><si><r><t>Mül</t></r><r><t xml:space="preserve">ler </t></r><rPh><t>x</t></rPh></si></sst>`,
      },
    );
    expect(await readXlsx(bytes, limits())).toEqual([
      { name: '5a', formulas: 0, rows: [{ row: 1, cells: ['Müller ', '', 'Đặng'], spoilt: [] }] },
      { name: '5b', formulas: 0, rows: [{ row: 3, cells: ['123000000000', '0.1'], spoilt: [] }] },
    ]);
  });

  it('write dates by the format of their cell, in both systems', async () => {
    const styles = `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const row = '<row><c s="0"><v>41713</v></c><c s="1"><v>41713</v></c><c s="2"><v>59</v></c></row>';
    expect(await cells(book({ a: row }, { styles }))).toEqual([[['41713', '2014-03-15', '1900-02-28']]]);
    const mac = book({ a: row }, { styles }, '<workbookPr date1904="1"/>');
    expect((await cells(mac))[0]?.[0]?.[1]).toBe('2018-03-16');
  });

  it('show numbers as the sheet does: with the zeros and the signs of the format of their cell', async () => {
    const codes = ['00000', '000-00', '"K"000', '#,##0', '0.00', '0', '[>99]0000;0', '@', '\\#00'];
    const formats = codes.map(
      (code, at) =>
        `<numFmt numFmtId="${200 + at}" formatCode="${code.replace(/"/g, '&quot;').replace('>', '&gt;')}"/>`,
    );
    const xfs = codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`);
    const styles = `<styleSheet ${MAIN}><numFmts>${formats.join('')}</numFmts><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`;
    const row = codes.map((_, at) => `<c s="${at}"><v>4711</v></c>`).join('');
    const small = codes.map((_, at) => `<c s="${at}"><v>7</v></c>`).join('');
    const shown = (await cells(book({ a: `<row>${row}</row><row>${small}</row>` }, { styles })))[0];
    expect(shown?.[0]).toEqual(['04711', '047-11', 'K4711', '4711', '4711', '4711', '4711', '4711', '#4711']);
    expect(shown?.[1]).toEqual(['00007', '000-07', 'K007', '7', '7', '7', '0007', '7', '#07']);
    expect(
      (await cells(book({ a: '<row><c s="0"><v>-7</v></c><c s="0"><v>1.5</v></c></row>' }, { styles })))[0],
    ).toEqual([['-7', '1.5']]);
  });

  it('take the last value of a formula and tell errors', async () => {
    const bytes = book({
      a: '<row r="1"><c r="A1" t="str"><f>A2&amp;"x"</f><v>5a</v></c><c r="B1" t="e"><v>#NAME?</v></c></row>',
    });
    expect(await readXlsx(bytes, limits())).toEqual([
      { name: 'a', formulas: 1, rows: [{ row: 1, cells: ['5a', '#NAME?'], spoilt: [1] }] },
    ]);
  });

  it('that inflate beyond the limit, or declare entities, are refused', async () => {
    const bomb = book({ a: `<row>${'<c><v>1</v></c>'.repeat(200_000)}</row>` });
    await expect(readXlsx(bomb, limits())).rejects.toThrow(ZipRefusal);
    const entity = book({ a: '' }, { sharedStrings: '<!DOCTYPE x [<!ENTITY a "b">]><sst/>' });
    await expect(readXlsx(entity, limits())).rejects.toThrow('doctype');
  });
});
