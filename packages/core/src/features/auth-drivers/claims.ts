import type { Compared, DriverMethod } from './schema.ts';

type Names = Readonly<Record<Exclude<Compared, 'key'> | 'birth_date', readonly string[]>>;

const SOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/**
 * The names under which services of the presets, and those of Schulconnex, say who somebody is: the first that came counts. A dot leads
 * into a claim that has parts.
 */
export const KNOWN_CLAIMS: Readonly<Record<DriverMethod, Names>> = {
  OIDC: {
    username: ['preferred_username', 'upn', 'uid'],
    email: ['email'],
    firstname: ['given_name', 'person.name.vorname'],
    lastname: ['family_name', 'person.name.familienname'],
    birth_date: ['birthdate', 'person.geburt.datum'],
    role: ['rolle', 'role', 'roles', 'ucsschoolRole', 'realm_access.roles', 'personenkontexte.rolle'],
    class: ['klasse', 'class', 'classes', 'personenkontexte.gruppen.gruppe.bezeichnung'],
  },
  SAML: {
    username: ['uid', 'urn:oid:0.9.2342.19200300.100.1.1', 'username', `${SOAP}/name`],
    email: ['mail', 'urn:oid:0.9.2342.19200300.100.1.3', 'email', `${SOAP}/emailaddress`],
    firstname: ['givenName', 'urn:oid:2.5.4.42', `${SOAP}/givenname`],
    lastname: ['sn', 'urn:oid:2.5.4.4', `${SOAP}/surname`],
    birth_date: ['schacDateOfBirth', 'urn:oid:1.3.6.1.4.1.25178.1.2.3', 'birthdate'],
    role: ['eduPersonAffiliation', 'urn:oid:1.3.6.1.4.1.5923.1.1.1.1', 'ucsschoolRole', 'role'],
    class: ['klasse', 'class'],
  },
  LDAP: {
    username: ['sAMAccountName', 'uid'],
    email: ['mail', 'mailPrimaryAddress'],
    firstname: ['givenName'],
    lastname: ['sn'],
    birth_date: ['univentionBirthday'],
    role: ['ucsschoolRole'],
    class: ['department'],
  },
};

/** What a claim says, as texts. */
export const claimTexts = (claims: Readonly<Record<string, unknown>>, name: string): string[] =>
  valuesAt(claims, Object.hasOwn(claims, name) ? [name] : name.split('.')).flatMap((value) => {
    const text = typeof value === 'number' ? `${value}` : value;
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  });

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Readonly<Record<string, unknown>>)[name], rest);
}
