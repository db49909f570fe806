import { writeCode } from '@kreide/core/features/registration';
import type { LetterFilter } from '@kreide/core/features/user-import';
import { type Language, type Translate, toLocal, type UserType, writeDate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { listLetterKeys } from '../../registration/index.ts';
import { getSchool } from '../../schools/index.ts';
import { gradesOf, listInUse } from '../../structure/index.ts';
import { listRegistering } from '../../users/index.ts';
import type { RunRow } from '../queries.ts';

/** What letters need of the server. */
export type LetterParts = Pick<FeatureParts, 'secret' | 'seal' | 'texts' | 'brandOf' | 'appUrl'>;

/** What the letter of one person says. */
export interface Letter {
  readonly firstname: string;
  readonly lastname: string;
  readonly type: UserType;
  readonly grade: string | null;
  readonly language: Language;
  /** As it is typed, in two groups. */
  readonly code: string;
  /** The address in the QR code: the code is in the fragment, which reaches no server and no log. */
  readonly address: string;
  /** Day until which it holds, in words. */
  readonly until: string;
}

/** The letters of a list, sorted by class and name, with what is the same on all. */
export interface Letters {
  readonly school: { readonly name: string; readonly slink: string; readonly language: Language };
  readonly brand: { readonly name: string; readonly colour: string };
  /** The page where people type a code. */
  readonly entry: string;
  readonly people: readonly Letter[];
  readonly say: (language: Language) => Translate;
}

/** Those who are in no class come last; 5b stands before 10a. */
function compareLetters(one: Letter, other: Letter): number {
  const [grade, otherGrade] = [one.grade ?? '\uffff', other.grade ?? '\uffff'];
  return (
    grade.localeCompare(otherGrade, 'de', { numeric: true }) ||
    one.lastname.localeCompare(other.lastname, 'de') ||
    one.firstname.localeCompare(other.firstname, 'de')
  );
}

/** Is it among those that are wanted? */
const isWanted = (letter: Letter, { type, class: grade, language }: LetterFilter) =>
  (type === undefined || letter.type === type) &&
  (grade === undefined || letter.grade === grade) &&
  (language === undefined || letter.language === language);

/** Opens the codes of a list that nobody has used, for its letters or some of them. */
export async function collectLetters(
  db: Kysely<DB>,
  { seal, appUrl, brandOf, texts }: LetterParts,
  { school_id, uuid }: Pick<RunRow, 'school_id' | 'uuid'>,
  { now, wanted = {} }: { readonly now: Date; readonly wanted?: LetterFilter },
): Promise<Letters> {
  const school = await getSchool(db, school_id);
  const keys = await listLetterKeys(db, { seal }, { school_id, uuid }, now);
  const today = toLocal(now, school.time_zone).date;
  const ids = keys.map(({ user_id }) => user_id);
  const known = new Map((await listRegistering(db, school_id, ids, today)).map((person) => [person.id, person]));
  const grades = new Map((await listInUse(gradesOf(db, school_id))).map(({ id, shortcut }) => [id, shortcut]));
  const entry = `${appUrl()}/${school.slink}/register`;
  const people = keys.flatMap(({ user_id, code, language, expires_at }): Letter[] => {
    const person = known.get(user_id);
    if (!person) return [];
    const { firstname, lastname, type, grade_id } = person;
    return [
      {
        firstname,
        lastname,
        type: type as UserType,
        language,
        code: writeCode(code),
        grade: grade_id === null ? null : (grades.get(grade_id) ?? null),
        address: `${entry}/activate#${code}`,
        until: writeDate(language, toLocal(new Date(expires_at), school.time_zone).date, 'long'),
      },
    ];
  });
  const { theme_color, app_name } = brandOf(school.app_branding);
  return {
    school: { name: school.name, slink: school.slink, language: school.locale as Language },
    brand: { name: app_name, colour: theme_color.light },

    entry,
    people: people.filter((letter) => isWanted(letter, wanted)).toSorted(compareLetters),
    say: (language) => texts.for(language),
  };
}
