/** The only pages that another program on the phone may open in the wrapper: those that end a sign-in, and say nothing without their code. */
const OPENED = /^\/sso-verify\/[^/?#]+\?/;

/** The address by which a browser opens the wrapper at a page of the app: `kreide://sso-verify/amsel?code=…`. */
export const toWrapperAddress = (scheme: string, path: string): string => `${scheme}:/${path}`;

/** The page that such an address opens, as path and query; null for every other address, whoever it is from. */
export function fromWrapperAddress(scheme: string, address: string): string | null {
  const start = `${scheme}:/`;
  const path = address.startsWith(start) ? address.slice(start.length) : '';
  return OPENED.test(path) ? path : null;
}
