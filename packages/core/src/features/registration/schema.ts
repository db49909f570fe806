import * as z from 'zod/mini';
import { USER_TYPES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { unit } from '../structure/index.ts';
import { PARENT_RELATIONS, SEXES, USERNAME_LENGTH } from '../users/index.ts';
import { CODE_DAYS, CODES_AT_ONCE, KEY_KINDS, KEY_STATES, REGISTRATION_STEPS } from './rules.ts';

/** A code as somebody typed it: `toCode` makes one of it. */
export const codeText = f.line(40);
const password = f.password;
export const emailText = f.line(254);
export const usernameText = f.line(USERNAME_LENGTH.maximum);
export const nameText = f.line(100);

/** A code of an administrator's list; the letters themselves are shown once, when it is made. */
export const activationKey = z.object({
  id: f.id,
  kind: z.enum(KEY_KINDS),
  state: z.enum(KEY_STATES),
  /** Whose account, or which child. */
  user: z.object({ id: f.id, displayname: z.string(), type: z.enum(USER_TYPES) }),
  created_at: f.instant,
  expires_at: f.instant,
  used_at: z.nullable(f.instant),
  can: z.object({ withdraw: f.flag }),
});
export type ActivationKey = z.output<typeof activationKey>;

/** A code with its letters. */
export const createdKey = z.extend(activationKey, { code: z.string() });
export type CreatedKey = z.output<typeof createdKey>;

/** Somebody for whom a code can be made. */
export const keyPerson = z.object({
  id: f.id,
  displayname: z.string(),
  type: z.enum(USER_TYPES),
  grade: z.nullable(z.string()),
  /** Has no password yet: the account can be activated. */
  is_pending: z.boolean(),
});
export type KeyPerson = z.output<typeof keyPerson>;

/** People of the school, each of whom gets a code; an earlier open code of the same kind is withdrawn. */
export const keysDraft = z.strictObject({
  kind: z.enum(KEY_KINDS),
  user_ids: z.array(f.id).check(z.minLength(1), z.maxLength(CODES_AT_ONCE)),
  days: z.optional(z.int().check(z.gte(1), z.lte(CODE_DAYS.longest))),
});

/** Somebody whom the school does not know yet: gets an account that waits for its code. */
export const newcomer = z.strictObject({
  firstname: nameText,
  lastname: nameText,
  type: z.enum(USER_TYPES),
  grade_id: z.nullable(f.id),
});
export type Newcomer = z.output<typeof newcomer>;

/** The choices on the way. */
const choices = z.object({ grades: z.array(unit), subjects: z.array(unit), shortcuts: z.array(unit) });

/** What a code opens: the way through the registration, or why it opens nothing (P-7.21). */
export const registration = z.object({
  kind: z.enum(KEY_KINDS),
  state: z.enum(KEY_STATES),
  /** Day on which it was used or withdrawn, or on which it ended or will end. */
  on: f.date,
  /** For whom, in short (`Ada B.`); null for the code of a child, whose name the parent gives. */
  name: z.nullable(z.string()),
  school: z.object({ name: z.string(), slink: f.slink }),
  type: z.enum(USER_TYPES),
  /** Of an open code only; the pages in their order. */
  steps: z.array(z.enum(REGISTRATION_STEPS)),
  person: z.nullable(
    z.object({
      firstname: z.string(),
      lastname: z.string(),
      sex: z.nullable(z.enum(SEXES)),
      email: z.nullable(z.string()),
      username: z.string(),
    }),
  ),
  choices: z.nullable(choices),
  terms_version: z.string(),
});
export type Registration = z.output<typeof registration>;

/** What a teacher teaches, as they say. */
export const teaching = z.strictObject({
  grade_ids: z.array(f.id).check(z.maxLength(200)),
  subject_ids: z.array(f.id).check(z.maxLength(200)),
});

/** Everything that somebody entered on the way (P-7.20). */
export const registrationBody = z.strictObject({
  code: codeText,
  terms_version: f.line(20, 0),
  locale: z.enum(LANGUAGES),
  firstname: nameText,
  lastname: nameText,
  sex: z.enum(SEXES),
  email: z.nullable(emailText),
  username: usernameText,
  password,
  password_confirmation: password,
  grade_id: z.optional(f.id),
  /** The record of a teacher in the timetable. */
  teacher_id: z.optional(f.id),
  teaching: z.optional(teaching),
  child: z.optional(z.strictObject({ firstname: nameText, lastname: nameText })),
  /** The relation of the parent to the child. */
  relation: z.optional(z.enum(PARENT_RELATIONS)),
});
export type RegistrationBody = z.output<typeof registrationBody>;

/** The child that a code is for, once its name was given. */
export const foundChild = z.object({
  id: f.id,
  displayname: z.string(),
  grade: z.nullable(z.string()),
});
export type FoundChild = z.output<typeof foundChild>;

/** The same for a parent who has an account; null as long as the name was not given. */
export const checkedChild = z.object({
  child: z.nullable(foundChild),
  /** What there is to choose from where the school does not know the grade of the child; else empty. */
  grades: z.array(unit),
});
export type CheckedChild = z.output<typeof checkedChild>;
