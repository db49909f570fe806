import type { Sex } from '../users/index.ts';
import type { DateOrder } from './dates.ts';
import type { PersonField } from './fields.ts';
import type { ImportType } from './import-types.ts';

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
  /** Read before the table was made: not told as columns that are not read. */
  readonly used?: readonly string[];
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
  /** Behind the last `#` of a last name stands what tells namesakes apart. */
  readonly marks_namesakes?: true;
  /** A name that fills a row which is nobody. */
  readonly nobody?: string;
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
