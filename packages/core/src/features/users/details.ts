/** What a person may say of their sex; `NONE`: nothing. */
export const SEXES = ['FEMALE', 'MALE', 'DIVERSE', 'NONE'] as const;
export type Sex = (typeof SEXES)[number];

/** Characters of a username. */
export const USERNAME_LENGTH = { minimum: 3, maximum: 64 } as const;
/** Letters, digits, dot, hyphen and underscore: never an e-mail address, which somebody else could have. */
export const USERNAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u;

/** What a person has to say before they use the app (P-2.02, P-5.25). */
export const DETAILS = ['sex', 'firstname', 'lastname'] as const;
export type Detail = (typeof DETAILS)[number];

/** Which of the details somebody lacks; blanks are nothing (P-2.02, P-5.25). */
export function listMissingDetails(person: Readonly<Record<Detail, string | null>>): Detail[] {
  return DETAILS.filter((detail) => (person[detail] ?? '').trim() === '');
}
