import { isEmpty } from './text.ts';

/** A key in base 32: A to Z and 2 to 7, then optional `=`; blanks are ignored, lower case fails (P-5.08). */
export const isBase32 = (value: unknown): boolean => /^[A-Z2-7]+=*$/.test(String(value).replace(/\s/g, ''));

/** Fewest and most digits of a phone number after its beginning (P-9.07). */
export const PHONE_DIGITS = { minimum: 4, maximum: 20 } as const;

const PHONE = new RegExp(`^(?:\\+|00|0(?!0))\\d{${PHONE_DIGITS.minimum},${PHONE_DIGITS.maximum}}$`);

/**
 * A phone number: without blanks and parentheses `+` or `00` (international) or `0` (national), then 4 to 20 digits
 * (P-5.10). Empty passes, the field is optional (P-5.09).
 */
export const isPhoneNumber = (value: unknown): boolean =>
  isEmpty(value) || PHONE.test(String(value).replace(/[\s()]/g, ''));
