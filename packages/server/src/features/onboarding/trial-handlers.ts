import { type onboardingApi, TRIALS_PER_DAY, type Trial, type TrialPerson } from '@kreide/core/features/onboarding';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import type { Visit } from '../auth/index.ts';
import { closeTrial, findTrialEnd, getSchool, lockSchool } from '../schools/index.ts';
import { addTrial, countTrials, findInvented, findTrial, removeTrial } from './queries/trials.ts';
import type { TrialTask } from './trial-task.ts';

type Api = typeof onboardingApi;
const DAY_SECONDS = 24 * 60 * 60;

/** Who of the invented people is meant. */
const USERNAMES: Readonly<Record<TrialPerson, string>> = { teacher: 'teacher', pupil: 'student', parent: 'parent' };

export interface TrialParts extends Pick<FeatureParts, 'makeTrial'> {
  readonly visit: Visit;
  /** Removes what is over, once the transaction commits. */
  readonly endNow: (trx: Kysely<DB>) => Promise<void>;
}

/** The invented school in which a real one looks around: one at a time, for whoever administers the real one. */
export function trialHandlers({ makeTrial, visit, endNow }: TrialParts, trialTask: TrialTask) {
  async function show(db: Kysely<DB>, schoolId: number): Promise<Trial> {
    const row = await findTrial(db, schoolId);
    const ends_at = row?.trial_id ? await findTrialEnd(db, row.trial_id) : null;
    return { is_offered: makeTrial !== null, state: row?.state ?? 'none', percent: row?.percent ?? 0, ends_at };
  }

  /** Nobody looks around in a school that is invented itself. */
  async function isOwn({ actor, params, db }: Pick<HandlerContext<Api['getTrial']>, 'actor' | 'params' | 'db'>) {
    return params.id === actor.school_id && (await getSchool(db, actor.school_id)).trial_of === null;
  }

  return {
    async getTrial(call: HandlerContext<Api['getTrial']>) {
      if (!(await isOwn(call))) return call.fail('not_found');
      return { data: await show(call.db, call.actor.school_id) };
    },

    async beginTrial(call: HandlerContext<Api['beginTrial']>) {
      const { actor, now, write, record, fail } = call;
      const { school_id } = actor;
      if (!(await isOwn(call))) return fail('not_found');
      if (!makeTrial) return fail('trial_unavailable');
      const trx = await write();
      // Two at once would both see none.
      await lockSchool(trx, school_id);
      const before = await findTrial(trx, school_id);
      if (before && before.state !== 'failed') return fail('trial_exists');
      if ((await countTrials(trx, school_id, now)) >= TRIALS_PER_DAY)
        throw new ApiError({ code: 'too_many', retry_after: DAY_SECONDS, params: { seconds: DAY_SECONDS } });
      if (before) await removeTrial(trx, school_id);
      const ordered_at = now.toISOString();
      await addTrial(trx, { school_id, ordered_at });
      await enqueue(trx, trialTask, { school_id, ordered_at }, { queue: 'trials' });
      record({ entity: 'schools', id: school_id, before: { trial: false }, after: { trial: true } });
      return { data: await show(trx, school_id) };
    },

    async enterTrial(call: HandlerContext<Api['enterTrial']>) {
      const { actor, body, db, now, request, reply, write, record, fail } = call;
      if (!(await isOwn(call))) return fail('not_found');
      const row = await findTrial(db, actor.school_id);
      if (!row) return fail('not_found');
      if (!row.trial_id) return fail('trial_not_ready');
      const ends_at = await findTrialEnd(db, row.trial_id);
      const person = await findInvented(db, row.trial_id, USERNAMES[body.as]);
      if (!person || ends_at === null || new Date(ends_at) <= now) return fail('trial_not_ready');
      const trx = await write();
      record({ entity: 'schools', id: actor.school_id, after: { as: body.as } });
      const answer = await visit(trx, actor, { school_id: row.trial_id, id: person.id }, { request, reply, now });
      return answer ?? fail('not_found');
    },

    async endTrial(call: HandlerContext<Api['endTrial']>) {
      const { actor, now, write, record, fail } = call;
      const { school_id } = actor;
      if (!(await isOwn(call))) return fail('not_found');
      const trx = await write();
      await lockSchool(trx, school_id);
      const row = await findTrial(trx, school_id);
      if (!row) return fail('not_found');
      await removeTrial(trx, school_id);
      if (row.trial_id) {
        await closeTrial(trx, row.trial_id, now);
        await endNow(trx);
      }
      record({ entity: 'schools', id: school_id, before: { trial: true }, after: { trial: false } });
      return { data: await show(trx, school_id) };
    },
  };
}
