import { CERTIFICATES } from './certificates.ts';
import type { DirectoryPeer, PeerEntry } from './directory-peer.ts';

export const BASE = 'ou=people,dc=school,dc=example';
export const SERVICE = { dn: 'cn=kreide,dc=school,dc=example', password: 'secret of kreide' };
/** What `LOADED` says of the password of everybody. */
export const DIRECTORY_PASSWORD = 'their (own) *password*\\';

interface Person {
  readonly uid: readonly string[];
  readonly key: string;
  readonly number?: string;
}

/** People whom both directories of the tests have; two have a name in common. */
const PEOPLE: readonly Person[] = [
  { uid: ['ada'], key: '11111111-1111-4111-8111-111111111111', number: 'key-1' },
  { uid: ['ben', 'shared'], key: '22222222-2222-4222-8222-222222222222', number: 'key-2' },
  { uid: ['cem', 'shared'], key: '33333333-3333-4333-8333-333333333333' },
  { uid: ['Jörg (7a)*'], key: '44444444-4444-4444-8444-444444444444' },
];

const dnOf = ({ key }: Person) => `cn=${key.slice(0, 4)},${BASE}`;

/** The entries of the directory that the tests made themselves. */
export const entriesOfPeer = (): PeerEntry[] => [
  { dn: 'dc=school,dc=example', attributes: { objectClass: ['domain'] } },
  { dn: BASE, attributes: { objectClass: ['organizationalUnit'], ou: ['people'] } },
  { ...SERVICE, attributes: { objectClass: ['organizationalRole'], cn: ['kreide'] } },
  ...PEOPLE.map((person) => ({
    dn: dnOf(person),
    password: DIRECTORY_PASSWORD,
    attributes: {
      objectClass: ['inetOrgPerson'],
      uid: person.uid,
      entryUUID: [person.key],
      sn: ['Person'],
      ...(person.number ? { employeeNumber: [person.number] } : {}),
    },
  })),
];

const in64 = (text: string) => Buffer.from(text).toString('base64');

/** The same for OpenLDAP. */
export const LOADED = [
  'dn: dc=school,dc=example\nobjectClass: dcObject\nobjectClass: organization\ndc: school\no: School',
  `dn: ${BASE}\nobjectClass: organizationalUnit\nou: people`,
  ...PEOPLE.map((person) =>
    [
      `dn: ${dnOf(person)}`,
      'objectClass: inetOrgPerson',
      `cn: ${person.key.slice(0, 4)}`,
      'sn: Person',
      ...person.uid.map((uid) => `uid:: ${in64(uid)}`),
      `entryUUID: ${person.key}`,
      ...(person.number ? [`employeeNumber: ${person.number}`] : []),
      `userPassword:: ${in64(DIRECTORY_PASSWORD)}`,
    ].join('\n'),
  ),
].join('\n\n');

/** Settings for these directories. */
export const directoryDraft = (issuer: string) => ({
  method: 'LDAP',
  name: 'Schulserver',
  issuer,
  client: SERVICE.dn,
  client_secret: SERVICE.password as string | null | undefined,
  scope: '',
  match_claim: 'uid',
  match_field: 'username',
  base_dn: BASE,
  user_filter: '(&(objectClass=inetOrgPerson)(uid={username}))',
  subject_attribute: 'entryUUID',
  authority: CERTIFICATES.authority as string | null,
  second_step: false,
  second_step_values: '',
  name_id_format: null,
  metadata_url: null,
  metadata: null,
});

/** Makes the peer as it was: another test changed it. */
export function resetPeer(peer: DirectoryPeer): void {
  Object.assign(peer, {
    entries: entriesOfPeer(),
    shows: 'good',
    injects: Buffer.alloc(0),
    binds: [],
    searches: 0,
    plain: 0,
    hangsUpAfter: 0,
    isEndless: false,
    says: null,
    refusesTls: false,
    poured: 0,
  });
}
