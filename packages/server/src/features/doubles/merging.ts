import type { MergeField } from '@kreide/core/features/doubles';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type Merge, type MergedPair, mergeRows } from '../../kernel/data/merge.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { endSignIns } from '../auth/index.ts';
import { type MergeableRow, updatePerson } from '../users/index.ts';

type Values = Parameters<typeof updatePerson>[3];

/** The columns of the account in which a field lies; those of other tables are the matter of their features. */
const COLUMNS: Readonly<Record<MergeField, (from: MergeableRow) => Values>> = {
  name: ({ firstname, lastname }) => ({ firstname, lastname }),
  title: ({ title }) => ({ title }),
  sex: ({ sex }) => ({ sex }),
  email: ({ email }) => ({ email }),
  phone: ({ phone }) => ({ phone }),
  sign_in: ({ username, password_hash, state }) => ({ username, password_hash, state }),
  language: ({ locale }) => ({ locale }),
  grade: () => ({}),
  teacher: () => ({}),
  service: () => ({}),
};

interface MergeParts {
  readonly merge: () => Merge;
  /** Removes what is left of the one who goes, in every feature; nobody signs in with that account again. */
  readonly erase: (db: Kysely<DB>, person: ErasedPerson, now: Date) => Promise<void>;
}

/** Makes one account of two, in the caller's transaction: what is not moved ends with the account that goes. */
export async function mergeTwo(
  trx: Kysely<DB>,
  { merge, erase }: MergeParts,
  pair: MergedPair,
  from: MergeableRow,
  now: Date,
): Promise<void> {
  const { school_id, into } = pair;
  await mergeRows(trx, merge(), pair);
  await erase(trx, { school_id, user_id: pair.from }, now);
  if (pair.takes.has('sign_in')) await endSignIns(trx, { school_id, id: into });
  const values = Object.assign({}, ...[...pair.takes].map((field) => COLUMNS[field](from)));
  if (Object.keys(values).length > 0) await updatePerson(trx, school_id, into, values);
}
