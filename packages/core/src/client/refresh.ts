import * as authApi from '../features/auth/api.ts';
import { type Client, type ClientOptions, createClient, type RefreshCall } from './client.ts';
import { memoryTokenStore } from './session.ts';

/**
 * The renewal of a session over `auth/refresh`: by cookie in a browser, by the stored refresh token elsewhere.
 * It uses a client of its own, so that a 401 does not start another renewal.
 */
export function createRefresh(
  options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'xsrf' | 'language' | 'version' | 'releasedAt'>,
): RefreshCall {
  const client: Client = createClient({ ...options, tokens: memoryTokenStore() });
  return async (session) => {
    const answer = await client.call(authApi.refresh, {
      query: {},
      body: { uuid: session.uuid, ...(session.refresh_token ? { refresh_token: session.refresh_token } : {}) },
    });
    return {
      access_token: answer.access_token,
      uuid: answer.uuid,
      ...(answer.refresh_token ? { refresh_token: answer.refresh_token } : {}),
    };
  };
}
