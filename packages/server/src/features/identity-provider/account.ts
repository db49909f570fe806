import { CLAIMS, PASSED, type Passed } from '@kreide/core/features/identity-provider';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { gradesOf } from '../structure/index.ts';
import { getUser, usersPart } from '../users/index.ts';

type Person = Pick<
  NonNullable<Awaited<ReturnType<typeof getUser>>>,
  'firstname' | 'lastname' | 'username' | 'email' | 'role'
> & { readonly grade: string | null };

/** What each thing that is passed on says of somebody. */
const SAID: Readonly<Record<Passed, (person: Person) => Readonly<Record<string, unknown>>>> = {
  name: ({ firstname, lastname }) => ({
    name: `${firstname} ${lastname}`.trim(),
    given_name: firstname,
    family_name: lastname,
  }),
  username: ({ username }) => ({ preferred_username: username }),
  // Whether somebody reads the mail that is sent there, the school does not prove to anybody: programs must not connect by it.
  email: ({ email }) => (email === null ? {} : { email, email_verified: false }),
  roles: ({ role }) => ({ roles: [role.toLowerCase()] }),
  classes: ({ grade }) => ({ classes: grade === null ? [] : [grade] }),
};

/** What a program is told of somebody: `passes` and nothing else. */
export function claimsOf(person: Person, passes: readonly Passed[]): Record<string, unknown> {
  return Object.assign({}, ...PASSED.filter((one) => passes.includes(one)).map((one) => SAID[one](person)));
}

/** Every claim by the scope that asks for it. */
export const CLAIMS_BY_SCOPE = {
  openid: ['sub', 'sid'],
  profile: [...CLAIMS.name, ...CLAIMS.username],
  email: [...CLAIMS.email],
  roles: [...CLAIMS.roles],
  classes: [...CLAIMS.classes],
};

/**
 * Somebody by the uuid of their account, with what may be passed on of them today; undefined: there is nobody any more.
 * Whether they may still sign in, the store asks of their session.
 */
export async function findPerson(
  db: Kysely<DB>,
  school: { school_id: number; time_zone: string },
  uuid: string,
  now: Date,
): Promise<Person | undefined> {
  const found = await db
    .selectFrom(usersPart(db).as('person'))
    .select('person.id')
    .where('person.school_id', '=', school.school_id)
    .where('person.uuid', '=', uuid)
    .executeTakeFirst();
  const today = toLocal(now, school.time_zone).date;
  const person = found && (await getUser(db, school.school_id, found.id, today));
  if (!person) return undefined;
  const { grade_id } = person;
  const grade =
    grade_id === null ? null : await gradesOf(db, school.school_id).where('id', '=', grade_id).executeTakeFirst();
  return { ...person, grade: grade?.shortcut ?? null };
}
