/** Where two old addresses of sign-ins lead; null: nowhere. */
export interface IdentityForwards {
  /** Of the page `/webuntis` (P-2.30). */
  readonly webuntis: string | null;
  /** Of the page `/api/auth/return`, which hands on what it was given (P-2.31). */
  readonly authReturn: string | null;
}

/** A whole address by https, without a name or a fragment. */
function toForward(value: string): string | undefined {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && !url.username && !url.password && !url.hash ? url.href : undefined;
}

export function readForwards(
  text: (name: string) => string | null,
  wrong: (name: string, expected: string) => void,
): IdentityForwards {
  const read = (name: string): string | null => {
    const given = text(name);
    const url = given === null ? null : toForward(given);
    if (url === undefined) wrong(name, 'an address like https://identity.example.org/sign-in');
    return url ?? null;
  };
  return { webuntis: read('KREIDE_WEBUNTIS_SIGN_IN_URL'), authReturn: read('KREIDE_AUTH_RETURN_URL') };
}
