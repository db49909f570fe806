import { Parser } from 'htmlparser2';

/** One row of a table, its cells without surrounding blanks. */
export interface HtmlRow {
  /** The line of the file on which it begins. */
  line: number;
  cells: string[];
}

/** A table with the heading that stands before it. */
export interface HtmlTable {
  caption: string;
  head: string[];
  rows: HtmlRow[];
}

const HEADING = /^h[1-6]$/;
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The tables of a page; nothing in it is run or fetched, and a page within a page is read as one. */
export function readTables(text: string): HtmlTable[] {
  const tables: HtmlTable[] = [];
  let caption = '';
  let row: HtmlRow | null = null;
  let open: { is: 'heading' | 'th' | 'td'; text: string } | null = null;
  let [line, seen] = [1, 0];
  const lineAt = (index: number) => {
    for (; seen < index; seen += 1) if (text.charCodeAt(seen) === 10) line += 1;
    return line;
  };
  const parser = new Parser({
    onopentag(name) {
      if (name === 'table') tables.push({ caption, head: [], rows: [] });
      else if (name === 'tr') row = { line: lineAt(parser.startIndex), cells: [] };
      else if (name === 'td' || name === 'th') open = { is: name, text: '' };
      else if (HEADING.test(name)) open = { is: 'heading', text: '' };
    },
    ontext(part) {
      if (open) open.text += part;
    },
    onclosetag(name) {
      if (open && (name === open.is || (open.is === 'heading' && HEADING.test(name)))) {
        const content = plain(open.text);
        if (open.is === 'heading') caption = content;
        else if (open.is === 'th') tables.at(-1)?.head.push(content);
        else row?.cells.push(content);
        open = null;
      }
      if (name !== 'tr' || !row) return;
      if (row.cells.length > 0) tables.at(-1)?.rows.push(row);
      row = null;
    },
  });
  parser.end(text);
  return tables;
}
