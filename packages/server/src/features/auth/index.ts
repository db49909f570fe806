export { checkCredentials } from './credentials.ts';
export { countFailure, refuseWhileWaiting } from './failures.ts';
export { type AuthFeature, authFeature } from './feature.ts';
export { createIdleSessions, IDLE_SESSION_SECONDS, type IdleSessions } from './idle-sessions.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { createPasswordReset } from './queries/password-resets.ts';
export type { Sessions } from './sessions.ts';
export { createToken, hashToken } from './tokens.ts';
