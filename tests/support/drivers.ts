const NO_SAML = { name_id_format: null, metadata_url: null, metadata: null } as const;
const NO_STEP = { second_step: false, second_step_values: '' } as const;

/** What a driver of OpenID Connect says of other protocols. */
export const OPENID = {
  ...NO_SAML,
  ...NO_STEP,
  method: 'OIDC',
  base_dn: null,
  user_filter: null,
  subject_attribute: null,
  authority: null,
} as const;

/** What a driver of SAML says of other protocols, and the name that it asks for. */
export const SAML = {
  ...OPENID,
  method: 'SAML',
  issuer: '',
  client: '',
  scope: '',
  name_id_format: 'persistent',
} as const;

/** What stands in the form of a driver. */
export const DRIVER_FIELDS = [
  'method',
  'base_dn',
  'user_filter',
  'subject_attribute',
  'authority',
  'name_id_format',
  'metadata_url',
  'metadata',
  'second_step',
  'second_step_values',
  'name',
  'issuer',
  'client',
  'scope',
  'match_claim',
  'match_field',
  'is_on',
  'passwords',
] as const;
