import type { UserType } from '../../kernel/abilities.ts';
import { USERNAME, USERNAME_LENGTH } from '../users/index.ts';

/** 32 letters and digits that nobody takes for one another: no 0 and O, no 1 and I. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Ten of 32 letters are 50 bits. */
export const CODE_LENGTH = 10;
/** For how long a new code holds unless its maker says otherwise, and the longest, days. */
export const CODE_DAYS = { usual: 60, longest: 365 } as const;
/** Most codes that are made at once. */
export const CODES_AT_ONCE = 500;
/** Codes, applications or requests on a page. */
export const REGISTRATION_PAGE = 50;
/** Version of the terms and the privacy notice that everybody agrees to who registers; stored with the time. */
export const TERMS_VERSION = '2026-11';

/** The purpose of a code: the account of somebody whom the school knows, or a parent who joins a child. */
export const KEY_KINDS = ['account', 'child'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** `open` can be used; the others say why not. */
export const KEY_STATES = ['open', 'used', 'expired', 'withdrawn'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** Who has an introduction and a way of their own; everybody else at a school goes as teachers do. */
export type RegistrationKind = 'parent' | 'student' | 'teacher';

/** Every page of the registration (P-2.39 to P-2.53). */
export const REGISTRATION_STEPS = [
  'intro-parent-1',
  'intro-parent-2',
  'intro-parent-3',
  'intro-student-1',
  'intro-student-2',
  'intro-student-3',
  'intro-teacher-1',
  'intro-teacher-2',
  'intro-teacher-3',
  'disclaimer',
  'credentials',
  'email',
  'username',
  'password',
  'shortcuts',
  'grade',
  'teaching',
  'child-credentials',
  'child-confirmation',
  'confirmation',
  'block',
] as const;
export type RegistrationStep = (typeof REGISTRATION_STEPS)[number];

/** The letters of a code that somebody typed or pasted: blanks, hyphens and lower case do not matter. */
export const toCode = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Could this be a code, once it is spelled as one? */
export const isCode = (text: string): boolean => {
  const code = toCode(text);
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter));
};

/** As it stands on paper: two groups of five. */
export const writeCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** A code out of random bytes, of which each counts for five bits. */
export const codeOf = (bytes: Uint8Array): string =>
  [...bytes.slice(0, CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');

/** The way of somebody through the registration, without questions whose answers the school knows already (P-2.55). */
export function registrationStepsOf(who: {
  kind: KeyKind;
  type: UserType;
  /** The pupil, or the child of a parent; also where the school has none to choose from. */
  hasGrade: boolean;
  hasShortcut: boolean;
}): RegistrationStep[] {
  const way: RegistrationKind =
    who.kind === 'child' || who.type === 'PARENT' ? 'parent' : who.type === 'STUDENT' ? 'student' : 'teacher';
  const grade: readonly RegistrationStep[] = who.hasGrade ? [] : ['grade'];
  const own: readonly RegistrationStep[] = {
    parent: who.kind === 'child' ? (['child-credentials', 'child-confirmation', ...grade] as const) : [],
    student: grade,
    teacher:
      who.type !== 'TEACHER' ? [] : who.hasShortcut ? (['teaching'] as const) : (['shortcuts', 'teaching'] as const),
  }[way];
  return [
    ...([1, 2, 3] as const).map((number) => `intro-${way}-${number}` as const),
    'disclaimer',
    'credentials',
    'email',
    'username',
    'password',
    ...own,
    'confirmation',
  ];
}

/** How a name becomes part of a username: "Şükrü Bäumler-Weiß" is `suekrue.baeumlerweiss`. */
function spell(name: string): string {
  return name
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/ä/gu, 'ae')
    .replace(/ö/gu, 'oe')
    .replace(/ü/gu, 'ue')
    .replace(/ı/gu, 'i')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A username for a name: first and last name with a dot between them. */
export const suggestUsername = (firstname: string, lastname: string): string =>
  [spell(firstname), spell(lastname)]
    .filter(Boolean)
    .join('.')
    .slice(0, USERNAME_LENGTH.maximum - 4);

/** Letters, digits, dot, hyphen and underscore: never an e-mail address, which is a way to sign in too. */
export const isUsername = (text: string): boolean =>
  USERNAME.test(text) && [...text].length >= USERNAME_LENGTH.minimum && [...text].length <= USERNAME_LENGTH.maximum;

/** Whether two spellings are the same name: case, accents, hyphens and blanks do not matter. */
export const isSameName = (one: string, other: string): boolean => spell(one) !== '' && spell(one) === spell(other);

/** First name and the first letter of the last one: enough to see whose code it is. */
export const toShortName = (firstname: string, lastname: string): string =>
  [firstname, [...lastname.trim()].slice(0, 1).join('')]
    .filter(Boolean)
    .join(' ')
    .concat(lastname.trim() ? '.' : '');
