export { checkCredentials } from './credentials.ts';
export { countFailure, pruneFailures, refuseWhileWaiting } from './failures.ts';
export { authHandlers } from './handlers.ts';
export { createIdleSessions, IDLE_SESSION_SECONDS, type IdleSessions } from './idle-sessions.ts';
export { createPasswordReset, prunePasswordResets } from './password-resets.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { createSessions, SESSION_CHANNEL, type Sessions } from './sessions.ts';
export { createToken, hashToken } from './tokens.ts';
