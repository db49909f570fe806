import {
  CALLS_PER_DAY,
  callProblems,
  ONBOARDING_STEPS,
  type OnboardingProgress,
  onboardingApi,
  stepsOf,
} from '@kreide/core/features/onboarding';
import { canBecome } from '@kreide/core/features/schools';
import { ApiError, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { getSchool, hasBilling, lockSchool, setState } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';
import { countAccounts } from '../users/index.ts';
import { tellOfCall } from './calls.ts';
import { countCalls, listSkipped, replaceSkipped } from './queries/progress.ts';
import { type TrialParts, trialHandlers } from './trial-handlers.ts';
import type { TrialTask } from './trial-task.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** What a feature of the same level knows. */
export interface CountedBeside {
  readonly countScreens: (db: Kysely<DB>, schoolId: number) => Promise<number>;
}

async function progressOf(
  db: Kysely<DB>,
  schoolId: number,
  { countScreens }: CountedBeside,
): Promise<OnboardingProgress[]> {
  const school = await getSchool(db, schoolId);
  const years = await listYears(db, schoolId);
  const { pupils, arrived, waiting } = await countAccounts(db, schoolId);
  const screens = await countScreens(db, schoolId);
  const skipped = await listSkipped(db, schoolId);
  const active = years.find(({ is_active }) => is_active);
  const found = {
    school: { isDone: school.type !== null && school.street !== null && school.city !== null, count: null },
    billing: { isDone: await hasBilling(db, schoolId), count: null },
    year: { isDone: active !== undefined, count: years.length },
    timetable: { isDone: active?.published_version_id != null, count: null },
    people: { isDone: pupils > 0, count: pupils },
    letters: { isDone: arrived > 0, count: waiting },
    screens: { isDone: screens > 0, count: screens },
  };
  return stepsOf(school.state).map((step) => {
    const { isDone, count } = found[step];
    return { step, state: isDone ? 'done' : skipped.includes(step) ? 'skipped' : 'open', count };
  });
}

export type OnboardingParts = CountedBeside & TrialParts & Pick<FeatureParts, 'mail' | 'texts' | 'brandOf'>;

export function onboardingHandlers(parts: OnboardingParts, trialTask: TrialTask) {
  return implement(onboardingApi, {
    ...trialHandlers(parts, trialTask),

    async get({ actor, params, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await progressOf(db, actor.school_id, parts) };
    },

    async update({ actor, params, body, write, record, fail }) {
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      const trx = await write();
      // Two lists at once would both add what neither has seen of the other.
      await lockSchool(trx, school_id);
      const before = await listSkipped(trx, school_id);
      await replaceSkipped(trx, school_id, body.skipped);
      const inOrder = (steps: readonly string[]) => ONBOARDING_STEPS.filter((step) => steps.includes(step)).join(', ');
      record({
        entity: 'schools',
        id: school_id,
        before: { skipped: inOrder(before) },
        after: { skipped: inOrder(body.skipped) },
      });
      return { data: await progressOf(trx, school_id, parts) };
    },

    async finish({ actor, params, now, write, record, fail }) {
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      const trx = await write();
      await lockSchool(trx, school_id);
      const { state } = await getSchool(trx, school_id);
      if (!canBecome(state, 'ACTIVE', 'school')) return fail('not_found');
      await setState(trx, school_id, 'ACTIVE', now);
      record({ entity: 'schools', id: school_id, before: { state }, after: { state: 'ACTIVE' } });
      return { data: { state: 'ACTIVE' as const } };
    },

    async bookCall({ actor, params, body, now, t, write, record, fail }) {
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      refuseIssues(
        callProblems(body, toLocal(now, actor.time_zone).date).map(({ field, rule, params: values }) => ({
          path: `body.${field}`,
          rule,
          params: values,
          message: t(`onboarding:rules.${rule}`, values),
        })),
      );
      const { mail } = parts;
      if (!mail) return fail('mail_unavailable');
      const trx = await write();
      await lockSchool(trx, school_id);
      if ((await countCalls(trx, school_id, now)) >= CALLS_PER_DAY)
        throw new ApiError({ code: 'too_many', retry_after: DAY_SECONDS, params: { seconds: DAY_SECONDS } });
      // Who is to be called is nobody's business but the operator's.
      record({ entity: 'schools', id: school_id, before: {}, after: { date: body.date, time: body.time } });
      return { data: await tellOfCall(trx, mail, parts, { school_id, call: body, now, t }) };
    },
  });
}
