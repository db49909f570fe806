import type {
  Candidate,
  Comparison,
  FieldChange,
  ImportNote,
  ImportPerson,
  ImportProfile,
  ImportType,
  MatchedBy,
  ReadPeople,
  RejectedRow,
  RevertFate,
  RunCounts,
  UnreadablePeople,
} from '@kreide/core/features/user-import';
import type { Language } from '@kreide/core/kernel';
import type { Membership } from '../structure/index.ts';
import type { ImportedAccount } from '../users/index.ts';

/** One file of an upload, until the run ends. */
export interface StoredFile {
  readonly name: string;
  readonly size: number;
  readonly file_uuid: string;
}

/** What is told of a plan beside its lines. */
export interface StoredOverview {
  readonly counts: RunCounts;
  readonly columns: ReadPeople['columns'];
  /** Plans of before had none. */
  readonly tables?: ReadPeople['tables'];
  readonly proposals?: ReadPeople['proposals'];
  readonly notes: readonly ImportNote[];
  readonly roles?: readonly { readonly type: ImportType; readonly people: number }[];
  readonly classes: readonly string[];
  readonly new_classes: readonly string[];
  /** Plans of before had none. */
  readonly doubtful_classes?: readonly string[];
  readonly many_missing: boolean;
  readonly renumbered?: { readonly known: number; readonly people: number; readonly taken: number } | null;
  /** Classes that saving added. */
  readonly grade_ids?: readonly number[];
}

/** How the letters of generated people are. */
export interface StoredLetters {
  readonly language: Language;
  readonly days: number | null;
}

/** The records that the list added to the school before its people were saved, by number. */
export interface StoredEntities {
  readonly grade?: readonly number[];
  readonly teacher?: readonly number[];
}

/** Somebody whom a person of the file may be. */
export interface StoredCandidate extends Candidate {
  readonly name: string;
  readonly class: string | null;
  readonly birth_date: string | null;
}

/** One line of a plan. */
export interface StoredLine {
  readonly type: ImportType | null;
  readonly name: string;
  readonly class: string | null;
  readonly birth_date: string | null;
  readonly person: ImportPerson | null;
  readonly matched_by: MatchedBy | null;
  readonly changes: readonly FieldChange[];
  readonly candidates: readonly StoredCandidate[];
  readonly child_ids: readonly number[];
  readonly rejected: RejectedRow | null;
}

/** How somebody stood before or after a run. */
export interface StoredState {
  readonly account: ImportedAccount;
  readonly memberships: readonly Membership[];
  readonly identity: { readonly external_id: string | null; readonly birth_date: string | null } | null;
}
/** Links that the run added belong to the state after it. */
export interface StoredStateAfter extends StoredState {
  readonly link_ids: readonly number[];
}

/** What became of somebody by taking a run back. */
export interface Undone {
  readonly user_id: number;
  readonly fate: RevertFate;
}

declare module '../../kernel/data/json.ts' {
  interface JsonColumns {
    'user_imports.profile': ImportProfile;
    'user_imports.files': readonly StoredFile[];
    'user_imports.decisions': Readonly<Record<string, number | null>>;
    'user_imports.letters': StoredLetters;
    'user_imports.overview': StoredOverview;
    'user_imports.entities': StoredEntities;
    'user_imports.comparison': Comparison;
    'user_imports.trial': readonly Undone[];
    'user_imports.error': {
      readonly reason: UnreadablePeople;
      readonly file: string;
      readonly params: Readonly<Record<string, string | number>>;
    };
    'user_import_lines.line': StoredLine;
    'user_import_changes.before': StoredState;
    'user_import_changes.after': StoredStateAfter;
  }
}
