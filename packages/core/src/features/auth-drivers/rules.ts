import type { AuthDriver, AuthDriverDraft } from './schema.ts';
import { areStepValues, toStepValues } from './second-step.ts';

/**
 * The address of a service as it has to be asked: its description belongs to exactly this text (OpenID Connect Discovery §4.3), so
 * nothing but blanks around it and what somebody copied of its description is taken away. Null where it is no address, or has the
 * brackets of a preset.
 */
export function toIssuer(text: string): string | null {
  if (/[<>]/.test(text)) return null;
  const trimmed = text.trim().replace(/\/\.well-known\/openid-configuration$/, '');
  if (!URL.canParse(trimmed)) return null;
  const { protocol, username, password, search, hash } = new URL(trimmed);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return isPlain && (protocol === 'https:' || protocol === 'http:') ? trimmed : null;
}

/** A service confirms the claim `email` (OpenID Connect Core 1.0 §5.1), and says nothing of whose another claim is. */
export const isConfirmed = ({ match_claim }: Pick<AuthDriverDraft, 'match_claim'>): boolean => match_claim === 'email';

export type DriverRule =
  | 'address'
  | 'openid'
  | 'unconfirmed'
  | 'directoryAddress'
  | 'directoryMissing'
  | 'directoryEmail'
  | 'filter'
  | 'authority'
  | 'notDirectory'
  | 'client'
  | 'samlEmail'
  | 'samlMetadata'
  | 'samlMetadataOnce'
  | 'samlMetadataAddress'
  | 'samlFormat'
  | 'samlSubject'
  | 'notSaml'
  | 'stepValues'
  | 'stepValuesMissing'
  | 'notStep';

/** Where somebody's name stands in the filter of a directory. */
export const USERNAME_PLACE = '{username}';

/** The address of a directory, as it is asked: no path, no search of its own, nobody's password. Null where it is none. */
export function toDirectoryAddress(text: string): { host: string; port: number; isTls: boolean } | null {
  const trimmed = text.trim();
  if (!/^ldaps?:\/\/[^<>@?#/]+\/?$/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const { protocol, hostname, port } = new URL(trimmed);
  const isTls = protocol === 'ldaps:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 636 : 389)), isTls };
}

/** Has a filter the form that a directory understands: brackets that close, and a place for the name within a comparison? */
export function isDirectoryFilter(filter: string): boolean {
  let depth = 0;
  for (const [at, sign] of [...filter].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && at < [...filter].length - 1)) return false;
  }
  return depth === 0 && /=[^()]*\{username\}[^()]*\)/.test(filter) && /^\([&|!(]?/.test(filter);
}

type Problem = { field: keyof Judged; rule: DriverRule };
type Judged = Pick<
  AuthDriverDraft,
  | 'method'
  | 'issuer'
  | 'client'
  | 'scope'
  | 'match_claim'
  | 'match_field'
  | 'base_dn'
  | 'user_filter'
  | 'subject_attribute'
  | 'authority'
  | 'name_id_format'
  | 'metadata_url'
  | 'metadata'
  | 'second_step'
  | 'second_step_values'
>;

const DIRECTORY_FIELDS = ['base_dn', 'user_filter', 'subject_attribute'] as const;
const SAML_FIELDS = ['name_id_format', 'metadata_url', 'metadata'] as const;

/** Fields that belong to another method, and say something. */
const foreignTo = (given: Judged, fields: readonly (keyof Judged)[], rule: DriverRule): Problem[] =>
  fields.filter((field) => given[field] !== null).map((field) => ({ field, rule }));

/** An attribute has a name of letters, or is written as numbers (RFC 4512 §1.4). */
const isAttribute = (name: string) => /^[A-Za-z][\w-]*$|^\d+(\.\d+)+$/.test(name);

function directoryProblems({ issuer, match_claim, match_field, authority, ...given }: Judged): Problem[] {
  const found: (Problem | false)[] = [
    toDirectoryAddress(issuer) === null && { field: 'issuer', rule: 'directoryAddress' },
    // A directory says nothing of whether somebody has proven that an address is theirs.
    match_field === 'email' && { field: 'match_field', rule: 'directoryEmail' },
    !isAttribute(match_claim) && { field: 'match_claim', rule: 'directoryMissing' },
    ...DIRECTORY_FIELDS.map(
      (field) => !given[field]?.trim() && ({ field, rule: 'directoryMissing' } as const satisfies Problem),
    ),
    Boolean(given.subject_attribute?.trim()) &&
      !isAttribute(given.subject_attribute ?? '') && { field: 'subject_attribute', rule: 'directoryMissing' },
    Boolean(given.user_filter?.trim()) &&
      !isDirectoryFilter(given.user_filter ?? '') && { field: 'user_filter', rule: 'filter' },
    authority !== null &&
      !/-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(authority) && {
        field: 'authority',
        rule: 'authority',
      },
  ];
  return found.filter((one) => one !== false);
}

/** The address at which a service of SAML describes itself; null where it is none. */
export function toMetadataAddress(text: string): string | null {
  const trimmed = text.trim();
  if (/[<>]/.test(trimmed) || !URL.canParse(trimmed)) return null;
  const { protocol, username, password, hash } = new URL(trimmed);
  const isPlain = username === '' && password === '' && hash === '';
  return isPlain && (protocol === 'https:' || protocol === 'http:') ? trimmed : null;
}

function samlProblems(given: Judged): Problem[] {
  const { match_field, name_id_format, subject_attribute, metadata, metadata_url } = given;
  const isPasted = metadata !== null && metadata.trim() !== '';
  const found: (Problem | false)[] = [
    !isPasted && metadata_url === null && { field: 'metadata_url', rule: 'samlMetadata' },
    isPasted && metadata_url !== null && { field: 'metadata', rule: 'samlMetadataOnce' },
    metadata_url !== null &&
      toMetadataAddress(metadata_url) === null && { field: 'metadata_url', rule: 'samlMetadataAddress' },
    // It says nothing of whether somebody has proven that an address is theirs.
    match_field === 'email' && { field: 'match_field', rule: 'samlEmail' },
    name_id_format === null && { field: 'name_id_format', rule: 'samlFormat' },
    // A name that is another one each time says of nobody who they are.
    name_id_format === 'transient' && subject_attribute === null && { field: 'subject_attribute', rule: 'samlSubject' },
  ];
  const foreign = foreignTo(given, ['base_dn', 'user_filter', 'authority'], 'notDirectory');
  return [...found.filter((one) => one !== false), ...foreign];
}

function stepProblems({ method, second_step, second_step_values }: Judged): Problem[] {
  const isWritten = second_step_values.trim() !== '';
  // A directory says nothing of how somebody has proven who they are, and SAML has no word that all services share.
  if (method === 'LDAP') return second_step || isWritten ? [{ field: 'second_step', rule: 'notStep' }] : [];
  if (!areStepValues(second_step_values)) return [{ field: 'second_step_values', rule: 'stepValues' }];
  const isMissing = method === 'SAML' && second_step && !isWritten;
  return isMissing ? [{ field: 'second_step_values', rule: 'stepValuesMissing' }] : [];
}

/** What is wrong with what somebody wrote down. */
export const driverProblems = (given: Judged): Problem[] => [...protocolProblems(given), ...stepProblems(given)];

function protocolProblems(given: Judged): Problem[] {
  if (given.method === 'SAML') return samlProblems(given);
  const client: Problem[] = given.client.trim() === '' ? [{ field: 'client', rule: 'client' }] : [];
  const ofSaml = [...client, ...foreignTo(given, SAML_FIELDS, 'notSaml')];
  if (given.method === 'LDAP') return [...directoryProblems(given), ...ofSaml];
  const { issuer, scope, ...match } = given;
  return [
    ...(toIssuer(issuer) === null ? [{ field: 'issuer', rule: 'address' } as const] : []),
    ...(scope.split(/\s+/).includes('openid') ? [] : [{ field: 'scope', rule: 'openid' } as const]),
    ...(match.match_field !== 'email' || isConfirmed(match)
      ? []
      : [{ field: 'match_claim', rule: 'unconfirmed' } as const]),
    ...foreignTo(given, [...DIRECTORY_FIELDS, 'authority'], 'notDirectory'),
    ...ofSaml,
  ];
}

/** Where a service is found, what it is believed by, and what of it takes the place of a second step. */
export type Addressed = Pick<AuthDriver, 'method' | 'issuer' | 'authority' | 'metadata_url' | 'metadata'> &
  Pick<AuthDriver, 'second_step' | 'second_step_values'>;

const addressOf = ({ method, issuer, authority, metadata_url, metadata }: Addressed) =>
  JSON.stringify(
    method === 'SAML' ? [method, metadata_url ?? metadata?.trim()] : [method, issuer.trim(), authority?.trim()],
  );

/** Does less than before take the place of a second step, or the same? */
const isNoWeaker = (before: Addressed, after: Addressed): boolean => {
  const known = toStepValues(before.second_step_values);
  return (
    !after.second_step ||
    (before.second_step && toStepValues(after.second_step_values).every((one) => known.includes(one)))
  );
};

/**
 * Does somebody who saves it have to prove who they are once more? Whoever says at which address people sign in opens every account, and
 * whoever lets its second step count opens those that have one here.
 * @param before null: there was none, as after one was removed
 */
export const asksProof = (before: Addressed | null, after: Addressed): boolean =>
  before === null || addressOf(before) !== addressOf(after) || !isNoWeaker(before, after);
