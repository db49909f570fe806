import { SaxesParser } from 'saxes';
import { readZip, type ZipLimits } from '../zip.ts';

/** A sheet as it was read: all cells as text, dates as `YYYY-MM-DD`. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** Cells that hold a formula. Their last value counts; nobody evaluates them. */
  readonly formulas: number;
}
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** Positions of errors such as `#NAME?`. */
  readonly spoilt: readonly number[];
}

/** Most columns and rows of a sheet that are read. */
const COLUMNS = 500;
const ROWS = 200_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Calls for every element of a part, with the text directly inside. No DTD, so no entity can be declared. */
function readXml(
  bytes: Uint8Array | undefined,
  on: {
    open?(name: string, attributes: Readonly<Record<string, string>>): void;
    close?(name: string, text: string): void;
  },
): void {
  if (!bytes) return;
  const parser = new SaxesParser();
  let text = '';
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('doctype');
  });
  parser.on('opentag', (tag) => {
    text = '';
    on.open?.(local(tag.name), tag.attributes);
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', (tag) => {
    on.close?.(local(tag.name), text);
    text = '';
  });
  parser.write(new TextDecoder().decode(bytes)).close();
}

/** Texts that cells refer to by number; without the readings of Japanese names. */
function readSharedStrings(bytes: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  let current = '';
  let isReading = false;
  readXml(bytes, {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') isReading = true;
    },
    close(name, text) {
      if (name === 't' && !isReading) current += text;
      if (name === 'rPh') isReading = false;
      if (name === 'si') texts.push(toLetters(current));
    },
  });
  return texts;
}

/** `_x000D_` stands for a control character. */
const toLetters = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 45, 46, 47, 50, 57]);

/** The signs of a format for whole numbers: a place for a digit, `0` or `#`, or a sign that is shown as it is. */
type Places = readonly { readonly sign: string; readonly isDigit: boolean }[];

/** The places of a format that changes a whole number: it puts zeros before it, or signs between its digits. */
function placesOf(code: string): Places | null {
  const [first = ''] = code.replace(/\[[^\]]*\]/g, '').split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const places: { sign: string; isDigit: boolean }[] = [];
  for (const [, quoted, escaped, sign = ''] of first.matchAll(/"([^"]*)"|\\(.)|_.|(?:\*.)|([\s\S])/g)) {
    const shown = quoted ?? escaped;
    if (shown !== undefined) places.push(...[...shown].map((one) => ({ sign: one, isDigit: false })));
    else if (sign === '0' || sign === '#') places.push({ sign, isDigit: true });
    else if (/^[ \-/()+:]$/.test(sign)) places.push({ sign, isDigit: false });
    // Decimals, thousands, percents, dates and texts are shown in other ways.
    else if (sign !== '') return null;
  }
  const digits = places.filter(({ isDigit }) => isDigit);
  const isPlain = digits.length === places.length && digits.filter(({ sign }) => sign === '0').length < 2;
  return isPlain || digits.length === 0 ? null : places;
}

/** A whole number in the places of its format, as the sheet shows it: the first place takes what is left. */
function toPlaces(number: number, places: Places): string {
  const digits = [...number.toFixed(0)];
  const shown = places.toReversed().map(({ sign, isDigit }) => {
    if (!isDigit) return sign;
    return digits.pop() ?? (sign === '0' ? '0' : '');
  });
  const first = places.findIndex(({ isDigit }) => isDigit);
  const text = shown.reverse();
  text[first] = digits.join('') + text[first];
  return text.join('').trim();
}

interface Styles {
  readonly dates: ReadonlySet<number>;
  readonly places: ReadonlyMap<number, Places>;
}

/** How the styles of cells show numbers: as dates, by number of the format or by the letters in it, or in places of their own. */
function readStyles(bytes: Uint8Array | undefined): Styles {
  const formats = new Map<number, string>();
  const dates = new Set<number>();
  const places = new Map<number, Places>();
  let inCells = false;
  let index = 0;
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      const id = Number(attributes.numFmtId);
      const code = (formats.get(id) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
      const own = placesOf(formats.get(id) ?? '');
      if (BUILT_IN_DATES.has(id) || /[dy]/i.test(code)) dates.add(index);
      else if (own) places.set(index, own);
      index += 1;
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return { dates, places };
}

/** 0 for A, 26 for AA. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function toDateText(serial: number, is1904: boolean): string {
  if (!(serial >= 1 && serial < 2_958_466)) return String(serial);
  // Day 60 of the older system is 29 February 1900, which never existed.
  const days = Math.floor(serial) + (is1904 ? 1462 : serial < 60 ? 1 : 0);
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A number as its cell shows it without a format: no exponent, no rounding noise. */
function toNumberText(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return Number.isInteger(number) && Math.abs(number) < 1e15
    ? number.toFixed(0)
    : String(Number(number.toPrecision(15)));
}

interface Book {
  readonly strings: readonly string[];
  readonly styles: Styles;
  readonly is1904: boolean;
}

function readSheet(name: string, bytes: Uint8Array, { strings, styles, is1904 }: Book): Sheet {
  const rows: SheetRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let spoilt: number[] = [];
  let formulas = 0;
  let cell = { at: -1, type: '', style: -1, text: '' };
  readXml(bytes, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = Number(attributes.r) || row + 1;
        [cells, spoilt] = [[], []];
        cell.at = -1;
      } else if (tag === 'c') {
        const at = attributes.r ? columnOf(attributes.r) : cell.at + 1;
        cell = { at, type: attributes.t ?? 'n', style: Number(attributes.s ?? -1), text: '' };
      } else if (tag === 'f') formulas += 1;
    },
    close(tag, text) {
      if (tag === 'v' || tag === 't') cell.text += text;
      else if (tag === 'c' && cell.at >= 0 && cell.at < COLUMNS) {
        while (cells.length < cell.at) cells.push('');
        cells[cell.at] = toText(cell);
        if (cell.type === 'e') spoilt.push(cell.at);
      } else if (tag === 'row' && cells.some((one) => one !== '') && rows.length < ROWS)
        rows.push({ row, cells, spoilt });
    },
  });
  return { name, rows, formulas };

  function toText({ type, style, text }: typeof cell): string {
    if (type === 's') return strings[Number(text)] ?? '';
    if (type !== 'n' || text === '') return type === 'd' ? text.slice(0, 10) : toLetters(text);
    const number = Number(text);
    if (styles.dates.has(style)) return toDateText(number, is1904);
    const places = Number.isInteger(number) && number >= 0 && number < 1e15 ? styles.places.get(style) : undefined;
    return places ? toPlaces(number, places) : toNumberText(text);
  }
}

/**
 * Reads the sheets of a workbook as Excel and LibreOffice save it. Throws `ZipRefusal` beyond the limits; any other error
 * says that it is broken.
 */
export async function readXlsx(bytes: Uint8Array, limits: ZipLimits): Promise<Sheet[]> {
  const parts = new Map<string, Uint8Array>();
  for await (const { path, read } of readZip(bytes, limits)) {
    const name = path.replace(/^\//, '');
    if (/^xl\/(workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/.test(name))
      parts.set(name, await read());
  }
  const targets = new Map<string, string>();
  readXml(parts.get('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id && Target) targets.set(Id, Target.replace(/^\/?(xl\/)?/, 'xl/'));
    },
  });
  const named: { name: string; part: Uint8Array }[] = [];
  let is1904 = false;
  readXml(parts.get('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      const part = name === 'sheet' ? parts.get(targets.get(attributes['r:id'] ?? '') ?? '') : undefined;
      if (part) named.push({ name: attributes.name ?? '', part });
    },
  });
  const book = {
    strings: readSharedStrings(parts.get('xl/sharedStrings.xml')),
    styles: readStyles(parts.get('xl/styles.xml')),
    is1904,
  };
  return named.map(({ name, part }) => readSheet(name, part, book));
}
