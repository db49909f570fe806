import * as z from 'zod/mini';

const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** ISO 13616: two letters, two check digits, the account; without blanks. */
const iban = z.string().check(
  z.overwrite((text) => text.replaceAll(' ', '').toUpperCase()),
  z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
  z.refine(isIban),
);

/** Who writes invoices: what EN 16931 and XRechnung ask of a seller. */
const seller = z.strictObject({
  name: line(120),
  street: line(120),
  postal_code: line(12),
  city: line(80),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, { abort: true }), z.refine(isCountry)),
  vat_id: z.string().check(z.regex(/^[A-Z]{2}[A-Z0-9]{2,18}$/)),
  contact: line(100),
  phone: line(40),
  email: z.email().check(z.maxLength(200)),
  iban,
  /** Why no tax is asked for; needed where the prices have none. */
  exemption: z._default(z.nullable(line(200)), null),
});
export type SellerSettings = z.output<typeof seller>;

/** ISO 7064, letters as 10 to 35: 1 where the check digits are right; null: there are other signs. */
export function remainderOf97(text: string): bigint | null {
  const digits = text.toUpperCase().replace(/[A-Z]/g, (letter) => `${letter.charCodeAt(0) - 55}`);
  return /^\d+$/.test(digits) ? BigInt(digits) % 97n : null;
}

/** The remainder must be 1 with the first four characters behind. */
function isIban(text: string): boolean {
  return remainderOf97(text.slice(4) + text.slice(0, 4)) === 1n;
}

/** Codes that have a name and are of no country: for users, and reserved. */
const OF_NO_COUNTRY = /^(X.|Q[M-Z]|AA|ZZ|EU|EZ|UN|AC|CP|CQ|DG|EA|IC|TA)$/;

/** ISO 3166, by the code of today: neither `UK` nor `DD`. Files of invoices refuse others. */
export function isCountry(code: string): boolean {
  if (OF_NO_COUNTRY.test(code)) return false;
  const [today] = Intl.getCanonicalLocales(`und-${code}`);
  return (
    today === `und-${code}` && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
  );
}

/** Reads who writes the invoices; without it they are shown, and are no files. */
export function readSeller(text: (name: string) => string | null, problems: string[]): SellerSettings | null {
  const given = text('KREIDE_SELLER');
  if (given === null) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch {
    problems.push('KREIDE_SELLER is no JSON.');
    return null;
  }
  const read = seller.safeParse(parsed);
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path, code, ...issue }) =>
    code === 'unrecognized_keys' && 'keys' in issue ? issue.keys.join(', ') : path.join('.'),
  );
  problems.push(`KREIDE_SELLER has wrong or missing values: ${[...new Set(fields)].join(', ')}.`);
  return null;
}
