import * as authApi from '../features/auth/api.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Client, type ClientOptions, createClient, type RefreshCall } from './client.ts';
import { memoryTokenStore, type StoredSession } from './session.ts';

/**
 * The renewal of a session over `auth/refresh`: by cookie in a browser, by the stored refresh token elsewhere.
 * It uses a client of its own, so that a 401 does not start another renewal.
 */
export function createRefresh(
  options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'xsrf' | 'language' | 'version' | 'releasedAt'>,
): RefreshCall {
  const client: Client = createClient({ ...options, tokens: memoryTokenStore() });
  const renew = (session: StoredSession) =>
    client.call(authApi.refresh, {
      query: {},
      body: { uuid: session.uuid, ...(session.refresh_token ? { refresh_token: session.refresh_token } : {}) },
    });
  return async (session) => {
    const answer = await renew(session).catch((thrown: unknown) => {
      // The refusal brought the cookie of this session: another account had left its own.
      if (ApiError.from(thrown).code === 'xsrf_mismatch') return renew(session);
      throw thrown;
    });
    return {
      access_token: answer.access_token,
      uuid: answer.uuid,
      ...(answer.refresh_token ? { refresh_token: answer.refresh_token } : {}),
    };
  };
}
