import { parseType } from './cells.ts';
import type { Preset } from './preset.ts';
import type { ImportNote } from './records.ts';
import { findClasses } from './roster-classes.ts';
import { findRoles } from './roster-roles.ts';
import { isGone, livingRows, nameOfFile, type RosterFile, toList, toRosterFile } from './roster-table.ts';
import type { SourceRow, SourceTable } from './source-table.ts';

/** Why a set of files is not read. */
export interface RosterProblem {
  readonly reason: 'roster_version' | 'roster_missing' | 'roster_twice';
  readonly file: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A set of files as one table of people. */
export interface Roster {
  readonly tables: readonly SourceTable[];
  readonly preset: Preset;
  /** Null: the set tells of everybody. */
  readonly delta: { readonly left_ids: readonly string[] } | null;
  readonly notes: readonly ImportNote[];
}

/** Columns that joining adds; an import of a list knows them again in a mended error file. */
const ADDED = ['role', 'class', 'birthDate', 'sex', 'childId', 'roleEnd'] as const;

/** Columns of users.csv that joining has read already. */
const USED = ['users.csv role', 'agentSourcedIds', 'enabledUser'] as const;

const ROSTER: Preset = {
  id: 'oneroster',
  name: 'OneRoster',
  evidence: ['file', 'documentation'],
  is_set: true,
  layouts: [
    {
      needs: ['sourcedId', 'givenName', 'familyName', ...ADDED],
      sure: 'certain',
      columns: {
        external_id: ['sourcedId'],
        role: ['role'],
        class: ['class'],
        status: ['status'],
        lastname: ['preferredFamilyName', 'familyName'],
        firstname: ['preferredGivenName', 'givenName'],
        birth_date: ['birthDate'],
        sex: ['sex'],
        email: ['email'],
        phone: ['sms', 'phone'],
        child_id: ['childId'],
        leaves_at: ['roleEnd'],
      },
      skip: ['username', 'middleName', 'identifier', 'grades', ...USED],
      sensitive: ['password'],
      used: USED,
    },
  ],
};

const isProblem = (found: Manifest | RosterProblem): found is RosterProblem => 'reason' in found;

interface Manifest {
  readonly version: string;
  readonly is_delta: boolean;
  /** Names of the files that are read. */
  readonly files: ReadonlySet<string>;
}

/** What a manifest says of its set, or what is wrong with it. */
function readManifest(file: RosterFile, names: ReadonlySet<string>): Manifest | RosterProblem {
  const rows = file.rows.map((row) => [file.at(row, 'propertyName').toLowerCase(), file.at(row, 'value')] as const);
  const values = new Map(rows);
  const at = file.table.file;
  const version = values.get('oneroster.version') ?? '';
  if (!/^v?1\.[12](\.|$)/.test(version)) return { reason: 'roster_version', file: at, params: { version } };
  const is12 = version.includes('1.2');
  const announced = rows.flatMap(([name, value]) =>
    name.startsWith('file.') && /^(bulk|delta)$/i.test(value) ? [`${name.slice('file.'.length)}.csv`] : [],
  );
  const [missing] = ['users.csv', ...(is12 ? ['roles.csv'] : []), ...announced].filter((name) => !names.has(name));
  if (missing !== undefined) return { reason: 'roster_missing', file: at, params: { entry: missing } };
  // What is not said to be everything is a change: nobody goes because a word is missing.
  const is_delta = (values.get('file.users') ?? '').toLowerCase() !== 'bulk';
  return { version: is12 ? '1.2' : '1.1', is_delta, files: new Set(['users.csv', ...announced]) };
}

/**
 * Puts a set of files together whose people refer to each other by ids: OneRoster by its manifest, School Data Sync v2.1
 * when somebody has said so. Null: the tables are no such set. Pure; never throws.
 */
export function joinRoster(
  tables: readonly SourceTable[],
  preset: string | null | undefined,
  today: string,
): Roster | RosterProblem | null {
  const isManifest = (table: SourceTable) =>
    nameOfFile(table) === 'manifest.csv' && toRosterFile(table).has('propertyName');
  const manifests = tables.filter(isManifest);
  if (manifests.length === 0 && preset !== 'sds-2.1') return null;
  const files = new Map<string, RosterFile>();
  for (const table of tables) {
    const name = nameOfFile(table);
    if (files.has(name)) return { reason: 'roster_twice', file: table.file, params: { entry: name } };
    files.set(name, toRosterFile(table));
  }
  const [first] = manifests;
  const manifest = first
    ? readManifest(toRosterFile(first), new Set(files.keys()))
    : { version: 'SDS 2.1', is_delta: false, files: new Set(files.keys()) };
  if (isProblem(manifest)) return manifest;
  const users = files.get('users.csv');
  const needed = ['sourcedId', 'givenName', 'familyName'];
  if (!users || !needed.every((column) => users.has(column)) || (!users.has('role') && !files.has('roles.csv')))
    return { reason: 'roster_missing', file: tables[0]?.file ?? '', params: { entry: 'users.csv' } };

  const read = new Map([...files].filter(([name]) => manifest.files.has(name)));
  const notes: ImportNote[] = [];
  if (first) {
    const { version } = manifest;
    notes.push({ code: manifest.is_delta ? 'roster_delta' : 'roster_bulk', params: { version } });
  }
  for (const [name] of files)
    if (!manifest.files.has(name) && name !== 'manifest.csv')
      notes.push({ code: 'file_skipped', params: { file: name } });
  for (const [name, { rows }] of read) {
    const lines = rows.filter(({ is_askew }) => is_askew).map(({ line }) => line);
    // Those of users.csv are rejected one by one.
    if (lines.length > 0 && name !== 'users.csv')
      notes.push({ code: 'askew_rows', params: { file: name, lines: lines.slice(0, 20).join(', ') } });
  }
  const schools = livingRows(read.get('orgs.csv')).flatMap((row) => {
    const orgs = read.get('orgs.csv');
    return orgs?.at(row, 'type').toLowerCase() === 'school' ? [orgs.at(row, 'name')] : [];
  });
  if (schools.length > 1) notes.push({ code: 'roster_schools', params: { names: schools.join(', ').slice(0, 500) } });
  const sensitive = unreadColumns(read);
  if (sensitive !== '') notes.push({ code: 'sensitive_columns', params: { columns: sensitive } });

  const left_ids = users.rows.flatMap((row) =>
    users.at(row, 'status').toLowerCase() === 'tobedeleted' ? [users.at(row, 'sourcedId')] : [],
  );
  const joined = joinUsers(users, read, {
    today,
    is_delta: manifest.is_delta,
    note: (note) => void notes.push(note),
  });
  return { tables: [joined], preset: ROSTER, delta: manifest.is_delta ? { left_ids } : null, notes };
}

/** Of the other files only what stands here is read: the rest of demographics is nobody's business. */
function unreadColumns(files: ReadonlyMap<string, RosterFile>): string {
  const plain = new Set(['sourcedid', 'usersourcedid', 'status', 'datelastmodified', 'birthdate', 'sex']);
  const demographics = files.get('demographics.csv')?.header ?? [];
  const left = demographics.filter((cell) => !plain.has(cell.trim().toLowerCase()));
  return [...left, ...(files.has('userflags.csv') ? ['userFlags.csv'] : [])].join(', ').slice(0, 500);
}

interface Joining {
  readonly today: string;
  readonly is_delta: boolean;
  note(note: ImportNote): void;
}

function joinUsers(users: RosterFile, files: ReadonlyMap<string, RosterFile>, joining: Joining): SourceTable {
  const { today, note } = joining;
  const idOf = (row: SourceRow) => users.at(row, 'sourcedId');
  const roleOf = findRoles(users, files, joining);
  const typeOf = new Map(users.rows.map((row) => [idOf(row), parseType(roleOf(row).role)]));
  const children = findChildren(users, files.get('relationships.csv'), typeOf);
  const classes = findClasses(files, today);
  const people = files.get('demographics.csv');
  const facts = new Map(
    livingRows(people).map((row) => [people?.at(row, 'userSourcedId') || people?.at(row, 'sourcedId') || '', row]),
  );
  // A column that users.csv has already is told by the joined one.
  const added = new Set<string>(ADDED.map((column) => column.toLowerCase()));
  const own = users.header.map((cell) => (added.has(cell.trim().toLowerCase()) ? `users.csv ${cell.trim()}` : cell));
  const toRow = (row: SourceRow): SourceRow => {
    const id = idOf(row);
    const fact = facts.get(id);
    const names = classes.get(id) ?? [];
    if (names.length > 1)
      note({ code: 'two_classes', params: { name: `${users.at(row, 'givenName')} ${users.at(row, 'familyName')}` } });
    const { role, end } = roleOf(row);
    const isTakenBack = isGone(end);
    const values = [
      role,
      names[0] ?? '',
      ...(['birthDate', 'sex'] as const).map((column) => (fact && people ? people.at(fact, column) : '')),
      [...(children.get(id) ?? [])].toSorted().join(','),
      isTakenBack ? '' : end,
    ];
    const isOff = /^false$/i.test(users.at(row, 'enabledUser')) && /^(active)?$/i.test(users.at(row, 'status'));
    const cells = users.header.map((cell, position) => {
      if (cell.trim().toLowerCase() !== 'status') return row.cells[position] ?? '';
      if (isTakenBack) return end;
      return isOff ? 'inactive' : (row.cells[position] ?? '');
    });
    return { ...row, is_askew: row.is_askew ?? false, cells: [...cells, ...values] };
  };
  const [header] = users.table.rows;
  const head = { line: header?.line ?? 1, cells: [...own, ...ADDED], is_broken: false };
  return { ...users.table, rows: [head, ...users.rows.map(toRow)] };
}

/** The children of each guardian: named by either side, as teachers stand beside pupils too. */
function findChildren(
  users: RosterFile,
  relationships: RosterFile | undefined,
  typeOf: ReadonlyMap<string, string | null>,
): Map<string, Set<string>> {
  const children = new Map<string, Set<string>>();
  const link = (parent: string, child: string) => {
    if (typeOf.get(parent) !== 'PARENT' || (typeOf.get(child) ?? 'STUDENT') !== 'STUDENT') return;
    children.set(parent, (children.get(parent) ?? new Set()).add(child));
  };
  for (const row of livingRows(users)) {
    const id = users.at(row, 'sourcedId');
    for (const agent of toList(users.at(row, 'agentSourcedIds')))
      if (typeOf.get(id) === 'PARENT') link(id, agent);
      else link(agent, id);
  }
  for (const row of livingRows(relationships))
    if (relationships) link(relationships.at(row, 'relationshipUserSourcedId'), relationships.at(row, 'userSourcedId'));
  return children;
}
