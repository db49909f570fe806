import * as z from 'zod/mini';
import { USER_TYPES } from '../../kernel/abilities.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { signature } from './passkey-api.ts';
import { loginAnswer } from './schema.ts';
import { idOfSelf, openStep, stepToken, typedCode } from './second-step-schema.ts';
import './errors.ts';

/** Most accounts of one person, at all schools together. */
export const JOINED_ACCOUNTS_MAXIMUM = 12;

const password = f.password;

/** Another account of the same person (D-6.05): enough to recognise it, nothing of what its school shows. */
export const joinedAccount = z.object({
  uuid: f.uuid,
  displayname: z.string(),
  type: z.enum(USER_TYPES),
  school: z.object({ slink: f.slink, name: z.string() }),
  joined_at: f.instant,
  /** When somebody last switched from it to another one; null: never. */
  last_used_at: z.nullable(f.instant),
  /** 0: it, or its school, is locked, or it has ended. */
  can: z.object({ switch: f.flag }),
});
export type JoinedAccount = z.output<typeof joinedAccount>;

/** Whether an account of one type may be switched to from one of the other: a pupil's never leads to that of a parent (P-4.14). */
export const isJoinable = (one: string, other: string): boolean => (one === 'STUDENT') === (other === 'STUDENT');

export const listJoinedAccounts = endpoint({
  method: 'GET',
  path: '/users/{id}/joined-accounts',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  answer: f.answerOf(z.array(joinedAccount)),
  errors: ['not_found'],
  summary: 'The other accounts that the caller has joined with this one, in the order of schools and names.',
});

export const joinAccount = endpoint({
  method: 'POST',
  path: '/users/{id}/joined-accounts',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  body: z.strictObject({
    /** Of the account that the caller is signed in to. */
    own_password: password,
    slink: f.slink,
    username: f.line(190),
    password,
  }),
  answer: f.answerOf(
    z.object({
      /** Null: the second step of the other account is open. */
      account: z.nullable(joinedAccount),
      second_step: z.nullable(z.object({ ...openStep.shape, token: stepToken })),
    }),
  ),
  errors: ['password_not_used', 'not_found', 'wrong_credentials', 'user_locked', 'user_expired', 'school_locked'],
  idempotent: false,
  audit: 'auth:audit.accountsJoined',
  summary:
    'Joins another account of the caller, who gives the passwords of both; where that one has a second step, it is asked for first.',
});

export const confirmJoinedAccount = endpoint({
  method: 'POST',
  path: '/users/{id}/joined-accounts/confirm',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  body: z.strictObject({
    own_password: password,
    token: stepToken,
    /** One of the two. */
    code: z.optional(typedCode),
    credential: z.optional(signature),
  }),
  answer: f.answerOf(joinedAccount),
  errors: ['not_found', 'wrong_code', 'user_locked', 'user_expired', 'school_locked'],
  idempotent: false,
  audit: 'auth:audit.accountsJoined',
  summary: 'Joins an account whose second step is open, with a code or a passkey of it; 404 when the step is over.',
});

export const removeJoinedAccount = endpoint({
  forLeavers: true,
  method: 'DELETE',
  path: '/users/{id}/joined-accounts/{uuid}',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf, uuid: f.uuid }),
  answer: null,
  errors: ['not_found'],
  audit: 'auth:audit.accountLeft',
  summary: 'Takes an account out of those that are joined, with the uuid of the caller this one; each goes on alone.',
});

export const switchAccount = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/auth/switch',
  auth: 'user',
  needs: 'self',
  body: z.strictObject({
    uuid: f.uuid,
    /** As in a sign-in, for sessions of native apps. */
    device_token: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)))),
  }),
  answer: loginAnswer,
  errors: ['not_found', 'user_locked', 'user_expired', 'school_locked'],
  idempotent: false,
  audit: 'auth:audit.accountSwitched',
  summary:
    'Signs in to a joined account without its password, for as long as the session of the caller; that session goes on. Asks for the second step of the account, unless it was taken on a device that was to be trusted.',
});
