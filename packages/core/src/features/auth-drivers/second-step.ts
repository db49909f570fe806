/** Methods of an ID token that are a second step, or one that needs none (RFC 8176): several, a code, a key in hardware. */
const METHODS = ['mfa', 'otp', 'hwk'];

/** Longest word by which a service says how somebody has proven who they are. */
const LONGEST = 200;
const MAXIMUM = 20;

/** The words of a service for a sign-in with a second step (`acr`, AuthnContextClassRef), as they were written down. */
export const toStepValues = (text: string): string[] => text.split(/\s+/).filter((one) => one !== '');

/** Can these words be compared with what a service says? */
export const areStepValues = (text: string): boolean => {
  const values = toStepValues(text);
  return values.length <= MAXIMUM && values.every((one) => one.length <= LONGEST);
};

/**
 * Does the service say that somebody has done a second step there? Only what it says itself counts: neither that it was asked for it, nor
 * a word of another form.
 * @param said `acr` and `amr` of the ID token; with SAML `acr` is the AuthnContextClassRef
 */
export function isStepSaid({ acr, amr }: Readonly<Record<string, unknown>>, values: string): boolean {
  const isMethod = Array.isArray(amr) && amr.some((one) => typeof one === 'string' && METHODS.includes(one));
  return isMethod || (typeof acr === 'string' && toStepValues(values).includes(acr));
}
