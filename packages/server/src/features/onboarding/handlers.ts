import { ONBOARDING_STEPS, type OnboardingProgress, onboardingApi } from '@kreide/core/features/onboarding';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { implement } from '../../kernel/http/implement.ts';
import { listYears } from '../structure/index.ts';
import { countAccounts } from '../users/index.ts';
import { listSkipped, replaceSkipped } from './queries.ts';

/** What a feature of the same level knows. */
export interface CountedBeside {
  readonly countScreens: (db: Kysely<DB>, schoolId: number) => Promise<number>;
}

async function progressOf(
  db: Kysely<DB>,
  schoolId: number,
  { countScreens }: CountedBeside,
): Promise<OnboardingProgress[]> {
  const years = await listYears(db, schoolId);
  const { pupils, arrived, waiting } = await countAccounts(db, schoolId);
  const screens = await countScreens(db, schoolId);
  const skipped = await listSkipped(db, schoolId);
  const active = years.find(({ is_active }) => is_active);
  const found = {
    year: { isDone: active !== undefined, count: years.length },
    timetable: { isDone: active?.published_version_id != null, count: null },
    people: { isDone: pupils > 0, count: pupils },
    letters: { isDone: arrived > 0, count: waiting },
    screens: { isDone: screens > 0, count: screens },
  };
  return ONBOARDING_STEPS.map((step) => {
    const { isDone, count } = found[step];
    return { step, state: isDone ? 'done' : skipped.includes(step) ? 'skipped' : 'open', count };
  });
}

export function onboardingHandlers(beside: CountedBeside) {
  return implement(onboardingApi, {
    async get({ actor, params, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await progressOf(db, actor.school_id, beside) };
    },

    async update({ actor, params, body, write, record, fail }) {
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      const trx = await write();
      const before = await listSkipped(trx, school_id);
      await replaceSkipped(trx, school_id, body.skipped);
      const inOrder = (steps: readonly string[]) => ONBOARDING_STEPS.filter((step) => steps.includes(step)).join(', ');
      record({
        entity: 'schools',
        id: school_id,
        before: { skipped: inOrder(before) },
        after: { skipped: inOrder(body.skipped) },
      });
      return { data: await progressOf(trx, school_id, beside) };
    },
  });
}
