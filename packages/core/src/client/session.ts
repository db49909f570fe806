/** Where a session is kept on the device. */
export interface TokenStore {
  /** The access token of the selected account, or null. */
  get(): StoredSession | null;
  set(session: StoredSession | null): void;
}

/** A session as the device keeps it. */
export interface StoredSession {
  access_token: string;
  /** Whose session it is; needed for a refresh (P-3.32). */
  uuid: string;
  /** Only where no cookie can be kept (CLI, native): the refresh token itself. */
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
