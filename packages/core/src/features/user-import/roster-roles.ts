import { parseType } from './cells.ts';
import type { ImportNote } from './records.ts';
import { isGone, livingRows, type RosterFile } from './roster-table.ts';
import type { SourceRow } from './source-table.ts';

/** A role that nobody has said: such a row is refused in words and never guessed. */
const NO_ROLE = '?';
/** People that a note names. */
const NAMES_SHOWN = 10;

interface Ended {
  readonly role: string;
  /** A day, or the word by which the set takes the role back. */
  readonly end: string;
}

/** The role of a user; `end`: the day, or the word, since when none of them counts. */
export interface UserRole {
  readonly role: string;
  readonly end: string;
}

const nameOf = (users: RosterFile, row: SourceRow) => `${users.at(row, 'givenName')} ${users.at(row, 'familyName')}`;

/** The one that ended last; those that were taken back name no day. */
const lastOf = (past: readonly Ended[]): UserRole =>
  past.reduce((one, other) => (isGone(one.end) || (!isGone(other.end) && other.end > one.end) ? other : one));

/** The roles of each user in the file of roles, the primary one first, beside those that have ended. */
function readRoles(roles: RosterFile | undefined, today: string) {
  const current = new Map<string, string[]>();
  const ended = new Map<string, Ended[]>();
  for (const row of roles?.rows ?? []) {
    if (!roles || row.is_askew) continue;
    const [id, role] = [roles.at(row, 'userSourcedId'), roles.at(row, 'role')];
    const day = roles.at(row, 'endDate') || roles.at(row, 'roleEndDate');
    const isOver = /^\d{4}-\d{2}-\d{2}$/.test(day) && day < today;
    const status = roles.at(row, 'status');
    if (isOver || isGone(status)) {
      ended.set(id, [...(ended.get(id) ?? []), { role, end: isOver ? day : status }]);
      continue;
    }
    const isPrimary = /^(primary|true)$/i.test(roles.at(row, 'roleType') || roles.at(row, 'isPrimary'));
    const known = current.get(id) ?? [];
    current.set(id, isPrimary ? [role, ...known] : [...known, role]);
  }
  return { current, ended };
}

/**
 * The role of each user: the primary one, else the first that is known, else what they are to a pupil. Roles that have ended
 * count where School Data Sync has no others, as of pupils it keeps nothing else; whoever has or had them is named.
 */
export function findRoles(
  users: RosterFile,
  files: ReadonlyMap<string, RosterFile>,
  { today, is_delta, note }: { today: string; is_delta: boolean; note: (note: ImportNote) => void },
): (row: SourceRow) => UserRole {
  const [roles, relationships] = [files.get('roles.csv'), files.get('relationships.csv')];
  const kin = new Map(
    livingRows(relationships).map((row) => [
      relationships?.at(row, 'relationshipUserSourcedId') ?? '',
      relationships?.at(row, 'relationshipRole') ?? '',
    ]),
  );
  const { current, ended } = readRoles(roles, today);
  const keepsFormer = roles !== undefined && !roles.has('roleType');
  const over: string[] = [];
  const found = new Map<SourceRow, UserRole>();
  for (const row of users.rows) {
    const id = users.at(row, 'sourcedId');
    const own = users.at(row, 'role');
    const past = own === '' ? (ended.get(id) ?? []) : [];
    const now = own === '' ? (current.get(id) ?? []) : [own];
    const former = now.length === 0 && keepsFormer ? past.filter(({ end }) => !isGone(end)) : [];
    const all = [...now, ...former.map(({ role }) => role)];
    const types = new Set(all.flatMap((role) => parseType(role) ?? []));
    if (types.size > 1) note({ code: 'roster_two_roles', params: { name: nameOf(users, row) } });
    const other = past.find(({ role }) => now.length === 0 || !types.has(parseType(role) ?? 'STUDENT'));
    if (other) over.push(`${nameOf(users, row)} (${other.role}, ${other.end})`);
    const known = all.find((role) => parseType(role) !== null) ?? all[0] ?? kin.get(id);
    // A set of changes does not tell whether there are others.
    const hasEnded = known === undefined && past.length > 0 && !is_delta;
    found.set(row, hasEnded ? lastOf(past) : { role: known ?? NO_ROLE, end: '' });
  }
  if (over.length > 0)
    note({ code: 'roster_roles_over', params: { count: over.length, names: over.slice(0, NAMES_SHOWN).join(', ') } });
  return (row) => found.get(row) ?? { role: NO_ROLE, end: '' };
}
