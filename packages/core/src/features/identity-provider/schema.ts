import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { ADDRESS_MAXIMUM, ADDRESSES_MAXIMUM, CLIENT_NAME_MAXIMUM, PASSED, TELL_FAILURES } from './rules.ts';

const passes = z.array(z.enum(PASSED)).check(z.maxLength(PASSED.length));
const backchannel = z.nullable(f.line(ADDRESS_MAXIMUM));
const addresses = z.array(f.line(ADDRESS_MAXIMUM)).check(z.maxLength(ADDRESSES_MAXIMUM));

/** A key that signs what programs are told; without its secret. */
export const identityKey = z.object({
  kid: z.string(),
  created_at: f.instant,
  /** Since another one signs: until when programs find it; null: it signs. */
  ends_at: z.nullable(f.instant),
});

export const identityTenant = z.object({
  is_on: z.boolean(),
  /** The most that any program is told. */
  passes,
  keys: z.array(identityKey),
  created_at: f.instant,
  updated_at: f.instant,
});
export type IdentityTenant = z.output<typeof identityTenant>;

/** A program at which people sign in with their account here. */
export const identityClient = z.object({
  id: f.id,
  /** Its name in the protocol (`client_id`). */
  client: z.string(),
  name: z.string(),
  /** Has it a secret? A program that runs in a browser or on a phone cannot keep one. */
  is_confidential: z.boolean(),
  /** Does it know people by names that mean nothing at other programs? */
  is_pairwise: z.boolean(),
  /** Is it refused where it does not bind a sign-in to the browser (PKCE)? Only one with a secret may do without. */
  needs_pkce: z.boolean(),
  passes,
  redirect_uris: z.array(z.string()),
  logout_uris: z.array(z.string()),
  /** Where it is told that somebody has signed out here (Back-Channel Logout); null: nowhere. */
  backchannel_uri: z.nullable(z.string()),
  /** When it last was told. */
  told_at: z.nullable(f.instant),
  /** When it last could not be told, why not, and with which status it has answered, if it has. */
  failed_at: z.nullable(f.instant),
  failure: z.nullable(z.enum(TELL_FAILURES)),
  failed_status: z.nullable(z.int()),
  is_on: z.boolean(),
  created_at: f.instant,
  updated_at: f.instant,
});
export type IdentityClient = z.output<typeof identityClient>;

/** Addresses that a program needs; the first of them leads to the others. */
export const identityAddresses = z.object({
  issuer: z.string(),
  discovery: z.string(),
  authorization: z.string(),
  token: z.string(),
  userinfo: z.string(),
  jwks: z.string(),
  end_session: z.string(),
  revocation: z.string(),
});
export type IdentityAddresses = z.output<typeof identityAddresses>;

export const identitySettings = z.object({
  /** Null: the school has never signed anybody in elsewhere. */
  tenant: z.nullable(identityTenant),
  addresses: identityAddresses,
  clients: z.array(identityClient),
  can: z.object({ update: f.flag }),
});
export type IdentitySettings = z.output<typeof identitySettings>;

export const tenantDraft = z.strictObject({ passes });

export const tenantChange = z.strictObject({ is_on: z.boolean(), passes, updated_at: f.instant });

export const clientDraft = z.strictObject({
  name: f.line(CLIENT_NAME_MAXIMUM),
  is_confidential: z.boolean(),
  is_pairwise: z.boolean(),
  needs_pkce: z.boolean(),
  passes,
  redirect_uris: addresses,
  logout_uris: addresses,
  backchannel_uri: backchannel,
  /** That of the account which lets the program in. */
  password: f.password,
});

export const clientChange = z.strictObject({
  name: f.line(CLIENT_NAME_MAXIMUM),
  needs_pkce: z.boolean(),
  passes,
  redirect_uris: addresses,
  logout_uris: addresses,
  backchannel_uri: backchannel,
  is_on: z.boolean(),
  updated_at: f.instant,
  /** Needed where `redirect_uris` change, and where PKCE is not needed any more. */
  password: z.nullable(f.password),
});

export const secretDraft = z.strictObject({ password: f.password });

/** The secret is shown this once; null: the program has none. */
export const madeClient = z.extend(identityClient, { secret: z.nullable(z.string()) });
export type MadeClient = z.output<typeof madeClient>;

/** What somebody whom a program has sent sees before they sign in. */
export const interaction = z.object({
  school: z.object({ uuid: f.uuid, slink: f.slink, name: z.string() }),
  /** The name of the program, and the host to which it has people sent back. */
  program: z.string(),
  host: z.string(),
  /** What it is told. */
  passes,
});
export type Interaction = z.output<typeof interaction>;

export const consent = z.object({
  /** Has the person said yes to all of it, since they signed in here? */
  is_given: z.boolean(),
  /** Does the program want the person to have signed in later than they did? */
  is_stale: z.boolean(),
});

/** What was shown when somebody said yes; null: they had said it before. */
export const continueBody = z.strictObject({ passes: z.nullable(passes) });

/** Where the browser goes. */
export const wayOn = z.object({ url: z.string() });
