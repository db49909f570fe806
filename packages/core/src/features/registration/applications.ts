import * as z from 'zod/mini';
import { USER_TYPES, type UserType } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { createdKey, emailText, nameText } from './schema.ts';

/** Days for which an application is kept: unanswered, and after its answer. */
export const APPLICATION_DAYS = { open: 180, answered: 30 } as const;
/** Most applications of a school that wait for an answer. */
export const OPEN_APPLICATIONS = 500;
/** A form is sent by a person when it was open for at least this long, and no longer than that, seconds. */
export const FORM_SECONDS = { shortest: 3, longest: 12 * 60 * 60 } as const;
/** Longest text of the school, and of the person, characters. */
export const APPLICATION_TEXT = { page: 20_000, message: 2000, child: 200 } as const;

export const APPLICATION_STATES = ['open', 'accepted', 'declined'] as const;

/** How a type is written in addresses: `student`. */
export const APPLICATION_PATHS = ['student', 'parent', 'teacher', 'employee'] as const;
export type ApplicationPath = (typeof APPLICATION_PATHS)[number];

/** The type of a word in an address; undefined: it is none. */
export const toApplicationType = (path: string | undefined): UserType | undefined =>
  USER_TYPES.find((type) => type.toLowerCase() === path);
/** The word of a type in addresses. */
export const toApplicationPath = (type: UserType): ApplicationPath => type.toLowerCase() as ApplicationPath;

/** A school that takes applications, and of whom. */
export const applyingSchool = z.object({
  name: z.string(),
  slink: f.slink,
  app_branding: z.nullable(z.string()),
  types: z.array(z.enum(USER_TYPES)),
});
export type ApplyingSchool = z.output<typeof applyingSchool>;

/** What a school says to who wants to apply, and what its form needs. */
export const applicationInformation = z.object({
  school: applyingSchool,
  type: z.enum(USER_TYPES),
  /** In the words of the school, sanitised. */
  content_rendered: z.string(),
  /** Sent back with the form: tells when it was opened. */
  ticket: z.string(),
});
export type ApplicationInformation = z.output<typeof applicationInformation>;

/** What somebody sends who wants an account at a school. */
export const applicationBody = z.strictObject({
  school_uuid: f.uuid,
  type: z.enum(USER_TYPES),
  ticket: f.line(200, 0),
  /** A field that people do not see: only a program fills it in. */
  website: f.line(200, 0),
  firstname: nameText,
  lastname: nameText,
  email: emailText,
  phone: z.nullable(f.line(40)),
  /** Of a parent: the child and its class. */
  child: z.nullable(f.line(APPLICATION_TEXT.child)),
  message: z.nullable(f.text(APPLICATION_TEXT.message)),
  locale: z.enum(LANGUAGES),
});
export type ApplicationBody = z.output<typeof applicationBody>;

/** An application as those see it who manage people. */
export const application = z.object({
  id: f.id,
  type: z.enum(USER_TYPES),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  child: z.nullable(z.string()),
  message: z.nullable(z.string()),
  state: z.enum(APPLICATION_STATES),
  reason: z.nullable(z.string()),
  created_at: f.instant,
  answered_at: z.nullable(f.instant),
  can: z.object({ answer: f.flag }),
});
export type Application = z.output<typeof application>;

/** The account that was made of an application: its code, and whether it was mailed. */
export const acceptedApplication = z.extend(createdKey, { is_mailed: z.boolean() });
export type AcceptedApplication = z.output<typeof acceptedApplication>;

/** The page of a school for one type. */
export const applicationPage = z.object({
  type: z.enum(USER_TYPES),
  is_open: z.boolean(),
  content: z.string(),
  /** Null: the school has changed nothing of it yet. */
  updated_at: z.nullable(f.instant),
});
export type ApplicationPage = z.output<typeof applicationPage>;
/** The page as it shall be, made from the one that was changed last at `updated_at`. */
export const applicationPageBody = z.strictObject({
  is_open: z.boolean(),
  content: f.text(APPLICATION_TEXT.page),
  updated_at: z.nullable(f.instant),
});
