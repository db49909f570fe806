import type { SyncSource } from './schema.ts';

export const SYNC_PRESETS = ['ACTIVE_DIRECTORY', 'UCS_SCHOOL', 'OPENLDAP'] as const;
export type SyncPreset = (typeof SYNC_PRESETS)[number];

type Proposed = Pick<
  SyncSource,
  'filter' | 'external_id' | 'lastname' | 'firstname' | 'email' | 'birth_date' | 'class'
>;

const USUAL: Omit<Proposed, 'filter' | 'external_id' | 'email'> = {
  lastname: 'sn',
  firstname: 'givenName',
  birth_date: null,
  class: null,
};

/** The same in every language. */
export const PRESET_NAMES: Readonly<Record<SyncPreset, string>> = {
  ACTIVE_DIRECTORY: 'Active Directory',
  UCS_SCHOOL: 'UCS@school',
  OPENLDAP: 'OpenLDAP',
};

/** What these programs name what is read; where people stand only the school knows. */
export const PRESET_SOURCES: Readonly<Record<SyncPreset, Proposed>> = {
  ACTIVE_DIRECTORY: {
    ...USUAL,
    // 2: the account is switched off.
    filter: '(&(objectCategory=person)(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))',
    external_id: 'objectGUID',
    email: 'mail',
    class: 'department',
  },
  UCS_SCHOOL: {
    ...USUAL,
    filter: '(objectClass=ucsschoolStudent)',
    external_id: 'ucsschoolRecordUID',
    email: 'mailPrimaryAddress',
    birth_date: 'univentionBirthday',
    class: 'memberOf',
  },
  OPENLDAP: { ...USUAL, filter: '(objectClass=inetOrgPerson)', external_id: 'entryUUID', email: 'mail' },
};
