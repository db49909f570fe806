import {
  COMPARED,
  type Compared,
  type ComparedValue,
  type DriverMethod,
  KNOWN_CLAIMS,
  MATCH_FIELDS,
  type MatchField,
} from '@kreide/core/features/auth-drivers';
import { isBuiltInRole, type Translate, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { gradesOf } from '../structure/index.ts';
import { getUser } from '../users/index.ts';
import { listSubjects } from './queries/people.ts';

/** What a service says of somebody, before it is shown beside what their account has. */
export const told = z.object({
  what: z.enum(COMPARED),
  claim: z.string(),
  theirs: z.nullable(z.string()),
  is_verified: z.nullable(z.boolean()),
});
export type Told = z.output<typeof told>;

/** All values that a service has given under a name. */
export type ValuesOf = (name: string) => readonly string[];

/** Longest value that is shown. */
const LONGEST = 200;
const MATCHED: Readonly<Record<MatchField, Compared>> = { external_id: 'key', username: 'username', email: 'email' };

interface Read {
  readonly method: DriverMethod;
  readonly match_claim: string;
  readonly match_field: MatchField;
  /** The claim by which somebody is known afterwards. */
  readonly subject_claim: string;
}

/** What came of that which can be shown; what is compared with accounts is shown also where it did not come. */
export function toTold(read: Read, valuesOf: ValuesOf, isVerified: boolean | null): Told[] {
  return COMPARED.flatMap((what) => {
    const isMatched = MATCHED[read.match_field] === what;
    const names = isMatched
      ? [read.match_claim]
      : what === 'key'
        ? [read.subject_claim]
        : KNOWN_CLAIMS[read.method][what];
    const claim = names.find((name) => valuesOf(name).length > 0);
    if (claim === undefined && !isMatched) return [];
    const values = claim === undefined ? [] : valuesOf(claim);
    const isList = what === 'role' || what === 'class';
    const theirs = values.length === 1 || (isList && values.length > 0) ? values.join(', ').slice(0, LONGEST) : null;
    const is_verified = what === 'email' && theirs !== null ? isVerified : null;
    return [{ what, claim: claim ?? read.match_claim, theirs, is_verified }];
  });
}

/** The account that fits, and by what; null: none does, or several. */
export const fitting = z.nullable(z.object({ user_id: z.number(), match_field: z.enum(MATCH_FIELDS) }));
export type Fitting = z.output<typeof fitting>;

/** The same beside what the account has that was found. */
export async function withOurs(
  db: Kysely<DB>,
  { school_id, time_zone }: Pick<Actor, 'school_id' | 'time_zone'>,
  values: readonly Told[],
  found: Fitting,
  now: Date,
  t: Translate,
): Promise<ComparedValue[]> {
  const user = found === null ? undefined : await getUser(db, school_id, found.user_id, toLocal(now, time_zone).date);
  if (!user || !found) return values.map((one) => ({ ...one, ours: null }));
  const key =
    found.match_field === 'external_id'
      ? values.find(({ what }) => what === 'key')?.theirs
      : (await listSubjects(db, school_id, [user.id])).get(user.id);
  const grade =
    user.grade_id === null
      ? undefined
      : await gradesOf(db, school_id).where('id', '=', user.grade_id).executeTakeFirst();
  const ours: Readonly<Record<Compared, string | null>> = {
    key: key ?? null,
    username: user.username,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    role: isBuiltInRole(user.type) ? t(`kernel:roles.${user.type}`) : user.type,
    class: grade?.shortcut ?? null,
  };
  return values.map((one) => ({ ...one, ours: ours[one.what] }));
}
