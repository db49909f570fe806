import {
  BODY_MAXIMUM,
  BULK_MAXIMUM,
  CONFIG_SCHEMA,
  GROUP_SCHEMA,
  KREIDE_SCHEMA,
  PAGE_MAXIMUM,
  RESOURCE_TYPE_SCHEMA,
  SCHEMA_SCHEMA,
  USER_SCHEMA,
} from './protocol.ts';

/** What this service can do (RFC 7643 §5). */
export const toConfig = (base: string) => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: BULK_MAXIMUM, maxPayloadSize: BODY_MAXIMUM },
  filter: { supported: true, maxResults: PAGE_MAXIMUM },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of the school',
      description: 'A token that an administrator of the school has made for this service, as a bearer token.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const typeOf = (base: string, name: string, schema: string, description: string, extensions: readonly object[]) => ({
  schemas: [RESOURCE_TYPE_SCHEMA],
  id: name,
  name,
  endpoint: `/${name}s`,
  description,
  schema,
  ...(extensions.length > 0 ? { schemaExtensions: extensions } : {}),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

export const toResourceTypes = (base: string) => [
  typeOf(base, 'User', USER_SCHEMA, 'People of the school', [{ schema: KREIDE_SCHEMA, required: false }]),
  typeOf(base, 'Group', GROUP_SCHEMA, 'Classes and courses of the school', []),
];

interface Traits {
  type?: string;
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: string;
  uniqueness?: string;
  referenceTypes?: readonly string[];
  canonicalValues?: readonly string[];
  subAttributes?: readonly object[];
}

const attribute = (name: string, description: string, traits: Traits = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
});

const READ = { mutability: 'readOnly' };

const valued = (name: string, description: string, parts: readonly object[], traits: Traits = {}) =>
  attribute(name, description, { type: 'complex', multiValued: true, subAttributes: parts, ...traits });

const value = (description: string) => attribute('value', description);
const kind = attribute('type', 'What it is for', { canonicalValues: ['work'] });
const primary = attribute('primary', 'Whether it is the one that counts', { type: 'boolean' });

const USER = [
  attribute('userName', 'The name by which the service knows the person', { required: true, uniqueness: 'server' }),
  attribute('name', 'The name of the person', {
    type: 'complex',
    required: true,
    subAttributes: [
      attribute('formatted', 'First and last name', READ),
      attribute('familyName', 'Last name', { required: true }),
      attribute('givenName', 'First name', { required: true }),
    ],
  }),
  attribute('displayName', 'First and last name', READ),
  attribute('userType', 'The role, where neither the extension nor roles says it'),
  attribute('active', 'Whether the person can sign in', { type: 'boolean' }),
  valued('emails', 'E-mail address; one is kept', [value('The address'), kind, primary]),
  valued('phoneNumbers', 'Telephone number; one is kept', [value('The number'), kind]),
  valued('roles', 'The role, where the extension does not say it', [
    value('STUDENT, TEACHER, PARENT or OFFICE'),
    primary,
  ]),
  valued(
    'groups',
    'The class of a pupil, and their courses',
    [
      attribute('value', 'The id of the group', READ),
      attribute('$ref', 'The address of the group', { ...READ, type: 'reference', referenceTypes: ['Group'] }),
      attribute('display', 'The name of the group', READ),
      attribute('type', 'How somebody belongs to it', { ...READ, canonicalValues: ['direct'] }),
    ],
    READ,
  ),
];

const KREIDE = [
  attribute('role', 'What somebody is at the school; it is set once', {
    canonicalValues: ['STUDENT', 'TEACHER', 'PARENT', 'EMPLOYEE', 'OFFICE'],
    mutability: 'immutable',
  }),
  attribute('birthDate', 'The day of birth, as 2015-08-31'),
  attribute('schoolNumber', 'The number of the person in the administration of the school, as lists have it', {
    caseExact: true,
    uniqueness: 'server',
  }),
];

const GROUP = [
  attribute('displayName', 'The short name of a class, or course: and the short name of a course', {
    required: true,
    uniqueness: 'server',
  }),
  valued('members', 'The pupils of the class or course', [
    attribute('value', 'The id of the pupil', { mutability: 'immutable', caseExact: true }),
    attribute('$ref', 'The address of the pupil', {
      type: 'reference',
      referenceTypes: ['User'],
      mutability: 'immutable',
    }),
    attribute('display', 'The name of the pupil', READ),
    attribute('type', 'Always a person', { canonicalValues: ['User'], mutability: 'immutable' }),
  ]),
];

const schemaOf = (base: string, id: string, name: string, description: string, attributes: readonly object[]) => ({
  schemas: [SCHEMA_SCHEMA],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

export const toSchemas = (base: string) => [
  schemaOf(base, USER_SCHEMA, 'User', 'People of the school', USER),
  schemaOf(base, GROUP_SCHEMA, 'Group', 'Classes and courses of the school', GROUP),
  schemaOf(base, KREIDE_SCHEMA, 'Kreide', 'What a school knows of people besides', KREIDE),
];
