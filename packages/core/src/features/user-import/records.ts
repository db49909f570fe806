import type { Language } from '../../kernel/product.ts';
import type { Sex } from '../users/index.ts';
import type { DateOrder } from './dates.ts';
import type { PersonField } from './fields.ts';
import type { ImportType } from './import-types.ts';
import type { Proposal } from './preset.ts';
import type { NamedColumns } from './tables.ts';

export { IMPORT_TYPES, type ImportType } from './import-types.ts';

/** Why a row is no person, for programs; texts below `reasons`. */
export const REJECTED_REASONS = [
  'no_header',
  'broken_row',
  'no_name',
  'name_too_long',
  'unreadable_letters',
  'spoilt_cell',
  'bad_birth_date',
  'unlikely_birth_date',
  'unknown_date_order',
  'unknown_role',
  'has_left',
  'id_of_two_people',
  'person_with_two_ids',
  'person_twice',
  'unknown_child',
  'too_many_rows',
  'not_saved',
  'not_yet',
  'not_current',
  'no_person',
  'row_width',
  'role_unsaid',
] as const;
export type RejectedReason = (typeof REJECTED_REASONS)[number];

/** What was left out or assumed though the row went in; texts below `notes`. */
export const NOTES = [
  'sensitive_columns',
  'unknown_columns',
  'shared_email',
  'bad_email',
  'bad_leave_date',
  'placeholder_date',
  'unknown_sex',
  'guardian_unreachable',
  'guardian_unclear',
  'own_guardian',
  'two_classes',
  'encoding_guessed',
  'encoding_mixed',
  'text_mended',
  'text_doubtful',
  'formulas',
  'sheet_skipped',
  'repeated_rows',
  'unknown_language',
  'unknown_status',
  'guardian_without_custody',
  'file_skipped',
  'odd_classes',
  'similar_class',
  'lost_letters',
  'askew_rows',
  'preset_recognised',
  'preset_unfit',
  'preset_loose',
  'type_recognised',
  'roster_bulk',
  'roster_delta',
  'roster_schools',
  'roster_two_roles',
  'roster_roles_over',
] as const;
export type NoteCode = (typeof NOTES)[number];

/** Why nothing of a file can be read; texts below `unreadable`. */
export const UNREADABLE_PEOPLE = [
  'empty',
  'no_list',
  'old_workbook',
  'nested_zip',
  'too_large',
  'too_slow',
  'reader_crashed',
  'too_many_entries',
  'unpacked_too_large',
  'zip_encrypted',
  'zip_broken',
  'zip_unsafe',
  'xml_broken',
  'roster_version',
  'roster_missing',
  'roster_twice',
] as const;
export type UnreadablePeople = (typeof UNREADABLE_PEOPLE)[number];

/** A row that did not become a person. */
export interface RejectedRow {
  readonly file: string;
  readonly sheet: string | null;
  readonly line: number;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: RejectedReason;
  /** The row as it was read, to be mended and imported again. */
  readonly cells: readonly string[];
}

export interface ImportNote {
  readonly code: NoteCode;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Where in the upload somebody stands. */
export interface Place {
  readonly file: string;
  readonly sheet: string | null;
  readonly line: number;
}

/** A child as a row of a parent names it. */
export interface ChildReference {
  readonly external_id: string | null;
  readonly lastname: string;
  readonly firstname: string;
  readonly class: string | null;
}

/** A person as a file tells of them; null: it says nothing, and nothing is changed. */
export interface ImportPerson {
  /** Of this person within the upload: the same for the same file, whatever the order of its rows. */
  readonly key: string;
  readonly type: ImportType;
  readonly places: readonly Place[];
  readonly external_id: string | null;
  readonly lastname: string;
  readonly firstname: string;
  readonly birth_date: string | null;
  readonly sex: Sex | null;
  readonly class: string | null;
  readonly shortcut: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** In which letters are written to them. */
  readonly language: Language | null;
  /** Keys of the children of a parent, with what the parent is to them. */
  readonly children: readonly { readonly key: string; readonly relation: 'FATHER' | 'MOTHER' | 'OTHER' }[];
  /** Children of a parent who are not in the upload. */
  readonly absent_children: readonly ChildReference[];
}

/** How a file is to be read: a mapping profile. */
export interface ImportProfile {
  readonly columns: NamedColumns;
  /** Of rows that do not say it themselves. */
  readonly type: ImportType | null;
  readonly date_order: DateOrder | null;
  /** The program whose lists they are; somebody has said so. Profiles of before had none. */
  readonly preset?: string | null;
}

/** How a file, or one sheet of a workbook, was read. */
export interface ReadTable {
  readonly file: string;
  readonly sheet: string | null;
  /** Null: a workbook. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly has_header: boolean;
  /** Without title, comments and header. */
  readonly rows: number;
}

/** What came out of the tables: every row below a header is at a place of a person, or rejected. */
export interface ReadPeople {
  readonly people: readonly ImportPerson[];
  readonly rejected: readonly RejectedRow[];
  readonly notes: readonly ImportNote[];
  /** Programs that the lists may come from; nobody has said any yet. */
  readonly proposals?: readonly Proposal[];
  /** The upload tells of changes only: nobody is missing but those whom it says to have left, by id. */
  readonly delta?: { readonly left_ids: readonly string[] } | null;
  /** Those in which there are people. */
  readonly tables: readonly ReadTable[];
  /** How each column was read, for the preview. */
  readonly columns: readonly {
    readonly file: string;
    readonly sheet: string | null;
    readonly header: string;
    readonly field: PersonField | null;
    readonly is_sensitive: boolean;
  }[];
}
