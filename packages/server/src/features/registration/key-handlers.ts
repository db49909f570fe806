import { randomBytes } from 'node:crypto';
import {
  type ActivationKey,
  CODE_DAYS,
  CODE_LENGTH,
  type CreatedKey,
  codeOf,
  type KeyKind,
  type registrationApi,
  suggestUsername,
  writeCode,
} from '@kreide/core/features/registration';
import { toCan, toLocal, type UserType } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { gradesOf, hasGrade, listInUse, setGrade } from '../structure/index.ts';
import { createPending, listRegistering, listTakenNames, lockUser, searchPeople } from '../users/index.ts';
import { hashCode, keyStateOf } from './opened-key.ts';
import { createKeys, type KeyRow, listKeys, listKeysAmong, withdrawKey } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type KeyHandlers = Pick<
  Handlers<typeof registrationApi>,
  'listKeys' | 'listKeyPeople' | 'createKeys' | 'createPerson' | 'withdrawKey'
>;

function toKey(row: KeyRow, now: Date): ActivationKey {
  const state = keyStateOf(row, now);
  return {
    id: row.id,
    kind: row.kind,
    state,
    user: { id: row.user_id, displayname: `${row.firstname} ${row.lastname}`, type: row.type as UserType },
    created_at: row.created_at,
    expires_at: row.expires_at,
    used_at: row.used_at,
    can: toCan({ withdraw: state === 'open' }),
  };
}

/** A username that nobody has yet: the name, or the name and the first free number. */
export async function freeUsername(db: Kysely<DB>, schoolId: number, firstname: string, lastname: string) {
  const wanted = suggestUsername(firstname, lastname).padEnd(3, '1');
  const taken = new Set(await listTakenNames(db, schoolId, wanted));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Makes codes; the letters are in the answer only. */
export async function makeKeys(
  db: Kysely<DB>,
  { secret, actor, now }: { secret: string; actor: Actor; now: Date },
  wanted: { kind: KeyKind; user_ids: readonly number[]; days?: number | undefined },
): Promise<CreatedKey[]> {
  const codes = wanted.user_ids.map(() => codeOf(randomBytes(CODE_LENGTH)));
  const keys = wanted.user_ids.map((user_id, index) => ({
    user_id,
    code_hash: hashCode(secret, codes[index] as string),
  }));
  const expires_at = new Date(now.getTime() + (wanted.days ?? CODE_DAYS.usual) * DAY_MS);
  const ids = await createKeys(db, actor.school_id, keys, { kind: wanted.kind, by: actor.user_id, now, expires_at });
  const codeById = new Map(ids.map((id, index) => [id, codes[index] as string]));
  const rows = await listKeysAmong(db, actor.school_id, ids);
  return rows.map((row) => ({ ...toKey(row, now), code: writeCode(codeById.get(row.id) ?? '') }));
}

/** The codes of a school, for those who manage its people. */
export function keyHandlers({ secret }: { secret: string }): KeyHandlers {
  return {
    async listKeys({ query, actor, db, now }) {
      const rows = await listKeys(db, actor.school_id, query.page ?? 1);
      return { data: rows.map((row) => toKey(row, now)) };
    },

    async listKeyPeople({ query, actor, db, now }) {
      const people = await searchPeople(db, actor.school_id, query.keyword, toLocal(now, actor.time_zone).date);
      const grades = await listInUse(gradesOf(db, actor.school_id));
      return {
        data: people.map((person) => ({
          id: person.id,
          displayname: `${person.firstname} ${person.lastname}`,
          type: person.type as UserType,
          grade: grades.find(({ id }) => id === person.grade_id)?.shortcut ?? null,
          is_pending: person.is_pending,
        })),
      };
    },

    async createKeys({ body, actor, db, now, t, write, record, fail }) {
      const today = toLocal(now, actor.time_zone).date;
      const user_ids = [...new Set(body.user_ids)];
      const people = await listRegistering(db, actor.school_id, user_ids, today);
      if (people.length < user_ids.length) return fail('not_found');
      // Whoever has the code of an account has the account.
      if (actor.role !== 'ADMIN' && people.some(({ role }) => role === 'ADMIN')) return fail('forbidden');
      const isFitting = ({ type, is_pending }: (typeof people)[number]) =>
        body.kind === 'child' ? type === 'STUDENT' : is_pending;
      if (!people.every(isFitting)) {
        const rule = body.kind === 'child' ? 'notPupil' : 'hasAccount';
        refuseIssues([{ path: 'body.user_ids', rule, message: t(`registration:rules.${rule}`) }]);
      }
      const made = await makeKeys(await write(), { secret, actor, now }, { ...body, user_ids });
      for (const { id, kind, user } of made)
        record({ entity: 'activation_keys', id, after: { kind, user_id: user.id, name: user.displayname } });
      return { data: made };
    },

    async createPerson({ body, actor, db, now, write, record, fail }) {
      const { firstname, lastname, type, grade_id } = body;
      if (grade_id !== null && !(await hasGrade(db, actor.school_id, grade_id))) return fail('not_found');
      const trx = await write();
      const username = await freeUsername(trx, actor.school_id, firstname, lastname);
      const person = { firstname, lastname, type, username, email: null };
      const id = await createPending(trx, actor.school_id, person, now);
      if (grade_id !== null && type === 'STUDENT') {
        await lockUser(trx, actor.school_id, id);
        await setGrade(trx, actor.school_id, id, grade_id, toLocal(now, actor.time_zone).date);
      }
      const [made] = await makeKeys(trx, { secret, actor, now }, { kind: 'account', user_ids: [id] });
      record({ entity: 'users', id, after: { firstname, lastname, type, grade_id } });
      return { data: made as CreatedKey };
    },

    async withdrawKey({ params, actor, db, now, write, record, fail }) {
      const [before] = await listKeysAmong(db, actor.school_id, [params.id]);
      if (!before) return fail('not_found');
      const trx = await write();
      if (!(await withdrawKey(trx, actor.school_id, params.id, now))) return fail('code_closed');
      const [after] = await listKeysAmong(trx, actor.school_id, [params.id]);
      const key = toKey(after as KeyRow, now);
      record({
        entity: 'activation_keys',
        id: key.id,
        before: { state: keyStateOf(before, now), name: key.user.displayname },
        after: { state: key.state, name: key.user.displayname },
      });
      return { data: key };
    },
  };
}
