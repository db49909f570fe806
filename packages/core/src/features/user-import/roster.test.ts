import { describe, expect, it } from 'vitest';
import { planPeople, type SchoolPerson } from './plan.ts';
import { readPeople } from './read-people.ts';
import { joinRoster } from './roster.ts';
import type { SourceTable } from './tables.ts';

const TODAY = '2026-11-22';
const table = (name: string, rows: readonly string[]): SourceTable => ({
  file: 'export.zip',
  sheet: name,
  rows: rows.map((row, index) => ({ line: index + 1, cells: row.split(';'), is_broken: false })),
});

const MANIFEST = (version: string, users: string, more: readonly string[] = []) => [
  'propertyName;value',
  'manifest.version;1.0',
  `oneroster.version;${version}`,
  `file.users;${users}`,
  ...more,
];
const USERS_11 = [
  'sourcedId;status;dateLastModified;enabledUser;orgSourcedIds;role;username;givenName;familyName;email;agentSourcedIds;password',
  'u1;;;true;o1;student;ada;Ada;Meier;ada@school.example;u3,u2;geheim',
  'u2;;;true;o1;teacher;tom;Tom;Lehr;tom@school.example;;geheim',
  'u3;;;TRUE;o1;guardian;uta;Uta;Meier;uta@home.example;;geheim',
  'u4;;;true;o1;parent;udo;Udo;Klein;udo@home.example;u1;geheim',
  'u5;;;false;o1;student;off;Off;Line;;;geheim',
  'u6;;;true;o1;administrator;boss;Bo;Boss;;;geheim',
];
const CLASSES = [
  'sourcedId;status;title;classType;termSourcedIds',
  'c1;;5a;homeroom;t1',
  'c2;;4a;homeroom;t0',
  'c3;;Physik;scheduled;t1',
  'c4;tobedeleted;9z;homeroom;t1',
  'c5;;6a;Homeroom;t2',
  'c6;;5b;homeroom;',
];
const ENROLLMENTS = [
  'sourcedId;status;classSourcedId;schoolSourcedId;userSourcedId;role;beginDate;endDate',
  'e1;;c2;o1;u1;student;;',
  'e2;;c3;o1;u1;student;;',
  'e3;;c1;o1;u1;student;;',
  'e4;;c4;o1;u1;student;;',
  'e5;;c5;o1;u1;student;;',
  'e6;;c1;o1;u2;teacher;;',
];
const SESSIONS = [
  'sourcedId;status;title;type;startDate;endDate',
  't0;;25/26;schoolYear;2025-08-01;2026-07-31',
  't1;;26/27;schoolYear;2026-08-01;2027-07-31',
  't2;;27/28;schoolYear;2027-08-01;2028-07-31',
];
const DEMOGRAPHICS = ['sourcedId;status;birthDate;sex;asian', 'u1;;2015-01-31;female;true'];
const announce = (...names: string[]) => names.map((name) => `file.${name};bulk`);
const BULK = [
  table(
    'manifest.csv',
    MANIFEST('1.1', 'bulk', announce('classes', 'enrollments', 'academicSessions', 'demographics')),
  ),
  table('users.csv', USERS_11),
  table('classes.csv', CLASSES),
  table('enrollments.csv', ENROLLMENTS),
  table('academicSessions.csv', SESSIONS),
  table('demographics.csv', DEMOGRAPHICS),
];

function read(tables: readonly SourceTable[], preset: string | null = null) {
  const roster = joinRoster(tables, preset, TODAY);
  if (!roster || 'reason' in roster) throw new Error(JSON.stringify(roster));
  return readPeople(roster.tables, { columns: {}, type: null, date_order: null, preset }, TODAY, roster);
}
const problem = (tables: readonly SourceTable[]) => {
  const found = joinRoster(tables, null, TODAY);
  return found && 'reason' in found ? [found.reason, Object.values(found.params)[0]] : null;
};
const delta = (users: readonly string[], more: readonly SourceTable[] = []) => [
  table('manifest.csv', MANIFEST('1.1', 'delta')),
  table('users.csv', [USERS_11[0] ?? '', ...users]),
  ...more,
];
const known = (id: number, external_id: string | null, values: Partial<SchoolPerson> = {}): SchoolPerson => ({
  id,
  type: 'STUDENT',
  is_admin: false,
  is_archived: false,
  is_leaving: false,
  has_left: false,
  is_waiting: false,
  external_id,
  lastname: `L${id}`,
  firstname: 'F',
  birth_date: null,
  sex: null,
  class: '5a',
  shortcut: null,
  email: null,
  phone: null,
  children: [],
  ...values,
});
const planned = (tables: readonly SourceTable[], school: readonly SchoolPerson[]) => {
  const { people, delta: changes } = read(tables);
  return planPeople({ people, school, classes: ['5a'], decisions: new Map(), delta: changes ?? null });
};
const missing = (tables: readonly SourceTable[], school: readonly SchoolPerson[]) =>
  planned(tables, school).lines.flatMap(({ kind, user_id }) => (kind === 'missing' ? [user_id] : []));

describe('OneRoster 1.1', () => {
  it('do not list columns as unread that were used', () => {
    const { columns = '' } = read(BULK).notes.find(({ code }) => code === 'unknown_columns')?.params ?? {};
    expect(String(columns)).not.toMatch(/role|agentSourcedIds|enabledUser/);
    expect(String(columns)).toContain('username');
  });

  it('leave out rows of another width, those of users one by one', () => {
    const users = [...USERS_11, 'u7;;;true;o1;student;x;Ida;Lang;;;geheim;too;many'];
    const tables = BULK.map((one) =>
      one.sheet === 'users.csv'
        ? table('users.csv', users)
        : one.sheet === 'demographics.csv'
          ? table('demographics.csv', [...DEMOGRAPHICS, 'u3;x;;2015-01-31;female;true'])
          : one,
    );
    const { people, rejected, notes } = read(tables);
    expect(people.map(({ external_id }) => external_id)).not.toContain('u7');
    expect(rejected.filter(({ reason }) => reason === 'row_width').map(({ line }) => line)).toEqual([8]);
    expect(notes).toContainEqual({ code: 'askew_rows', params: { file: 'demographics.csv', lines: '3' } });
  });

  it('joins users with home rooms of today, facts and guardians, and reads neither passwords nor origin [D-3.04] [D-6.10]', () => {
    const { people, rejected, notes } = read(BULK);
    expect(people.map(({ type, firstname }) => [type, firstname])).toEqual([
      ['STUDENT', 'Ada'],
      ['TEACHER', 'Tom'],
      ['PARENT', 'Uta'],
      ['PARENT', 'Udo'],
    ]);
    expect(people[0]).toMatchObject({
      external_id: 'u1',
      class: '5a',
      birth_date: '2015-01-31',
      sex: 'FEMALE',
      email: 'ada@school.example',
    });
    // Named by either side; a teacher beside a pupil is no guardian.
    for (const parent of people.slice(2)) expect(parent.children).toEqual([{ key: people[0]?.key, relation: 'OTHER' }]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [6, 'not_current'],
      [7, 'unknown_role'],
    ]);
    expect(notes).toContainEqual({ code: 'roster_bulk', params: { version: '1.1' } });
    const told = notes.filter(({ code }) => code === 'sensitive_columns').map(({ params }) => params.columns);
    expect(told).toEqual(['asian', 'password']);
    expect(JSON.stringify(people)).not.toContain('geheim');
  });

  it('takes the class of later where there is none today, and the first by name of several', () => {
    const only = (...rows: string[]) => {
      const tables = BULK.map((one) =>
        one.sheet === 'enrollments.csv' ? table('enrollments.csv', [ENROLLMENTS[0] ?? '', ...rows]) : one,
      );
      return read(tables);
    };
    expect(only('e;;c5;o1;u1;student;;').people[0]?.class).toBe('6a');
    expect(only('e;;c2;o1;u1;student;;').people[0]?.class).toBeNull();
    expect(only('e;;c1;o1;u1;student;2026-01-01;2026-11-21').people[0]?.class).toBeNull();
    const both = only('e1;;c1;o1;u1;student;;', 'e2;;c6;o1;u1;student;;');
    expect(both.people[0]?.class).toBe('5a');
    expect(both.notes).toContainEqual({ code: 'two_classes', params: { name: 'Ada Meier' } });
    const turned = only('e2;;c6;o1;u1;student;;', 'e1;;c1;o1;u1;student;;');
    expect(turned.people[0]?.class).toBe('5a');
  });

  it('says which schools a file speaks of when there are several', () => {
    const orgs = table('orgs.csv', ['sourcedId;name;type', 'o1;Ost;school', 'o2;West;school', 'o3;Amt;district']);
    const [manifest, ...rest] = BULK;
    const rows = [...(manifest?.rows ?? []), { line: 9, cells: ['file.orgs', 'bulk'], is_broken: false }];
    const { notes } = read([{ ...table('manifest.csv', []), rows }, ...rest, orgs]);
    expect(notes).toContainEqual({ code: 'roster_schools', params: { names: 'Ost, West' } });
  });
});

describe('changes of OneRoster', () => {
  const ACTIVE = 'u1;active;2026-11-01;true;o1;student;ada;Ada;Meier;;;';
  const LEFT = 'u2;tobedeleted;2026-11-01;true;o1;student;bo;L2;F;;;';
  const SCHOOL = [
    known(1, 'u1', { lastname: 'Meier', firstname: 'Ada' }),
    known(2, 'u2'),
    known(3, 'u3'),
    known(4, null),
  ];

  it('never make anybody missing who is not named, and those whom they say to have left [D-6.10] [D-3.06]', () => {
    expect(missing(delta([ACTIVE]), SCHOOL)).toEqual([]);
    expect(missing(delta([ACTIVE, LEFT]), SCHOOL)).toEqual([2]);
    const { notes } = read(delta([ACTIVE]));
    expect(notes).toContainEqual({ code: 'roster_delta', params: { version: '1.1' } });
  });

  it('leave administrators and archived people alone, and ask when many leave', () => {
    const admin = [known(2, 'u2', { is_admin: true })];
    expect(missing(delta([LEFT]), admin)).toEqual([]);
    expect(missing(delta([LEFT]), [known(2, 'u2', { is_archived: true })])).toEqual([]);
    expect(planned(delta([LEFT]), SCHOOL).many_missing).toBe(true);
    const large = Array.from({ length: 30 }, (_, index) => known(index + 1, `u${index + 1}`));
    expect(planned(delta([LEFT]), large).many_missing).toBe(false);
  });

  it('that are bulk make others of the class missing by the rules of every list', () => {
    const school = [
      known(1, 'u1', { lastname: 'Meier', firstname: 'Ada' }),
      known(7, 'u7'),
      known(8, 'u8', { class: '9b' }),
    ];
    const { people } = read(BULK);
    expect(people[0]?.class).toBe('5a');
    expect(missing(BULK, school)).toEqual([7]);
  });

  it('are what a manifest means that does not say it is everything', () => {
    const unclear = [table('manifest.csv', MANIFEST('1.1', '')), table('users.csv', USERS_11)];
    expect(read(unclear).delta).toEqual({ left_ids: [] });
  });
});

describe('OneRoster 1.2', () => {
  const USERS = [
    'sourcedId;status;enabledUser;username;givenName;familyName;preferredGivenName;agentSourcedIds',
    'u1;;true;ada;Adelheid;Meier;Ada;',
    'u2;;true;uta;Uta;Meier;;u1',
    'u3;;true;nobody;No;Role;;',
  ];
  const ROLES = [
    'sourcedId;status;userSourcedId;roleType;role;beginDate;endDate',
    'r0;;u1;secondary;guardian;;2026-01-01',
    'r1;;u1;primary;student;;',
    'r2;;u2;secondary;teacher;;',
    'r3;;u2;primary;guardian;;',
    'r4;tobedeleted;u3;primary;student;;',
  ];
  const TABLES = [
    table('manifest.csv', MANIFEST('1.2', 'bulk', ['file.roles;bulk'])),
    table('users.csv', USERS),
    table('roles.csv', ROLES),
  ];

  it('takes roles from their own file, the primary one first, and guesses none [D-6.10]', () => {
    const { people, rejected, notes } = read(TABLES);
    expect(people.map(({ type, firstname }) => [type, firstname])).toEqual([
      ['STUDENT', 'Ada'],
      ['PARENT', 'Uta'],
    ]);
    expect(people[1]?.children).toHaveLength(1);
    expect(rejected).toMatchObject([{ line: 4, reason: 'has_left', value: 'tobedeleted' }]);
    expect(notes).toContainEqual({ code: 'roster_two_roles', params: { name: 'Uta Meier' } });
  });

  it('says by name whose roles have ended, and since when', () => {
    const users = [...USERS, 'u4;;true;gone;Gerd;Ging;;', 'u5;;true;both;Bea;Beides;;', 'u6;;true;none;Nie;Da;;'];
    const roles = [
      ...ROLES,
      'r5;;u4;primary;teacher;;2026-07-31',
      'r6;tobedeleted;u4;secondary;teacher;;',
      'r9;;u4;secondary;student;;2026-06-30',
      'r7;;u5;primary;teacher;;2026-10-31',
      'r8;;u5;secondary;guardian;;2026-11-22',
    ];
    const all = (kind: string) => [
      table('manifest.csv', MANIFEST('1.2', kind, ['file.roles;bulk'])),
      table('users.csv', users),
      table('roles.csv', roles),
    ];
    const { people, rejected, notes } = read(all('bulk'));
    expect(people.map(({ firstname, type }) => [firstname, type])).toContainEqual(['Bea', 'PARENT']);
    expect(rejected.map(({ line, reason, column, value }) => [line, reason, column, value])).toEqual([
      [4, 'has_left', 'status', 'tobedeleted'],
      [5, 'has_left', 'roleEnd', '2026-07-31'],
      [7, 'unknown_role', 'role', '?'],
    ]);
    const over = notes.filter(({ code }) => code === 'roster_roles_over');
    expect(over).toEqual([
      {
        code: 'roster_roles_over',
        params: {
          count: 4,
          names:
            'Adelheid Meier (guardian, 2026-01-01), No Role (student, tobedeleted), Gerd Ging (teacher, 2026-07-31), Bea Beides (teacher, 2026-10-31)',
        },
      },
    ]);
    // Of changes nobody knows whether there are others.
    expect(read(all('delta')).rejected.map(({ reason }) => reason)).toEqual(Array(3).fill('unknown_role'));
  });

  it('is refused without the file of roles', () => {
    expect(problem(TABLES.filter(({ sheet }) => sheet !== 'roles.csv'))).toEqual(['roster_missing', 'roles.csv']);
  });
});

describe('sets that are not read', () => {
  const users = table('users.csv', USERS_11);

  it('name the file that is missing, twice there or without its columns, and the version', () => {
    expect(problem([table('manifest.csv', MANIFEST('1.1', 'bulk'))])).toEqual(['roster_missing', 'users.csv']);
    expect(problem([table('manifest.csv', MANIFEST('1.1', 'bulk', announce('classes'))), users])).toEqual([
      'roster_missing',
      'classes.csv',
    ]);
    expect(problem([table('manifest.csv', MANIFEST('1.1', 'bulk')), users, users])).toEqual([
      'roster_twice',
      'users.csv',
    ]);
    expect(problem([table('manifest.csv', MANIFEST('2.0', 'bulk')), users])).toEqual(['roster_version', '2.0']);
    expect(problem([table('manifest.csv', MANIFEST('', 'bulk')), users])).toEqual(['roster_version', '']);
    const broken = table('users.csv', ['sourcedId;name', 'u1;Meier']);
    expect(problem([table('manifest.csv', MANIFEST('1.1', 'bulk')), broken])).toEqual(['roster_missing', 'users.csv']);
  });

  it('are none without a manifest', () => {
    expect(joinRoster([users], null, TODAY)).toBeNull();
    expect(joinRoster([], null, TODAY)).toBeNull();
  });
});

describe('School Data Sync v2.1', () => {
  const TABLES = [
    table('users.csv', [
      'sourcedId;username;givenName;familyName;password;activeDirectoryMatchId;email',
      '1;a@x;Ada;Meier;geheim;;',
      '2;u@x;Uta;Meier;geheim;;uta@home.example',
      '3;t@x;Tom;Lehr;geheim;;',
    ]),
    table('roles.csv', [
      'userSourcedId;orgSourcedId;role;isPrimary;roleEndDate',
      '1;o;student;TRUE;2022-06-11',
      '3;o;teacher;TRUE;',
    ]),
    table('relationships.csv', ['userSourcedId;relationshipUserSourcedId;relationshipRole', '1;2;guardian']),
    table('demographics.csv', ['userSourcedId;sex;birthDate;raceCodes', '1;female;2015-01-31;asian']),
    table('userFlags.csv', ['userSourcedId;flag', '1;freeLunch']),
  ];

  it('is joined when somebody says that it is one, guardians by their relationships', () => {
    expect(joinRoster(TABLES, null, TODAY)).toBeNull();
    const { people, notes } = read(TABLES, 'sds-2.1');
    expect(people).toMatchObject([
      { type: 'STUDENT', firstname: 'Ada', birth_date: '2015-01-31', sex: 'FEMALE' },
      { type: 'TEACHER', firstname: 'Tom' },
      { type: 'PARENT', firstname: 'Uta', children: [{}] },
    ]);
    expect(notes).toContainEqual({ code: 'sensitive_columns', params: { columns: 'raceCodes, userFlags.csv' } });
    expect(JSON.stringify(people)).not.toMatch(/geheim|freeLunch/);
    expect(notes).toContainEqual({
      code: 'roster_roles_over',
      params: { count: 1, names: 'Ada Meier (student, 2022-06-11)' },
    });
  });
});
