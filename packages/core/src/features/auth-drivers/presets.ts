import { type AuthDriverDraft, USUAL_SCOPE } from './schema.ts';

/** The usual settings of a service; `issuer` has angle brackets where each school has something of its own. */
export type AuthDriverPreset = Pick<AuthDriverDraft, 'name' | 'issuer' | 'scope' | 'match_claim' | 'match_field'>;

/**
 * Services that schools have, as their makers describe them. Entra says nothing of whether an address is verified, and VIDIS names people
 * by a pseudonym alone: there they are found by the key of an import.
 */
export const AUTH_DRIVER_PRESETS: Readonly<Record<string, AuthDriverPreset>> = {
  iserv: {
    name: 'IServ',
    issuer: 'https://<host>',
    scope: USUAL_SCOPE,
    match_claim: 'preferred_username',
    match_field: 'username',
  },
  keycloak: {
    name: 'Keycloak',
    issuer: 'https://<host>/realms/<realm>',
    scope: USUAL_SCOPE,
    match_claim: 'preferred_username',
    match_field: 'username',
  },
  ucs: {
    name: 'UCS@school',
    issuer: 'https://<host>/realms/ucs',
    scope: USUAL_SCOPE,
    match_claim: 'preferred_username',
    match_field: 'username',
  },
  entra: {
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/<tenant>/v2.0',
    scope: USUAL_SCOPE,
    match_claim: 'oid',
    match_field: 'external_id',
  },
  google: {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scope: USUAL_SCOPE,
    match_claim: 'email',
    match_field: 'email',
  },
  vidis: {
    name: 'VIDIS',
    issuer: 'https://<host>/realms/<realm>',
    scope: 'openid',
    match_claim: 'sub',
    match_field: 'external_id',
  },
};
