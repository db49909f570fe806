export * as authApi from './api.ts';
export * as appPasswordApi from './app-password-api.ts';
export {
  APP_PASSWORD_PURPOSES,
  APP_PASSWORDS_MAXIMUM,
  type AppPassword,
  type AppPasswordPurpose,
  toFilesPath,
} from './app-password-api.ts';
export * as environmentsApi from './environments-api.ts';
export * as joiningApi from './joining-api.ts';
export { isJoinable, JOINED_ACCOUNTS_MAXIMUM, type JoinedAccount } from './joining-api.ts';
export * from './keep-alive.ts';
export * as passkeyApi from './passkey-api.ts';
export * as passwordApi from './password-api.ts';
export * from './schema.ts';
export * as secondStepApi from './second-step-api.ts';
export * from './second-step-schema.ts';
export type { OpenSession } from './sessions-api.ts';
export * as sessionsApi from './sessions-api.ts';
export * from './user-wait.ts';
