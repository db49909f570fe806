/** The place on the device that keeps a session. */
export interface TokenStore {
  /** The access token of the selected account, or null. */
  get(): StoredSession | null;
  set(session: StoredSession | null): void;
}

/** A session as it is stored on the device. */
export interface StoredSession {
  access_token: string;
  /** The owner of the session; needed for a refresh (P-3.32). */
  uuid: string;
  /** The refresh token itself, only where there are no cookies (CLI, native). */
  refresh_token?: string | undefined;
}

/** A store in memory, for tests and servers. */
export function memoryTokenStore(initial: StoredSession | null = null): TokenStore {
  let session = initial;
  return {
    get: () => session,
    set: (next) => {
      session = next;
    },
  };
}
