/** What a program may be told of a person besides a name that means nothing elsewhere. */
export const PASSED = ['name', 'username', 'email', 'roles', 'classes'] as const;
export type Passed = (typeof PASSED)[number];

/** The scopes of OpenID Connect by which a program asks, and what each of them stands for. */
export const SCOPES = {
  openid: [],
  profile: ['name', 'username'],
  email: ['email'],
  roles: ['roles'],
  classes: ['classes'],
} as const satisfies Readonly<Record<string, readonly Passed[]>>;
export type Scope = keyof typeof SCOPES;

/** The claims in which it is sent. */
export const CLAIMS = {
  name: ['name', 'given_name', 'family_name'],
  username: ['preferred_username'],
  email: ['email', 'email_verified'],
  roles: ['roles'],
  classes: ['classes'],
} as const satisfies Readonly<Record<Passed, readonly string[]>>;

const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);

/** What a program asks for by its scopes and may have, in the order of `PASSED`. */
export function passedOf(scope: string, allowed: readonly Passed[]): Passed[] {
  const asked = new Set<Passed>(
    scope
      .split(' ')
      .filter(isScope)
      .flatMap((one) => SCOPES[one]),
  );
  return PASSED.filter((one) => asked.has(one) && allowed.includes(one));
}

/** The scopes by which a program asks for what it may have. */
export function scopesFor(allowed: readonly Passed[]): Scope[] {
  return (Object.keys(SCOPES) as Scope[]).filter(
    (scope) => scope === 'openid' || SCOPES[scope].some((one) => allowed.includes(one)),
  );
}

/** Why a program could not be told that somebody has signed out. */
export const TELL_FAILURES = [
  'address',
  'elsewhere',
  'timeout',
  'unreachable',
  'unresolvable',
  'untrusted',
  'answer',
] as const;
export type TellFailure = (typeof TELL_FAILURES)[number];

/** Most programs of a school. */
export const CLIENTS_MAXIMUM = 50;
export const CLIENT_NAME_MAXIMUM = 60;
/** Most addresses of a program of each kind, and the length of one. */
export const ADDRESSES_MAXIMUM = 10;
export const ADDRESS_MAXIMUM = 500;

export type AddressRule = 'required' | 'address' | 'https' | 'host';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What is wrong with an address to which a program has people sent back. It is compared letter by letter, so nothing in it
 * may mean more than one place; a program on the machine of whoever develops it needs no https.
 */
function addressProblem(text: string): AddressRule | null {
  const url = URL.parse(text);
  const isPlain = url && url.username === '' && url.password === '' && !/[#*\s\\]/.test(text);
  if (!isPlain || !/^https?:\/\//.test(text)) return 'address';
  return url.protocol === 'http:' && !LOOPBACK.includes(url.hostname) ? 'https' : null;
}

/** The part of a program that has rules between its fields. */
export interface ProgramAddresses {
  readonly redirect_uris: readonly string[];
  readonly logout_uris: readonly string[];
  /** Where it is told that somebody has signed out; null: nowhere. */
  readonly backchannel_uri: string | null;
}

/** What is wrong with the addresses of a program: the first problem of each field. */
export function addressProblems(given: ProgramAddresses): { field: keyof ProgramAddresses; rule: AddressRule }[] {
  const hosts = new Set(given.redirect_uris.map((one) => URL.parse(one)?.host));
  const problemOf = (field: keyof ProgramAddresses): AddressRule | null => {
    if (field === 'redirect_uris' && given.redirect_uris.length === 0) return 'required';
    const wrong = [given[field] ?? []]
      .flat()
      .map(addressProblem)
      .find((rule) => rule !== null);
    if (wrong) return wrong;
    // One program: another host would know the same people by the same name.
    return field === 'redirect_uris' && hosts.size > 1 ? 'host' : null;
  };
  return (['redirect_uris', 'logout_uris', 'backchannel_uri'] as const).flatMap((field) => {
    const rule = problemOf(field);
    return rule === null ? [] : [{ field, rule }];
  });
}

/** The same with what makes a sign-in safe. */
interface Guarded extends Pick<ProgramAddresses, 'redirect_uris'> {
  readonly needs_pkce: boolean;
}

/** Does somebody who saves it have to enter their password? Where people are sent decides who gets what is passed on. */
export const asksPassword = (before: Guarded, after: Guarded): boolean =>
  before.redirect_uris.join(' ') !== after.redirect_uris.join(' ') || (before.needs_pkce && !after.needs_pkce);

/** A program without a secret has nothing else that binds a sign-in to it. */
export const lacksPkce = (given: { is_confidential: boolean; needs_pkce: boolean }): boolean =>
  !given.is_confidential && !given.needs_pkce;
