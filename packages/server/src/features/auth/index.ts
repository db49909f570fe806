export { authHandlers } from './handlers.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { createSessions, SESSION_CHANNEL, type Sessions } from './sessions.ts';
