import { type AuthDriverDraft, USUAL_SCOPE } from './schema.ts';

/** The usual settings of a service; `issuer` has angle brackets where each school has something of its own. */
export type AuthDriverPreset = Pick<AuthDriverDraft, 'name' | 'issuer' | 'scope' | 'match_claim' | 'match_field'> &
  Partial<
    Pick<
      AuthDriverDraft,
      'client' | 'base_dn' | 'user_filter' | 'subject_attribute' | 'name_id_format' | 'metadata_url'
    >
  >;

const ACTIVE_DIRECTORY = {
  name: 'Active Directory',
  issuer: 'ldaps://<host>',
  client: 'CN=kreide,OU=<ou>,DC=<domain>,DC=<tld>',
  scope: '',
  match_claim: 'sAMAccountName',
  match_field: 'username',
  base_dn: 'DC=<domain>,DC=<tld>',
  subject_attribute: 'objectGUID',
} as const;

/** How Active Directory compares a group with all that somebody is in, groups within groups included. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';

/** The presets of `DIRECTORY_PRESETS` that find the people of one group alone. */
export const GROUP_PRESETS: readonly string[] = ['activeDirectoryGroup'];

/**
 * Directories that schools have. What never changes about a person is `objectGUID` in Active Directory and `entryUUID` (RFC 4530)
 * elsewhere.
 */
export const DIRECTORY_PRESETS: Readonly<Record<string, AuthDriverPreset>> = {
  activeDirectory: {
    ...ACTIVE_DIRECTORY,
    user_filter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName={username}))',
  },
  // Whoever is in a group, or in one that is in it (LDAP_MATCHING_RULE_IN_CHAIN).
  activeDirectoryGroup: {
    ...ACTIVE_DIRECTORY,
    user_filter: `(&(objectCategory=person)(objectClass=user)(sAMAccountName={username})(memberOf:${IN_CHAIN}:=CN=<group>,OU=<ou>,DC=<domain>,DC=<tld>))`,
  },
  openLdap: {
    name: 'OpenLDAP',
    issuer: 'ldaps://<host>',
    client: 'cn=kreide,dc=<domain>,dc=<tld>',
    scope: '',
    match_claim: 'uid',
    match_field: 'username',
    base_dn: 'ou=people,dc=<domain>,dc=<tld>',
    user_filter: '(&(objectClass=inetOrgPerson)(uid={username}))',
    subject_attribute: 'entryUUID',
  },
  ucsDirectory: {
    name: 'UCS@school',
    issuer: 'ldaps://<host>:7636',
    client: 'uid=kreide,cn=users,dc=<domain>,dc=<tld>',
    scope: '',
    match_claim: 'ucsschoolRecordUID',
    match_field: 'external_id',
    base_dn: 'dc=<domain>,dc=<tld>',
    user_filter: '(&(objectClass=person)(uid={username})(ucsschoolRole=*))',
    subject_attribute: 'entryUUID',
  },
};

const SAML = { issuer: '', client: '', scope: '' };

/**
 * Services that speak SAML. Keycloak gives the username where a mapper does, Entra names people by the key that an import knows, and
 * Shibboleth calls attributes by their numbers.
 */
export const SAML_PRESETS: Readonly<Record<string, AuthDriverPreset>> = {
  entraSaml: {
    ...SAML,
    name: 'Microsoft',
    metadata_url:
      'https://login.microsoftonline.com/<tenant>/federationmetadata/2007-06/federationmetadata.xml?appid=<app>',
    name_id_format: 'persistent',
    match_claim: 'http://schemas.microsoft.com/identity/claims/objectidentifier',
    match_field: 'external_id',
    subject_attribute: 'http://schemas.microsoft.com/identity/claims/objectidentifier',
  },
  keycloakSaml: {
    ...SAML,
    name: 'Keycloak',
    metadata_url: 'https://<host>/realms/<realm>/protocol/saml/descriptor',
    name_id_format: 'persistent',
    match_claim: 'username',
    match_field: 'username',
  },
  ucsSaml: {
    ...SAML,
    name: 'UCS@school',
    metadata_url: 'https://<host>/realms/ucs/protocol/saml/descriptor',
    name_id_format: 'unspecified',
    match_claim: 'uid',
    match_field: 'username',
    subject_attribute: 'entryUUID',
  },
  shibboleth: {
    ...SAML,
    name: 'Shibboleth',
    metadata_url: 'https://<host>/idp/shibboleth',
    name_id_format: 'persistent',
    match_claim: 'urn:oid:0.9.2342.19200300.100.1.1',
    match_field: 'username',
  },
};

/**
 * Services that schools have, as their makers describe them. Entra says nothing of whether an address is verified, and VIDIS and
 * services of Schulconnex name people by a pseudonym: there they are found by the key of an import.
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
  schulconnex: {
    name: 'Schulconnex',
    issuer: 'https://<host>/realms/<realm>',
    scope: 'openid profile',
    match_claim: 'sub',
    match_field: 'external_id',
  },
};
