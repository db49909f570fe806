import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { loginAnswer } from './schema.ts';
import { idOfSelf, passkey, stepToken } from './second-step-schema.ts';
import './errors.ts';

/** Bytes in base64url, as browsers give them. */
const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max));

/** The answer that a passkey has signed. */
export const signature = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(2000),
});

const known = z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }));

/** What a browser needs to make a passkey (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: known,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['required', 'preferred']),
  }),
});

/** What a browser needs to use one (`PublicKeyCredentialRequestOptionsJSON`). */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: known,
});

export const preparePasskey = endpoint({
  forLeavers: true,
  beforeSecondStep: true,
  method: 'POST',
  path: '/users/{id}/passkeys/options',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  body: z.strictObject({ password: f.password }),
  answer: f.answerOf(creationOptions),
  errors: ['not_found'],
  idempotent: false,
  summary: 'What a browser needs to make a passkey, with a challenge that is good for one, for five minutes.',
});

export const addPasskey = endpoint({
  forLeavers: true,
  beforeSecondStep: true,
  method: 'POST',
  path: '/users/{id}/passkeys',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  body: z.strictObject({
    name: f.line(60),
    credential: z.strictObject({
      id: bytes(1400),
      client_data: bytes(4000),
      attestation: bytes(16_000),
      transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(8)),
    }),
  }),
  answer: f.answerOf(passkey),
  errors: ['not_found', 'passkey_refused'],
  idempotent: false,
  audit: 'auth:audit.passkeyAdded',
  summary: 'Adds a passkey to the account of the caller.',
});

export const removePasskey = endpoint({
  forLeavers: true,
  method: 'DELETE',
  path: '/users/{id}/passkeys/{passkey_id}',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf, passkey_id: f.idText }),
  answer: null,
  errors: ['not_found', 'last_passkey'],
  audit: 'auth:audit.passkeyRemoved',
  summary: 'Removes a passkey of the caller; 409 for the last one while it is the second step.',
});

export const requestPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  auth: 'public',
  needs: 'nothing',
  /** `token`: of an open second step, which only the passkeys of its account finish. */
  body: z.strictObject({ token: z.optional(stepToken) }),
  answer: f.answerOf(requestOptions),
  errors: ['not_found'],
  idempotent: false,
  summary: 'What a browser needs to use a passkey, with a challenge that is good for one sign-in, for five minutes.',
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  auth: 'public',
  needs: 'nothing',
  body: z.strictObject({
    slink: f.slink,
    stayLoggedIn: z.boolean(),
    token: z.optional(stepToken),
    credential: signature,
  }),
  answer: loginAnswer,
  errors: ['not_found', 'passkey_refused', 'user_locked', 'user_expired', 'school_locked'],
  idempotent: false,
  audit: 'auth:audit.signInPasskey',
  summary:
    'Signs in at a school with a passkey alone, which has asked for finger, face or PIN, or finishes a second step.',
});
