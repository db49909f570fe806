import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { loginAnswer } from '../auth/index.ts';

/** The field by which a person is found who comes for the first time; afterwards their name at the service is known. */
export const MATCH_FIELDS = ['external_id', 'username', 'email'] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];

/** The scopes to ask a service for, unless somebody sets others: without `openid` it does not say who somebody is. */
export const USUAL_SCOPE = 'openid profile email';

/** How people sign in at the service of their school: OpenID Connect. */
const settings = {
  /** What the button says: the name of the service. */
  name: f.line(60),
  /** The address of the service, as its own description (`/.well-known/openid-configuration`) says it. */
  issuer: f.line(300),
  client: f.line(200),
  scope: f.line(200),
  /** The claim of the service about a person to compare with `match_field`. */
  match_claim: f.line(60),
  match_field: z.enum(MATCH_FIELDS),
};

/**
 * Who may still sign in with a password while the service is offered: everybody, those who have not come through it yet, or
 * administrators alone, whom nothing keeps out.
 */
export const PASSWORD_RULES = ['EVERYBODY', 'UNCONNECTED', 'ADMINISTRATORS'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** Undefined: the saved secret stays; null: the service needs none. */
const client_secret = z.optional(z.nullable(f.line(500)));

export const authDriverDraft = z.strictObject({
  ...settings,
  client_secret,
  is_on: z.boolean(),
  passwords: z.enum(PASSWORD_RULES),
  /** Of the driver that it was made from; null: there was none. */
  updated_at: z.nullable(f.instant),
});
export type AuthDriverDraft = z.output<typeof authDriverDraft>;

/** Settings to try before they are saved. */
export const authDriverTrial = z.strictObject({ ...settings, client_secret });

/** The driver of a school; the secret is never given back. */
export const authDriver = z.object({
  ...settings,
  has_secret: z.boolean(),
  is_on: z.boolean(),
  passwords: z.enum(PASSWORD_RULES),
  /** Accounts that are connected with a person of the service. */
  people: z.int(),
  updated_at: f.instant,
});
export type AuthDriver = z.output<typeof authDriver>;

export const authDriverSettings = z.object({
  driver: z.nullable(authDriver),
  /** The address to enter at the service. */
  redirect_uri: z.string(),
  can: z.object({ update: f.flag }),
});
export type AuthDriverSettings = z.output<typeof authDriverSettings>;

/** The steps of a test, in their order: it does not reach those behind a failure. */
export const TEST_STEPS = ['description', 'abilities', 'keys', 'client'] as const;
export type TestStep = (typeof TEST_STEPS)[number];

export const authDriverReport = z.object({
  steps: z.array(
    z.object({
      step: z.enum(TEST_STEPS),
      is_fine: z.boolean(),
      /** What was found, or what is wrong and what to do. */
      message: z.string(),
    }),
  ),
});
export type AuthDriverReport = z.output<typeof authDriverReport>;

/** The other way to sign in at a school, if it has one. */
export const signInWay = z.object({ name: z.string() });

export const beginBody = z.strictObject({ slink: f.slink, stayLoggedIn: z.boolean() });
/** The page of the service that the browser goes to. */
export const beginAnswer = z.object({ url: z.string() });

/** What the service gave the browser on its way back. */
export const finishBody = z.strictObject({
  slink: f.slink,
  code: f.line(4000),
  state: f.line(500),
  /** The service that says it, where it says so (RFC 9207). */
  iss: z.optional(f.line(300)),
});

export const finishAnswer = z.extend(loginAnswer, {
  username: z.string(),
  stay_logged_in: z.boolean(),
});
export type FinishAnswer = z.output<typeof finishAnswer>;
