import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { CODE_DAYS } from '../registration/index.ts';
import { NAME_MAXIMUM, PARENT_RELATIONS, SEXES } from '../users/index.ts';
import type { PlannedPerson, SchoolPerson } from './plan.ts';
import { IMPORT_TYPES, type ImportPerson } from './records.ts';

/** Most people that one call makes: their letters are one file. */
export const PEOPLE_AT_ONCE = 2000;

/** The files in which made people can be had. */
export const LETTER_FORMATS = ['pdf', 'xlsx'] as const;
export type LetterFormat = (typeof LETTER_FORMATS)[number];

/** Somebody of a list that was typed or read; missing fields are unknown. */
export const generatedPerson = z.strictObject({
  /** Within the list, for the children of a parent. */
  key: z.optional(f.line(1000)),
  type: z.enum(IMPORT_TYPES),
  lastname: f.line(NAME_MAXIMUM),
  firstname: f.line(NAME_MAXIMUM),
  /** Short name of the grade; one that the school does not have is added. */
  class: z.optional(z.nullable(f.line(60))),
  /** The language of the letter; else that of the whole list. */
  language: z.optional(z.nullable(z.enum(LANGUAGES))),
  external_id: z.optional(z.nullable(f.line(200))),
  birth_date: z.optional(z.nullable(f.date)),
  sex: z.optional(z.nullable(z.enum(SEXES))),
  email: z.optional(z.nullable(f.line(254))),
  phone: z.optional(z.nullable(f.line(50))),
  shortcut: z.optional(z.nullable(f.line(60))),
  /** Children who are not in the list, as a file names them. */
  absent_children: z.optional(
    z
      .array(
        z.strictObject({
          external_id: z.nullable(f.line(200)),
          lastname: f.line(NAME_MAXIMUM, 0),
          firstname: f.line(NAME_MAXIMUM, 0),
          class: z.nullable(f.line(60)),
        }),
      )
      .check(z.maxLength(50)),
  ),
  children: z.optional(
    z.array(z.strictObject({ key: f.line(1000), relation: z.enum(PARENT_RELATIONS) })).check(z.maxLength(50)),
  ),
});
export type GeneratedPerson = z.output<typeof generatedPerson>;

/** A list of people who get accounts and codes. */
export const generateDraft = z.strictObject({
  people: z.array(generatedPerson).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE)),
  /** Of letters to people whose language the list does not say. */
  language: z.enum(LANGUAGES),
  /** How long the codes hold; default: as every code. */
  days: z.optional(z.int().check(z.gte(1), z.lte(CODE_DAYS.longest))),
  /** Only tells what would happen. */
  dry_run: z.boolean(),
});

/**
 * What becomes of somebody of the list. `new` gets an account and a code, `waiting` is at the school without a password
 * and gets a code; nothing is done about the others.
 */
export const OUTCOMES = [
  'new',
  'waiting',
  'has_account',
  'archived',
  'ambiguous',
  'repeated',
  'unknown_child',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What was decided about somebody of the list, in its order. */
export const generatedOutcome = z.object({
  position: z.int(),
  name: z.string(),
  class: z.nullable(z.string()),
  outcome: z.enum(OUTCOMES),
});
export type GeneratedOutcome = z.output<typeof generatedOutcome>;

/** What a file gives: people for a list, and what of it is none. */
export const readList = z.object({
  people: z.array(generatedPerson),
  rejected: z.array(
    z.object({
      file: z.string(),
      sheet: z.nullable(z.string()),
      line: z.int(),
      column: z.nullable(z.string()),
      value: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
export type ReadList = z.output<typeof readList>;

/** Which letters of a list are wanted; what is left out says nothing. */
export const letterFilter = {
  type: z.optional(z.enum(IMPORT_TYPES)),
  /** Short name of the class. */
  class: z.optional(f.line(60)),
  /** Of the letter. */
  language: z.optional(z.enum(LANGUAGES)),
};
export type LetterFilter = z.output<z.ZodMiniObject<typeof letterFilter>>;

/** The person whose code nobody has used yet; never the code. */
export const openLetter = z.object({
  lastname: z.string(),
  firstname: z.string(),
  type: z.enum(IMPORT_TYPES),
  class: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
});
export type OpenLetter = z.output<typeof openLetter>;

/** A person of a list as an import compares it. */
export function toImportPerson(person: GeneratedPerson, position: number, key: string): ImportPerson {
  const { type, lastname, firstname } = person;
  return {
    key,
    type,
    lastname,
    firstname,
    places: [{ file: '', sheet: null, line: position + 1 }],
    external_id: person.external_id ?? null,
    birth_date: person.birth_date ?? null,
    sex: person.sex ?? null,
    class: person.class ?? null,
    shortcut: person.shortcut ?? null,
    email: person.email ?? null,
    phone: person.phone ?? null,
    language: person.language ?? null,
    children: person.children ?? [],
    absent_children: person.absent_children ?? [],
  };
}

/** The same the other way round: without what nobody knows. */
export function toGeneratedPerson(person: ImportPerson): GeneratedPerson {
  const { places: _, ...known } = person;
  return { ...known, children: [...person.children], absent_children: [...person.absent_children] };
}

/** What happens to somebody who was compared with the school; `undefined`: a parent of a child whom nobody knows. */
export function outcomeOf(
  line: PlannedPerson | undefined,
  known: Pick<SchoolPerson, 'is_archived' | 'is_waiting'> | undefined,
): Outcome {
  if (!line) return 'unknown_child';
  if (line.kind === 'ambiguous') return 'ambiguous';
  if (!known) return 'new';
  if (known.is_archived) return 'archived';
  return known.is_waiting ? 'waiting' : 'has_account';
}
