import { randomUUID } from 'node:crypto';
import {
  type authDriversApi,
  type DriverMethod,
  driverAbilitiesOf,
  KNOWN_CLAIMS,
  PROPOSALS_MAXIMUM,
  type ProposedBy,
} from '@kreide/core/features/auth-drivers';
import { ApiError, isAllowed, type Translate, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import type { Log } from '../../kernel/log.ts';
import { getSchool } from '../schools/index.ts';
import { describePeople, type TellAdministrators } from '../users/index.ts';
import type { ValuesOf } from './compared.ts';
import { listSubjects } from './queries/people.ts';
import { countOpen, keepProposal, listOpen, markRefused, takeProposal } from './queries/proposals.ts';
import { connect, findConnected, lockDriver } from './queries.ts';

/** What a service says of somebody by which they may be a person of the school. An address is none of it: nobody has proven it. */
export const namedPerson = z.object({
  firstname: z.string(),
  lastname: z.string(),
  /** `YYYY-MM-DD` */
  birth_date: z.nullable(z.string()),
  class: z.nullable(z.string()),
});
export type NamedPerson = z.output<typeof namedPerson>;

/** The one person of the school whom a name and what is said besides fit, who is no administrator; null: nobody, or several. */
export type FindNamed = (
  db: Kysely<DB>,
  schoolId: number,
  person: NamedPerson,
  today: string,
  now: Date,
) => Promise<{ user_id: number; by: ProposedBy } | null>;

const LONGEST = 100;

/** Null: there is no whole name, or nothing besides it. */
export function toNamedPerson(method: DriverMethod, valuesOf: ValuesOf): NamedPerson | null {
  const only = (what: 'firstname' | 'lastname' | 'birth_date' | 'class') => {
    const name = KNOWN_CLAIMS[method][what].find((one) => valuesOf(one).length > 0);
    const [value = null, ...others] = name === undefined ? [] : valuesOf(name);
    return others.length === 0 && (value?.length ?? 0) <= LONGEST ? value : null;
  };
  const [firstname, lastname, born] = [only('firstname'), only('lastname'), only('birth_date')];
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(born ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  const birth_date = year !== undefined && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ? date : null;
  const person = { birth_date, class: only('class') };
  if (firstname === null || lastname === null || (person.birth_date === null && person.class === null)) return null;
  return { firstname, lastname, ...person };
}

export interface ProposingParts {
  readonly log: Log;
  readonly findNamed: FindNamed;
  readonly tellAdministrators: TellAdministrators;
}

/**
 * Whoever came, and whom nobody knows: proposes to administrators who it may be, once for each key, and of people without one. It never
 * fails, and whoever came is refused in any case.
 */
export function createProposing({ log, findNamed, tellAdministrators }: ProposingParts) {
  async function keep(db: Kysely<DB>, school_id: number, subject: string, person: NamedPerson, now: Date) {
    const { time_zone } = await getSchool(db, school_id);
    const found = await findNamed(db, school_id, person, toLocal(now, time_zone).date, now);
    if (!found || (await listSubjects(db, school_id, [found.user_id])).size > 0) return;
    await db.transaction().execute(async (trx) => {
      await lockDriver(trx, school_id);
      const waiting = await countOpen(trx, school_id, PROPOSALS_MAXIMUM);
      const values = { school_id, subject, uuid: randomUUID(), created_at: now.toISOString(), ...found };
      if (waiting >= PROPOSALS_MAXIMUM || !(await keepProposal(trx, values)) || waiting > 0) return;
      // Administrators are told of the first that waits, and find the others there.
      const say = (t: Translate) => ({
        subject: t('auth-drivers:proposals.subject'),
        lines: [t('auth-drivers:proposals.line')],
        action: t('auth-drivers:proposals.action'),
      });
      await tellAdministrators(
        trx,
        { school_id, kind: 'proposal', page: 'school-data/authentication-driver', say },
        now,
      );
    });
  }
  return async function propose(
    db: Kysely<DB>,
    { school_id }: { school_id: number },
    subject: string,
    person: NamedPerson | null,
    now: Date,
  ): Promise<void> {
    if (person === null) return;
    await keep(db, school_id, subject, person, now).catch((thrown: unknown) => {
      log.warn({ school: school_id, error: (thrown as Error).name }, 'nobody was proposed');
    });
  };
}
export type Propose = ReturnType<typeof createProposing>;

type Keys = 'listProposals' | 'acceptProposal' | 'refuseProposal';

/** Only administrators of this very school say who signs in as whom. */
function requireDeciding(params: { id: number }, actor: Actor): void {
  if (params.id !== actor.school_id) throw new ApiError({ code: 'not_found' });
  if (!isAllowed(driverAbilitiesOf(actor), 'update')) throw new ApiError({ code: 'forbidden' });
}

/** What administrators answer to proposals. */
export const proposalHandlers: Pick<Handlers<typeof authDriversApi>, Keys> = {
  async listProposals({ params, actor, db, now, t }) {
    requireDeciding(params, actor);
    const open = await listOpen(db, actor.school_id, PROPOSALS_MAXIMUM);
    const people = open.map(({ user_id }) => ({ id: user_id }));
    const reader = { ...actor, today: toLocal(now, actor.time_zone).date };
    const described = await describePeople(db, reader, people, t);
    return { data: open.map((one) => ({ ...one, description: described.get(one.user_id) ?? '' })) };
  },

  async acceptProposal({ params, actor, write, record, now, fail }) {
    requireDeciding(params, actor);
    const { school_id } = actor;
    const trx = await write();
    await lockDriver(trx, school_id);
    const taken = await takeProposal(trx, school_id, params.uuid);
    if (!taken) return fail('not_found');
    const { user_id, subject } = taken;
    if ((await findConnected(trx, school_id, subject)) !== null) return fail('person_connected');
    if (!(await connect(trx, { school_id, user_id }, subject, now))) return fail('person_connected');
    record({ entity: 'users', id: user_id });
    return undefined;
  },

  async refuseProposal({ params, actor, write, record, now, fail }) {
    requireDeciding(params, actor);
    const user_id = await markRefused(await write(), actor.school_id, params.uuid, now);
    if (user_id === null) return fail('not_found');
    record({ entity: 'users', id: user_id });
    return undefined;
  },
};
