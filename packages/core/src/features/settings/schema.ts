import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { NAME_MAXIMUM, SEXES, USERNAME, USERNAME_LENGTH } from '../users/index.ts';

/** A person as in `/users/{id}`: the caller, by number or as `self`. */
export const person = z.object({ id: z.union([z.literal('self'), f.idText]) });

const password = f.password;

/** The details that people have entered about themselves (P-7.49). */
export const personSettings = z.object({
  id: f.id,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  sex: z.nullable(z.enum(SEXES)),
  email: z.nullable(z.string()),
  /** A new address whose link was not opened yet (P-5.16). */
  pending_email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  locale: z.nullable(z.enum(LANGUAGES)),
  /** Off until the person consents (P-7.58). */
  is_trackable: z.boolean(),
});
export type PersonSettings = z.output<typeof personSettings>;

/** What is saved without a further proof (P-7.49); an empty number is none (P-5.09). */
export const settingsBody = z.strictObject({ phone: z.nullable(f.line(40, 0)) });
export const nameBody = z.strictObject({
  firstname: f.line(NAME_MAXIMUM),
  lastname: f.line(NAME_MAXIMUM),
  sex: z.enum(SEXES),
});
export type NameBody = z.output<typeof nameBody>;
export const emailBody = z.strictObject({ email: f.line(254), current_password: password });
export const usernameBody = z.strictObject({
  username: z
    .string()
    .check(z.minLength(USERNAME_LENGTH.minimum), z.maxLength(USERNAME_LENGTH.maximum), z.regex(USERNAME)),
  current_password: password,
});
/** Only the seven languages (P-7.57). */
export const localeBody = z.strictObject({ locale: z.enum(LANGUAGES) });
export const statisticsBody = z.strictObject({ is_trackable: z.boolean() });
/** The secret of a link, from its fragment. */
export const emailTokenBody = z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)) });

/** Lifetime of the link that proves a new address, seconds. */
export const EMAIL_LINK_SECONDS = 24 * 60 * 60;
