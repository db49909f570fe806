import type { Sex } from '../users/index.ts';
import type { DateOrder } from './dates.ts';
import type { PersonField } from './fields.ts';
import { foldHeader } from './fold.ts';
import { PRESETS } from './preset-table.ts';
import type { ImportType } from './records.ts';
import type { SourceRow, SourceTable } from './tables.ts';

/** What a preset is known from, the strongest first: a file, papers of the maker, programs that read it, hearsay, a guess. */
export const EVIDENCE = ['file', 'documentation', 'code', 'told', 'inferred'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** How sure it is that a list with these headers comes from this program. */
export const SURENESS = ['certain', 'likely', 'possible'] as const;
export type Sureness = (typeof SURENESS)[number];

/** What a status of a source says of a row. */
export type RowStatus = 'active' | 'left' | 'not_yet' | 'not_current';

/** What the first rows of a list without a header look like. */
export interface Shape {
  /** Fewest and most cells of a row. */
  readonly cells: readonly [fewest: number, most: number];
  /** By number of the cell, from 1. */
  readonly all: Readonly<Record<number, RegExp>>;
  /** One row at least has something in one of these cells: empty columns prove nothing. */
  readonly filled: readonly number[];
}

/** One kind of list that a program writes. */
export interface Layout {
  /** Headers as the program writes them that must all be there; none: `shape` tells. */
  readonly needs: readonly string[];
  readonly shape?: Shape;
  readonly sure: Sureness;
  /** What its rows are, unless they say it. */
  readonly type?: ImportType;
  /** Columns are known by their number; the header begins with `needs`, and the rest of it is decoration. */
  readonly by_position?: true;
  /** By field, headers (or numbers) in the order of preference. Null: nobody is read from such a list. */
  readonly columns: Readonly<Partial<Record<PersonField, readonly string[]>>> | null;
  /** Not read though their words are known. */
  readonly skip?: readonly string[];
  /** Not read because confidential, and named. */
  readonly sensitive?: readonly string[];
  readonly sex?: Readonly<Record<string, Sex>>;
  readonly status?: Readonly<Record<string, RowStatus>>;
}

/** How the lists of one program are read. */
export interface Preset {
  readonly id: string;
  /** Of the program and the list, the same in every language. */
  readonly name: string;
  readonly evidence: readonly Evidence[];
  readonly layouts: readonly Layout[];
  /** Its lists come as a set: others beside them are not read. */
  readonly is_set?: true;
  /** Where a column proves no order of days and months. */
  readonly date_order?: DateOrder;
  readonly delimiter?: ';' | ',' | '\t' | '|';
  /** What the program writes where bytes are no UTF-8. */
  readonly encoding?: 'windows-1252';
  /** A quotation mark is a letter. */
  readonly has_no_quotes?: true;
  /** The class is the first word of its cell, or what stands behind the school's own name. */
  readonly class?: 'first_word' | 'behind_dash';
  /** A name that fills a row which is nobody. */
  readonly nobody?: string;
}

export const PRESET_IDS: readonly string[] = PRESETS.map(({ id }) => id);
export const findPreset = (id: string | null | undefined): Preset | null =>
  PRESETS.find((preset) => preset.id === id) ?? null;

/** Rows that are looked at for a header. */
export const HEADER_ROWS = 15;
/** Rows that are looked at for a shape. */
const SHAPE_ROWS = 50;

/** As written, but for case and blanks. */
export const toPlainHeader = (header: string) => header.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** A list of a program, found in a table. */
export interface FoundLayout {
  readonly layout: Layout;
  /** Of the header row; -1: there is none. */
  readonly index: number;
}

const hasShape = ({ cells: [fewest, most], all, filled }: Shape, rows: readonly SourceRow[]) => {
  const seen = rows.slice(0, SHAPE_ROWS);
  const isRow = ({ cells }: SourceRow) =>
    cells.length >= fewest &&
    cells.length <= most &&
    Object.entries(all).every(([number, pattern]) => pattern.test((cells[Number(number) - 1] ?? '').trim()));
  const isFilled = ({ cells }: SourceRow) => filled.some((number) => (cells[number - 1] ?? '').trim() !== '');
  return seen.length > 0 && seen.every(isRow) && seen.some(isFilled);
};

/** Which list of a program a table is; null: none. */
export function findLayout(preset: Preset, { rows }: Pick<SourceTable, 'rows'>): FoundLayout | null {
  let best: (FoundLayout & { score: number }) | null = null;
  for (const [index, { cells }] of rows.slice(0, HEADER_ROWS).entries()) {
    const written = new Set(cells.map(toPlainHeader));
    for (const layout of preset.layouts) {
      // The surest first, then the one that asks for most.
      const score = layout.needs.length - 100 * SURENESS.indexOf(layout.sure);
      if (layout.needs.length === 0 || (best !== null && score <= best.score)) continue;
      const isThere = (header: string, at: number) =>
        layout.by_position
          ? toPlainHeader(cells[at] ?? '') === toPlainHeader(header)
          : written.has(toPlainHeader(header));
      if (layout.needs.every(isThere)) best = { layout, index, score };
    }
  }
  if (best) return best;
  const lines = rows.filter(({ cells }) => !/^\s*#/.test(cells[0] ?? '') && cells.some((cell) => cell.trim() !== ''));
  const layout = preset.layouts.find(({ shape }) => shape !== undefined && hasShape(shape, lines));
  return layout ? { layout, index: -1 } : null;
}

/** A program that a table may come from. It is proposed, and used when somebody says so. */
export interface Proposal {
  readonly preset: string;
  readonly name: string;
  readonly evidence: readonly Evidence[];
  readonly sure: Sureness;
  readonly file: string;
  readonly sheet: string | null;
  /** Headers of the table that the program is known by; none: the table has no header, its cells are. */
  readonly headers: readonly string[];
}

/** Most programs that are proposed. */
const PROPOSALS = 3;

/** The programs that an upload may come from, the likeliest first; each once. */
export function proposePresets(tables: readonly SourceTable[]): Proposal[] {
  const found: (Proposal & { weight: number })[] = [];
  for (const { id: preset, name, evidence, layouts } of PRESETS) {
    const of = { preset, name, evidence };
    const hits = tables.flatMap((table) => {
      const hit = findLayout({ ...of, id: preset, layouts }, table);
      if (!hit || hit.layout.columns === null) return [];
      const known = new Set(Object.values(hit.layout.columns).flat().map(toPlainHeader));
      const headers = hit.index < 0 ? [] : (table.rows[hit.index]?.cells ?? []);
      const needed = new Set(hit.layout.needs.map(toPlainHeader));
      const { file, sheet } = table;
      return [
        {
          ...{ ...of, file, sheet, sure: hit.layout.sure },
          headers: headers.map((one) => one.trim()).filter((one) => needed.has(toPlainHeader(one))),
          weight: headers.filter((one) => known.has(toPlainHeader(one)) || known.has(foldHeader(one))).length,
        },
      ];
    });
    const [best] = hits.toSorted(byWeight);
    if (best) found.push(best);
  }
  return found
    .toSorted(byWeight)
    .slice(0, PROPOSALS)
    .map(({ weight: _, ...proposal }) => proposal);
}

const byWeight = (one: Proposal & { weight: number }, other: Proposal & { weight: number }) =>
  SURENESS.indexOf(one.sure) - SURENESS.indexOf(other.sure) ||
  other.weight - one.weight ||
  (one.preset < other.preset ? -1 : 1);
