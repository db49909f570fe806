import { structureApi } from '@kreide/core/features/structure';
import {
  type Family,
  familyApi,
  type ListedUser,
  type ManagedUser,
  USERS_MAXIMUM,
  usersApi,
} from '@kreide/core/features/users';
import { ApiError, type Role } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, Failure } from '../failures.ts';
import type { Connection } from '../session.ts';

/** Which people are wanted. */
export interface PeopleFilters {
  readonly role?: Role;
  /** Short name of a class. */
  readonly class?: string;
  readonly search?: string;
  readonly locked?: boolean;
  readonly archived?: boolean;
}

/** A person in one row, as it is listed and exported. */
export interface PersonRow {
  readonly id: number;
  readonly lastname: string;
  readonly firstname: string;
  /** The kind of account; `ADMIN` is one of an administrator. */
  readonly role: Role;
  readonly class: string | null;
  readonly email: string | null;
  readonly username: string;
  readonly state: ListedUser['state'];
  readonly is_locked: boolean;
  readonly expire_at: string | null;
  readonly deleted_at: string | null;
}

/** Most people who are named when a name is not clear. */
const NAMED = 10;

/** The classes in use by number. */
async function readClasses(cli: Cli, { client }: Connection): Promise<Map<number, string>> {
  const { data } = await client.call(structureApi.listGrades, {}, { signal: cli.signal });
  return new Map(data.map(({ id, shortcut }) => [id, shortcut]));
}

function toRow(person: ListedUser, classes: ReadonlyMap<number, string>): PersonRow {
  const { id, lastname, firstname, state, grade_id, managed } = person;
  const { role = person.type, email = null, username = '', is_locked = false } = managed ?? {};
  const { expire_at = null, deleted_at = null } = managed ?? {};
  const grade = grade_id === null ? null : (classes.get(grade_id) ?? null);
  return { id, lastname, firstname, role, class: grade, email, username, state, is_locked, expire_at, deleted_at };
}

/** Everybody who fits, by name, however many they are. */
export async function listPeople(
  cli: Cli,
  connection: Connection,
  { role, class: grade, search, locked, archived }: PeopleFilters,
): Promise<PersonRow[]> {
  const classes = await readClasses(cli, connection);
  const gradeId = [...classes].find(([, name]) => name === grade)?.[0];
  if (grade !== undefined && gradeId === undefined)
    throw new Failure(
      cli.t('users.unknownClass', { name: grade, known: [...classes.values()].join(', ') }),
      EXIT.failed,
      {
        code: 'not_found',
      },
    );
  const query = {
    ...(role === undefined ? {} : { role }),
    ...(gradeId === undefined ? {} : { grade_id: String(gradeId) }),
    ...(search === undefined ? {} : { search }),
    ...(locked ? { is_locked: 'true' as const } : {}),
    ...(archived ? { is_deleted: 'true' as const } : {}),
    limit: String(USERS_MAXIMUM),
  };
  const people: PersonRow[] = [];
  for (let page = 1; ; page += 1) {
    const args = { query: { ...query, page: String(page) } };
    const { data } = await connection.client.call(usersApi.list, args, { signal: cli.signal });
    people.push(...data.map((person) => toRow(person, classes)));
    if (data.length < USERS_MAXIMUM) return people;
  }
}

const fold = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
const namesOf = ({ firstname, lastname, email, username }: PersonRow) =>
  [`${firstname} ${lastname}`, `${lastname}, ${firstname}`, `${lastname} ${firstname}`, email ?? '', username].map(
    fold,
  );

/** The number of one person, by number, whole name, username or address, or by a part of these that only one has. */
export async function findPerson(cli: Cli, connection: Connection, given: string, archived = false): Promise<number> {
  const { t } = cli;
  if (/^#?[1-9]\d{0,14}$/.test(given)) return Number(given.replace('#', ''));
  const found = await listPeople(cli, connection, { search: given.replaceAll(',', ' '), archived });
  const exact = found.filter((person) => namesOf(person).includes(fold(given)));
  const [one, ...others] = exact.length > 0 ? exact : found;
  if (one && others.length === 0) return one.id;
  if (!one && !archived) return findPerson(cli, connection, given, true);
  if (!one) throw new Failure(t('users.unknownPerson', { name: given }), EXIT.failed, { code: 'not_found' });
  const known = [one, ...others].slice(0, NAMED).map((person) => `  #${person.id} ${describe(cli, person)}`);
  throw new Failure([t('users.severalPeople', { name: given }), ...known].join('\n'), EXIT.failed, {
    code: 'ambiguous',
  });
}

/** Name, kind and class of somebody, so that the right one is meant. */
export const describe = ({ t }: Cli, { firstname, lastname, role, class: grade }: Omit<PersonRow, 'id'>): string =>
  [`${firstname} ${lastname}`, t(`users.roles.${role}`), grade].filter(Boolean).join(' · ');

export interface ShownPerson {
  readonly user: ManagedUser;
  readonly row: PersonRow;
  readonly family: Family;
}

/** One person with class and family. */
export async function readPerson(cli: Cli, connection: Connection, id: number): Promise<ShownPerson> {
  const { client } = connection;
  const params = { id: String(id) };
  const user = await client.call(usersApi.get, { params }, { signal: cli.signal }).catch((thrown: unknown) => {
    if (!(thrown instanceof ApiError) || thrown.code !== 'not_found') throw thrown;
    throw new Failure(cli.t('users.unknownPerson', { name: `#${id}` }), EXIT.failed, { code: 'not_found' });
  });
  const classes = await readClasses(cli, connection);
  const { data } = user;
  const row = toRow({ ...data, managed: data }, classes);
  // Of somebody archived nobody's family is told.
  if (data.deleted_at !== null) return { user: data, row, family: { parents: [], childs: [] } };
  const family = await client.call(familyApi.getFamily, { params }, { signal: cli.signal });
  return { user: data, row, family: family.data };
}
