import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { loginAnswer } from '../auth/index.ts';

/** The field by which a person is found who comes for the first time; afterwards their name at the service is known. */
export const MATCH_FIELDS = ['external_id', 'username', 'email'] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];

/** The scopes to ask a service for, unless somebody sets others: without `openid` it does not say who somebody is. */
export const USUAL_SCOPE = 'openid profile email';

/**
 * How the service is asked (P-3.21): `OIDC` and `SAML` send the browser to its page (OpenID Connect, SAML 2.0), `LDAP` asks a directory
 * with the name and the password that somebody enters here.
 */
export const DRIVER_METHODS = ['OIDC', 'LDAP', 'SAML'] as const;
export type DriverMethod = (typeof DRIVER_METHODS)[number];

/** What a school can choose; `none`: everybody signs in with a password of this product. */
export const DRIVER_TYPES = ['none', 'LDAP', 'OIDC', 'SAML'] as const;

/**
 * The name by which a service of SAML is asked to call somebody (SAML 2.0 Core §8.3): one that stays and means nothing, whatever it
 * uses, an address, or another one each time, where an attribute says who somebody is.
 */
export const NAME_ID_FORMATS = ['persistent', 'unspecified', 'email', 'transient'] as const;
export type NameIdFormat = (typeof NAME_ID_FORMATS)[number];

/** What stands for the name itself where the name of an attribute is asked. */
export const NAME_ID = 'NameID';

/** Longest description of a service of SAML, characters: that of Entra has some 50,000. */
export const METADATA_MAXIMUM = 200_000;

/** How people sign in at the service of their school. */
const settings = {
  method: z.enum(DRIVER_METHODS),
  /** What the button says: the name of the service. */
  name: f.line(60),
  /**
   * The address of the service: as its own description (`/.well-known/openid-configuration`) says it, or of a directory:
   * `ldaps://host`, or `ldap://host`, which is asked to encrypt (StartTLS) before anything else. A service of SAML says it in its
   * metadata: whatever is given here, its own name (entity ID) is kept.
   */
  issuer: f.line(300, 0),
  /** The client at the service, or the name (DN) by which the directory knows this product; empty for SAML. */
  client: f.line(300, 0),
  /** Empty for a directory and for SAML. */
  scope: f.line(200, 0),
  /** The claim, or the attribute, of the service about a person to compare with `match_field`. */
  match_claim: f.line(200),
  match_field: z.enum(MATCH_FIELDS),
  /** Below which the people of a directory stand; null for another service, as the three that follow. */
  base_dn: z.nullable(f.line(500)),
  /** Finds one person by what they enter, which stands for `{username}`. */
  user_filter: z.nullable(f.line(500)),
  /** The attribute that never changes: by it a person is known afterwards. With SAML null stands for the name itself (NameID). */
  subject_attribute: z.nullable(f.line(200)),
  /** The authority of the school that signed the certificate of the directory (PEM); null: a public one. */
  authority: z.nullable(f.text(20_000)),
  /** Null for everything but SAML, as the two that follow. */
  name_id_format: z.nullable(z.enum(NAME_ID_FORMATS)),
  /** Where the service describes itself, which is read again now and then; null: `metadata` says it. */
  metadata_url: z.nullable(f.line(500)),
  /** The description of the service as somebody pasted it; null: it is read from `metadata_url`. */
  metadata: z.nullable(f.text(METADATA_MAXIMUM)),
  /** Does a second step at the service take the place of the one here, where the service says that there was one? Never of a directory. */
  second_step: z.boolean(),
  /** What it says then (`acr`, AuthnContextClassRef), with blanks between; OpenID Connect is asked for it. */
  second_step_values: f.line(2000, 0),
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
  /** Of the administrator, and a code of their second step if they have one: where the address is another one (`asksProof`). */
  password: z.optional(f.password),
  code: z.optional(f.line(40)),
  /** Of the driver that it was made from; null: there was none. */
  updated_at: z.nullable(f.instant),
});
export type AuthDriverDraft = z.output<typeof authDriverDraft>;

/** Settings to try before they are saved; `person`: whom to look for in a directory, undefined: anybody. */
export const authDriverTrial = z.strictObject({ ...settings, client_secret, person: z.optional(f.line(190)) });

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
  /** What such a service can be told besides: where it leads back to after a sign-out, and where it tells of its own. */
  openid: z.object({ post_logout_uri: z.string(), backchannel_uri: z.string() }),
  /** The same for a service of SAML. */
  saml: z.object({
    /** Our name there. */
    entity_id: z.string(),
    /** To which it sends its answers. */
    acs_url: z.string(),
    /** To which it answers a sign-out, and sends its own. */
    logout_url: z.string(),
    /** Where it can read all of that. */
    metadata_url: z.string(),
  }),
  can: z.object({ update: f.flag }),
});
export type AuthDriverSettings = z.output<typeof authDriverSettings>;

/** The steps of a test, in their order: it does not reach those behind a failure. */
export const TEST_STEPS = ['description', 'abilities', 'keys', 'client', 'redirect'] as const;
/** Those of a directory. */
export const DIRECTORY_STEPS = ['reach', 'certificate', 'bind', 'base', 'person', 'match'] as const;
/** Those of a service of SAML: what it says of itself, and from `answer` on what it says of whoever signs in to try it. */
export const SAML_STEPS = ['metadata', 'certificates', 'address'] as const;
export const SAML_ANSWER_STEPS = [
  'answer',
  'signature',
  'recipient',
  'audience',
  'clock',
  'attributes',
  'match',
] as const;
/** Of whoever tries settings by which the second step of the service counts. */
export const SECOND_STEP = 'secondStep';
const STEPS = [...TEST_STEPS, ...DIRECTORY_STEPS, ...SAML_STEPS, ...SAML_ANSWER_STEPS, SECOND_STEP] as const;
export type TestStep = (typeof STEPS)[number];

/** What a service says of whoever tries it, as it is shown beside what their account here has. */
export const COMPARED = ['key', 'username', 'email', 'firstname', 'lastname', 'role', 'class'] as const;
export type Compared = (typeof COMPARED)[number];

export const comparedValue = z.object({
  what: z.enum(COMPARED),
  /** The claim, or the attribute, that says it. */
  claim: z.string(),
  /** Null: it did not come, or said two things. */
  theirs: z.nullable(z.string()),
  /** Has the service verified the address? Null: that is said of addresses alone, by OpenID Connect. */
  is_verified: z.nullable(z.boolean()),
  /** Null: nobody was found, or the account says nothing of it. */
  ours: z.nullable(z.string()),
});
export type ComparedValue = z.output<typeof comparedValue>;

export const authDriverReport = z.object({
  steps: z.array(
    z.object({
      step: z.enum(STEPS),
      is_fine: z.boolean(),
      /** What was found, or what is wrong and what to do. */
      message: z.string(),
    }),
  ),
  /** Where the administrator signs in at the service, so that its answer is tried too; null: nothing is left to try. */
  trial: z.nullable(z.object({ uuid: f.uuid, url: z.string() })),
  /** Empty where nobody has tried it. */
  values: z.array(comparedValue),
});
/** What the answer of the service was; null: it has not come yet. */
export const trialReport = z.nullable(authDriverReport);
export type AuthDriverReport = z.output<typeof authDriverReport>;

/** What of somebody whom nobody knows by their key agrees with a person of the school, besides first and last name. */
export const PROPOSED_BY = ['BIRTH_DATE', 'CLASS'] as const;
export type ProposedBy = (typeof PROPOSED_BY)[number];
/** So long it is proposed that somebody may be a person of the school, days. */
export const PROPOSAL_DAYS = 30;
/** So many proposals of a school wait at most. */
export const PROPOSALS_MAXIMUM = 50;

export const proposal = z.object({
  uuid: f.uuid,
  user_id: z.int(),
  firstname: z.string(),
  lastname: z.string(),
  /** What tells people of the same name apart. */
  description: z.string(),
  by: z.enum(PROPOSED_BY),
  created_at: f.instant,
});
export type Proposal = z.output<typeof proposal>;

/** The other way to sign in at a school, if it has one. */
export const signInWay = z.object({ name: z.string(), method: z.enum(DRIVER_METHODS) });

/** What somebody enters on the sign-in page of the school; `username` is the one of the directory. */
export const directoryBody = z.strictObject({
  slink: f.slink,
  username: f.line(190),
  password: f.password,
  stayLoggedIn: z.boolean(),
});

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

/** How the state of a sign-in begins by which settings are tried. */
export const TRIAL_STATE = 'trial.';

/** What the service gave the browser on its way back from a trial: a code, or why there is none. */
export const finishTrialBody = z.strictObject({
  slink: f.slink,
  state: f.line(500),
  code: z.optional(f.line(4000)),
  error: z.optional(f.line(300)),
  iss: z.optional(f.line(300)),
});

export const finishAnswer = z.extend(loginAnswer, {
  username: z.string(),
  stay_logged_in: z.boolean(),
});
export type FinishAnswer = z.output<typeof finishAnswer>;
