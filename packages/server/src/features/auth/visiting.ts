import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, RequestFacts } from '../../kernel/http/context.ts';
import { getSchool } from '../schools/index.ts';
import { findTwoFactor } from '../users/index.ts';
import type { Reply } from './cookies.ts';
import type { Enter } from './entrance.ts';
import { findManner } from './queries/sessions.ts';

interface Call {
  request: RequestFacts;
  reply: Reply;
  now: Date;
}

/**
 * Signs in as somebody of an invented school, the only way in which anybody is: for as long as the session of the caller, and on no
 * known device. Null: the caller's session, or whoever is visited, is gone.
 */
export function createVisiting({ enter }: { enter: Enter }) {
  return async function visit(
    trx: Kysely<DB>,
    actor: Pick<Actor, 'school_id' | 'session_id'>,
    person: { school_id: number; id: number },
    call: Call,
  ) {
    const account = await findTwoFactor(trx, person);
    const manner = await findManner(trx, actor);
    if (!account || !manner) return null;
    const { stay_logged_in: stay, is_native } = manner;
    const school = await getSchool(trx, person.school_id);
    const how = { stay, is_native, keepsDevice: false, isKnownDevice: false, visitor: actor };
    return enter(trx, { ...account, school }, { ...how, keepDevice: async () => null }, call);
  };
}

export type Visit = ReturnType<typeof createVisiting>;
