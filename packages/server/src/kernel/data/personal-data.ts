import type { TextsIn, Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from './database.generated.ts';

type Keys = keyof TextsIn<'personal-archive'> & string;

/** A table with a heading for people. */
export type PersonalTable = Keys extends infer Key ? (Key extends `table_${infer Name}` ? Name : never) : never;
/** A column with a label for people: `field_<column>` of the texts. */
export type PersonalField = Keys extends infer Key ? (Key extends `field_${infer Name}` ? Name : never) : never;

/** A record about a person in words: instants and dates as they travel, no numbers of records, no secrets, nobody else. */
export type PersonalRow = { readonly [Field in PersonalField]?: string | number | boolean | null | readonly string[] };

export interface StoredPerson {
  readonly school_id: number;
  readonly user_id: number;
}

/** Reads what a table has about somebody; `t` speaks their language. */
export type ReadPersonal = (db: Kysely<DB>, person: StoredPerson, t: Translate) => Promise<readonly PersonalRow[]>;

/** What a feature stores about somebody, table by table. */
export type PersonalData = { readonly [Table in PersonalTable]?: ReadPersonal };

/** A file that somebody brought. */
export interface PersonalFile {
  readonly uuid: string;
  readonly name: string;
}
