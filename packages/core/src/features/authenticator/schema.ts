import * as z from 'zod/mini';
import { ALGORITHMS, DIGITS, isKey, KEY_LENGTH, KEYS_MAXIMUM, PERIOD } from './rules.ts';

/** 256 random bits: the only way to a record of the two-factor service (T-7.153). */
export const keyId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'format'));

/** The key of an account, as the service that asks for codes gave it. */
export const newKey = z.strictObject({
  key: z.string().check(z.maxLength(KEY_LENGTH.maximum), z.refine(isKey)),
  algorithm: z.enum(ALGORITHMS),
  digits: z.literal(DIGITS),
  period: z.int().check(z.minimum(PERIOD.minimum), z.maximum(PERIOD.maximum)),
});
export type NewKey = z.output<typeof newKey>;

/** The code of a key, valid for so many ms from the answer on. */
export const keyCode = z.object({ code: z.string(), period: z.int(), expires_in: z.int() });
export type KeyCode = z.output<typeof keyCode>;

/** Several keys at once. */
export const codesBody = z.strictObject({ ids: z.array(keyId).check(z.minLength(1), z.maxLength(KEYS_MAXIMUM)) });
