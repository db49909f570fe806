import {
  AUTH_DRIVER_PRESETS,
  type AuthDriver,
  type AuthDriverPreset,
  asksProof,
  DIRECTORY_PRESETS,
  type DriverMethod,
  SAML_PRESETS,
  USUAL_SCOPE,
} from '@kreide/core/features/auth-drivers';
import { required } from '@kreide/core/validation';

/** What stands in the fields; the secret of a driver never does. */
export const toValues = (driver: AuthDriver | null) => ({
  name: driver?.name ?? '',
  issuer: driver?.issuer ?? '',
  client: driver?.client ?? '',
  client_secret: '',
  needsNone: driver !== null && !driver.has_secret,
  method: driver?.method ?? ('OIDC' as DriverMethod),
  base_dn: driver?.base_dn ?? '',
  user_filter: driver?.user_filter ?? '',
  subject_attribute: driver?.subject_attribute ?? '',
  authority: driver?.authority ?? '',
  name_id_format: driver?.name_id_format ?? ('persistent' as const),
  metadata_url: driver?.metadata_url ?? '',
  metadata: driver?.metadata ?? '',
  second_step: driver?.second_step ?? false,
  second_step_values: driver?.second_step_values ?? '',
  person: '',
  password: '',
  code: '',
  scope: driver?.scope ?? USUAL_SCOPE,
  match_claim: driver?.match_claim ?? 'email',
  match_field: driver?.match_field ?? ('email' as const),
  is_on: driver?.is_on ?? true,
  passwords: driver?.passwords ?? ('EVERYBODY' as const),
});

export type Values = ReturnType<typeof toValues>;
const SHARED = ['name', 'issuer', 'client', 'match_claim'] as const;
export type Written = (typeof SHARED)[number] | 'scope' | 'base_dn' | 'user_filter' | 'subject_attribute';

/** What has to be filled in. */
export const WRITTEN: Readonly<Record<DriverMethod, readonly Written[]>> = {
  OIDC: [...SHARED, 'scope'],
  LDAP: [...SHARED, 'base_dn', 'user_filter', 'subject_attribute'],
  SAML: ['name', 'match_claim'],
};

/** Fields of which something is said also where they are empty. */
const JUDGED_EMPTY = ['authority', 'metadata', 'metadata_url', 'subject_attribute', 'second_step_values'] as const;

/** Is a problem of a field told? Of an empty one only that it has to be filled in. */
export const isTold = (values: Values, field: keyof Values): boolean =>
  JUDGED_EMPTY.some((one) => one === field && !WRITTEN[values.method].some((written) => written === field)) ||
  required(values[field]);

/** What is usual for a kind of service. */
export const USUAL: Readonly<Record<DriverMethod, Partial<Values>>> = {
  OIDC: { scope: USUAL_SCOPE, match_claim: 'email', match_field: 'email', subject_attribute: '' },
  LDAP: {
    scope: '',
    match_claim: 'uid',
    match_field: 'username',
    user_filter: '(uid={username})',
    subject_attribute: 'entryUUID',
    needsNone: false,
  },
  SAML: { scope: '', match_claim: 'uid', match_field: 'username', subject_attribute: '', needsNone: false },
};

const SETS: readonly (readonly [DriverMethod, Readonly<Record<string, AuthDriverPreset>>])[] = [
  ['OIDC', AUTH_DRIVER_PRESETS],
  ['LDAP', DIRECTORY_PRESETS],
  ['SAML', SAML_PRESETS],
];

/** All presets, each with the kind of service that it is of. */
export const PRESETS = SETS.flatMap(([method, set]) =>
  Object.entries(set).map(([key, preset]) => ({ key, method, name: preset.name, values: toPresetValues(preset) })),
);

function toPresetValues({
  base_dn,
  user_filter,
  subject_attribute,
  metadata_url,
  name_id_format,
  ...usual
}: AuthDriverPreset) {
  return {
    ...usual,
    base_dn: base_dn ?? '',
    user_filter: user_filter ?? '',
    subject_attribute: subject_attribute ?? '',
    metadata_url: metadata_url ?? '',
    metadata: '',
    name_id_format: name_id_format ?? ('persistent' as const),
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text);

/** Does somebody who saves it have to enter their password? */
export const isProofAsked = (driver: AuthDriver | null, values: Values): boolean =>
  asksProof(driver, settingsOf(values));

/** What is sent of them. */
export function settingsOf({ client_secret, needsNone, is_on: _, passwords: __, person: ___, ...given }: Values) {
  const { password: ____, code: _____, ...values } = given;
  const { base_dn, user_filter, subject_attribute, name_id_format, metadata, metadata_url, ...settings } = values;
  const NOTHING = { base_dn: null, user_filter: null, subject_attribute: null, authority: null };
  const NO_SAML = { name_id_format: null, metadata: null, metadata_url: null };
  const NO_STEP = { second_step: false, second_step_values: '' };
  const secret = client_secret === '' ? {} : { client_secret };
  switch (settings.method) {
    case 'LDAP': {
      const authority = orNull(settings.authority);
      return {
        ...settings,
        ...NO_SAML,
        ...NO_STEP,
        base_dn,
        user_filter,
        subject_attribute,
        scope: '',
        authority,
        ...secret,
      };
    }
    case 'SAML': {
      const said = { metadata: orNull(metadata), metadata_url: orNull(metadata_url), name_id_format };
      const ours = { issuer: '', client: '', scope: '' };
      return { ...settings, ...NOTHING, ...ours, ...said, subject_attribute: orNull(subject_attribute) };
    }
    default:
      return { ...settings, ...NO_SAML, ...NOTHING, ...(needsNone ? { client_secret: null } : secret) };
  }
}
