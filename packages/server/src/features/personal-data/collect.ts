import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type {
  PersonalData,
  PersonalFile,
  PersonalRow,
  PersonalTable,
  StoredPerson,
} from '../../kernel/data/personal-data.ts';

/** What the features store about people. */
export interface PersonalSource {
  readonly personalData?: PersonalData;
  readonly personalFiles?: (db: Kysely<DB>, person: StoredPerson) => Promise<readonly PersonalFile[]>;
}

/** All that is stored about somebody. */
export interface Collected {
  readonly tables: ReadonlyMap<PersonalTable, readonly PersonalRow[]>;
  readonly files: readonly PersonalFile[];
}

/** Begins the archive: the account itself, and how one signs in to it. */
const FIRST: readonly PersonalTable[] = ['users', 'user_parents', 'grade_memberships', 'enrolments', 'teachers'];

const rank = (table: PersonalTable): number => (FIRST.includes(table) ? FIRST.indexOf(table) : FIRST.length);

/** Reads what every feature stores about somebody, as it is at one moment; `told` hears how far that is, from 0 to 1. */
export async function collect(
  kysely: Kysely<DB>,
  person: StoredPerson,
  { sources, t, told }: { sources: readonly PersonalSource[]; t: Translate; told: (part: number) => Promise<void> },
): Promise<Collected> {
  const readers = sources
    .flatMap(({ personalData = {} }) => Object.entries(personalData) as [PersonalTable, Reader][])
    .sort(([one], [other]) => rank(one) - rank(other));
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const tables = new Map<PersonalTable, readonly PersonalRow[]>();
      for (const [table, read] of readers) {
        tables.set(table, await read(db, person, t));
        await told(tables.size / readers.length);
      }
      const files: PersonalFile[] = [];
      for (const { personalFiles } of sources) files.push(...((await personalFiles?.(db, person)) ?? []));
      return { tables, files };
    });
}
type Reader = NonNullable<PersonalData[PersonalTable]>;
