import { suggestUsername } from '@kreide/core/features/registration';
import { USERNAME_LENGTH } from '@kreide/core/features/users';
import type { AuditValues, Language } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listMemberships, setGrades } from '../structure/index.ts';
import {
  addLinks,
  createImported,
  hasExpired,
  type ImportedAccount,
  lockForImport,
  type NewAccount,
  setImported,
} from '../users/index.ts';
import {
  createChanges,
  findByKeys,
  finishLines,
  type Identity,
  type LineRow,
  listIdentitiesOf,
  type RunRow,
  setIdentities,
} from './queries.ts';
import type { StoredState, StoredStateAfter } from './stored.ts';

export interface Applying {
  readonly run: RunRow;
  /** Classes in use by short name. */
  readonly grades: ReadonlyMap<string, number>;
  /** Usernames that are taken, in lower case; those given out are added. */
  readonly taken: Set<string>;
  readonly today: string;
  readonly now: Date;
  /** Makes codes for these people, each in their language; null: nobody gets one. */
  readonly makeCodes: ((db: Kysely<DB>, people: ReadonlyMap<number, Language | null>) => Promise<void>) | null;
}

/** A username that nobody has yet: the name, or the name and the first free number. */
export function giveUsername(firstname: string, lastname: string, taken: Set<string>): string {
  const wanted = suggestUsername(firstname, lastname).padEnd(USERNAME_LENGTH.minimum, '1');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

/** The account as it will be: what the plan changes of it, and nothing else. */
function toChanged(account: ImportedAccount, { kind, line }: LineRow, now: Date): ImportedAccount {
  if (kind === 'missing') return { ...account, deleted_at: now.toISOString() };
  const changed: ImportedAccount = { ...account };
  for (const { field, after } of line.changes) {
    if (field === 'lastname' || field === 'firstname') changed[field] = after ?? changed[field];
    else if (field === 'sex' || field === 'email' || field === 'phone') changed[field] = after;
    else if (field === 'archived') {
      changed.deleted_at = null;
      // The end that had come with leaving would keep them out all the same.
      if (account.read_only_from !== null || hasExpired(account, now)) changed.expire_at = null;
      changed.read_only_from = null;
    }
  }
  return changed;
}

/** How people stand: their accounts, grades and who they are in the source. */
export async function statesOf(
  db: Kysely<DB>,
  { school_id, source }: Pick<RunRow, 'school_id' | 'source'>,
  ids: readonly number[],
): Promise<Map<number, StoredState>> {
  const accounts = await lockForImport(db, school_id, ids);
  const memberships = Map.groupBy(await listMemberships(db, school_id, ids), ({ user_id }) => user_id);
  const identities = new Map((await listIdentitiesOf(db, school_id, source, ids)).map((row) => [row.user_id, row]));
  return new Map(
    accounts.map((account) => {
      const identity = identities.get(account.id);
      return [
        account.id,
        {
          account,
          memberships: memberships.get(account.id) ?? [],
          identity: identity ? { external_id: identity.external_id, birth_date: identity.birth_date } : null,
        },
      ];
    }),
  );
}

/**
 * Carries some lines out, in the caller's transaction: accounts, grades, ids and links of each person, what is needed to
 * undo it, and the log. Whoever was erased meanwhile is passed over.
 */
export async function applyLines(db: Kysely<DB>, lines: readonly LineRow[], applying: Applying): Promise<void> {
  const { run, grades, taken, today, now } = applying;
  const { school_id } = run;
  const known = lines.flatMap(({ user_id }) => user_id ?? []);
  const before = await statesOf(db, run, known);
  const news = lines.filter(({ user_id, line }) => user_id === null && line.person !== null);
  const made = await createImported(
    db,
    school_id,
    news.map(({ line }) => toAccount(line.person as NonNullable<typeof line.person>, taken)),
    now,
  );
  const idOf = new Map(news.map(({ position }, index) => [position, made[index] as number]));
  const people = lines.flatMap((row) => {
    const id = row.user_id ?? idOf.get(row.position);
    return id !== undefined && (row.user_id === null || before.has(id)) ? [{ row, id }] : [];
  });
  await setImported(
    db,
    school_id,
    people.flatMap(({ row, id }) => {
      const state = before.get(id);
      return state ? [toChanged(state.account, row, now)] : [];
    }),
  );
  await setGrades(
    db,
    school_id,
    people.flatMap(({ row, id }) => {
      const isMoved = row.kind === 'new' || row.line.changes.some(({ field }) => field === 'class');
      const grade_id = isMoved ? grades.get(row.line.person?.class ?? '') : undefined;
      return grade_id === undefined ? [] : [{ user_id: id, grade_id }];
    }),
    today,
  );
  await setIdentities(
    db,
    school_id,
    run.source,
    people.flatMap(({ row, id }) => toIdentity(row, id, before.get(id) ?? null)),
  );
  const keys = people.flatMap(({ row }) => row.line.person?.children.map(({ key }) => key) ?? []);
  const childOf = keys.length > 0 ? await findByKeys(db, run, keys) : new Map<string, number>();
  // Those of the same transaction have no number in their line yet.
  for (const { row, id } of people) if (row.key !== null) childOf.set(row.key, id);
  const added = await addLinks(
    db,
    school_id,
    people.flatMap(({ row, id }) => linksOf(row, id, childOf)),
    now,
  );
  const links = Map.groupBy(added, ({ parent_id }) => parent_id);
  const after = await statesOf(
    db,
    run,
    people.map(({ id }) => id),
  );
  const changes = people.flatMap(({ row, id }) => {
    const state = row.kind === 'unchanged' ? undefined : after.get(id);
    const link_ids = (links.get(id) ?? []).map((link) => link.id);
    return state ? [{ user_id: id, before: before.get(id) ?? null, after: { ...state, link_ids } }] : [];
  });
  await createChanges(db, run, changes);
  await applying.makeCodes?.(db, new Map(people.map(({ row, id }) => [id, row.line.person?.language ?? null])));
  await finishLines(
    db,
    run,
    lines.map(({ position, user_id }) => ({ position, user_id: user_id ?? idOf.get(position) ?? null })),
  );
  await appendAudit(
    db,
    changes.map(({ user_id, before: former, after: later }) => ({
      school_id,
      origin: run.is_unattended ? ('system' as const) : ('session' as const),
      user_id: run.created_by,
      now,
      action: 'user-import:audit.person' as const,
      entity: 'users',
      id: user_id,
      before: toRecorded(former),
      after: toRecorded(later),
    })),
  );
}

/** What the log keeps of a person. */
export function toRecorded(state: StoredState | StoredStateAfter | null): AuditValues | null {
  if (state === null) return null;
  const { account, memberships } = state;
  const { firstname, lastname, email, deleted_at } = account;
  return {
    firstname,
    lastname,
    email,
    deleted_at,
    grade_id: memberships.find(({ ends_at }) => ends_at === null)?.grade_id ?? null,
  };
}

function toAccount(person: NonNullable<LineRow['line']['person']>, taken: Set<string>): NewAccount {
  const { firstname, lastname, sex, email, phone, type } = person;
  const username = giveUsername(firstname, lastname, taken);
  return { firstname, lastname, sex, email, phone, username, type, role: type };
}

/** Ids and birth dates that the file knows and the school does not. */
function toIdentity({ kind, line }: LineRow, user_id: number, before: StoredState | null): Identity[] {
  const { person, changes } = line;
  if (
    person === null ||
    (kind !== 'new' && !changes.some(({ field }) => field === 'external_id' || field === 'birth_date'))
  )
    return [];
  const external_id = person.external_id ?? before?.identity?.external_id ?? null;
  const birth_date = person.birth_date ?? before?.identity?.birth_date ?? null;
  return external_id === null && birth_date === null ? [] : [{ user_id, external_id, birth_date }];
}

function linksOf({ line }: LineRow, parent_id: number, childOf: ReadonlyMap<string, number>) {
  const relations = new Map<number, 'FATHER' | 'MOTHER' | 'OTHER'>(
    line.child_ids.map((user_id) => [user_id, 'OTHER' as const]),
  );
  for (const { key, relation } of line.person?.children ?? []) {
    const user_id = childOf.get(key);
    if (user_id !== undefined) relations.set(user_id, relation);
  }
  return [...relations].map(([user_id, relation]) => ({ parent_id, user_id, relation }));
}
