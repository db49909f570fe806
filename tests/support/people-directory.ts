import type { SyncSource } from '../../packages/core/src/features/data-sync/schema.ts';
import type { PeerEntry } from './directory-peer.ts';
import { BASE, DIRECTORY_PASSWORD, SERVICE } from './directory-school.ts';

/** Where pupils and teachers stand. */
export const PUPILS = `ou=pupils,${BASE}`;
export const TEACHERS = `ou=teachers,${BASE}`;

type Attributes = Readonly<Record<string, string | readonly string[]>>;

const entries: readonly (readonly [dn: string, attributes: Attributes])[] = [
  ['dc=school,dc=example', { objectClass: ['dcObject', 'organization'], dc: 'school', o: 'School' }],
  [BASE, { objectClass: 'organizationalUnit', ou: 'people' }],
  [PUPILS, { objectClass: 'organizationalUnit', ou: 'pupils' }],
  [`ou=5a,${PUPILS}`, { objectClass: 'organizationalUnit', ou: '5a' }],
  [TEACHERS, { objectClass: 'organizationalUnit', ou: 'teachers' }],
];

const person = (place: string, uid: string, sn: string, givenName: string, more: Attributes = {}) =>
  [`uid=${uid},${place}`, { objectClass: 'inetOrgPerson', cn: uid, uid, sn, givenName, ...more }] as const;

const people = [
  person(PUPILS, 'p1', 'Öztürk', 'Ayşe, "die Erste"', { departmentNumber: ['cn=staff', 'cn=gym-7b,cn=classes'] }),
  person(`ou=5a,${PUPILS}`, 'p2', 'Blum', 'Berta', {
    departmentNumber: 'cn=GYM-5a,cn=classes',
    employeeNumber: '20140309',
  }),
  person(PUPILS, 'p3', 'Abel', 'Anton', { departmentNumber: 'cn=staff' }),
  person(TEACHERS, 't1', 'Lehmann', 'Lea', { mail: ['lea@school.example', 'second@school.example'], initials: 'Leh' }),
];

/** A school as a directory has it: pupils whose class a group names, and a teacher. */
export const ENTRIES = [...entries, ...people];

/** More pupils of one class than a directory names in one answer. */
export const crowd = (count: number): typeof people =>
  Array.from({ length: count }, (_, index) =>
    person(PUPILS, `c${index}`, `Last${index}`, `First${index}`, { departmentNumber: 'cn=gym-9z,cn=classes' }),
  );

type Listed = readonly (readonly [dn: string, attributes: Attributes])[];

/** For the peer of the tests. */
export const toPeerEntries = (listed: Listed): PeerEntry[] => [
  ...listed.map(([dn, attributes]) => ({
    dn,
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, [value].flat()])),
    password: DIRECTORY_PASSWORD,
  })),
  { ...SERVICE, attributes: { objectClass: ['organizationalRole'], cn: ['kreide'] } },
];

const in64 = (text: string) => Buffer.from(text).toString('base64');

/** For OpenLDAP (LDIF). */
export const toLdif = (listed: Listed): string =>
  listed
    .map(([dn, attributes]) =>
      [
        `dn: ${dn}`,
        ...Object.entries(attributes).flatMap(([name, value]) => [value].flat().map((one) => `${name}:: ${in64(one)}`)),
      ].join('\n'),
    )
    .join('\n\n');

/** Pupils and teachers, as an administrator says where they stand. */
export const SOURCES: Record<'pupils' | 'teachers', SyncSource> = {
  pupils: {
    type: 'STUDENT',
    base_dn: PUPILS,
    filter: '(objectClass=inetOrgPerson)',
    external_id: 'uid',
    lastname: 'sn',
    firstname: 'givenName',
    email: null,
    birth_date: 'employeeNumber',
    class: 'departmentNumber',
    class_pattern: 'cn=gym-{class},*',
    shortcut: null,
  },
  teachers: {
    type: 'TEACHER',
    base_dn: TEACHERS,
    filter: '(objectClass=inetOrgPerson)',
    external_id: 'uid',
    lastname: 'sn',
    firstname: 'givenName',
    email: 'mail',
    birth_date: null,
    class: null,
    class_pattern: null,
    shortcut: 'initials',
  },
};
