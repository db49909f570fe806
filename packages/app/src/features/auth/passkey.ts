import { type LoginAnswer, type Passkey, passkeyApi } from '@kreide/core/features/auth';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { client } from '../../kernel/client.ts';
import { SELF } from './factor-wish.ts';

const QUIET = { messages: false } as const;

interface PasskeySignIn {
  slink: string;
  stayLoggedIn: boolean;
  /** Of an open second step; without one the passkey stands alone. */
  token?: string;
}

/** What a passkey of this device signs, for an open second step or for a sign-in by itself. */
export async function signWithPasskey(token: string | undefined) {
  const step = token === undefined ? {} : { token };
  const { data: optionsJSON } = await client.call(passkeyApi.requestPasskey, { body: step }, QUIET);
  const { id, response } = await startAuthentication({ optionsJSON: optionsJSON as never });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}

/** Signs in with a passkey of this device; throws ApiError, or what the browser says when nobody confirmed. */
export async function signInWithPasskey({ slink, stayLoggedIn, token }: PasskeySignIn): Promise<LoginAnswer> {
  const step = token === undefined ? {} : { token };
  const credential = await signWithPasskey(token);
  return client.call(passkeyApi.signInWithPasskey, { body: { slink, stayLoggedIn, ...step, credential } }, QUIET);
}

/** Makes a passkey on this device and adds it to the account. */
export async function addPasskey(name: string, password: string): Promise<Passkey> {
  const { data: optionsJSON } = await client.call(passkeyApi.preparePasskey, { ...SELF, body: { password } }, QUIET);
  const { id, response } = await startRegistration({ optionsJSON: optionsJSON as never });
  const { clientDataJSON: client_data, attestationObject: attestation, transports = [] } = response;
  const body = { name, credential: { id, client_data, attestation, transports } };
  return (await client.call(passkeyApi.addPasskey, { ...SELF, body }, QUIET)).data;
}
