import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { flagText } from '../../kernel/fields.ts';
import { loginAnswer, loginBody, refreshAnswer } from './schema.ts';
import './errors.ts';

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  auth: 'public',
  needs: 'nothing',
  body: loginBody,
  answer: loginAnswer,
  errors: ['wrong_credentials', 'password_not_used', 'user_locked', 'user_expired', 'school_locked'],
  idempotent: false,
  audit: 'auth:audit.signIn',
  summary: 'Signs in with the credentials of one school; a wrong name and a wrong password answer alike.',
});

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  auth: 'public',
  needs: 'nothing',
  /** `is_native` changes nothing: how a session was opened decides where its refresh token travels. */
  query: z.object({ is_native: z.optional(flagText) }),
  body: z.strictObject({
    /** The user of the session. */
    uuid: f.uuid,
    refresh_token: z.optional(f.line(200, 0)),
  }),
  answer: refreshAnswer,
  errors: ['invalid_user_id', 'session_expired', 'xsrf_mismatch', 'user_locked', 'user_expired', 'school_locked'],
  idempotent: false,
  timeout: 600_000,
  summary:
    'Exchanges the refresh token (cookie, or body for native apps) for a new access token and rotates it; the access token before ends.',
});

export const logout = endpoint({
  forLeavers: true,
  beforeSecondStep: true,
  method: 'POST',
  path: '/logout',
  auth: 'user',
  needs: 'self',
  body: z.strictObject({ device_token: z.optional(z.nullable(f.line(500, 0))) }),
  answer: f.answerOf(z.object({ redirect_uri: z.nullable(z.string()) })),
  errors: ['xsrf_mismatch'],
  idempotent: false,
  audit: 'auth:audit.signOut',
  summary: 'Ends the session.',
});

export const logoutAll = endpoint({
  forLeavers: true,
  beforeSecondStep: true,
  method: 'POST',
  path: '/logout-all',
  auth: 'user',
  needs: 'self',
  answer: f.answerOf(z.object({ sessions: z.int() })),
  idempotent: false,
  audit: 'auth:audit.signOutAll',
  summary: 'Ends all sessions of the caller and says how many there were.',
});

export { createAppPassword, listAppPasswords, removeAppPassword } from './app-password-api.ts';
export { listEnvironments } from './environments-api.ts';
export {
  confirmJoinedAccount,
  joinAccount,
  listJoinedAccounts,
  removeJoinedAccount,
  switchAccount,
} from './joining-api.ts';
export {
  addPasskey,
  preparePasskey,
  removePasskey,
  requestPasskey,
  signInWithPasskey,
} from './passkey-api.ts';
export { confirmPasswordReset, forgottenEmail, requestPasswordReset, updatePassword } from './password-api.ts';
export {
  changeSecondFactor,
  getSecondFactor,
  sendSecondStepCode,
  setUpSecondFactor,
  verifySecondStep,
} from './second-step-api.ts';
export { endSession, listSessions } from './sessions-api.ts';
