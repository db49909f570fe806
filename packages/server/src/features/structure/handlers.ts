import {
  type OnboardingYearRule,
  onboardingYearProblems,
  type SchoolYearDraft,
  type SchoolYearProblem,
  type SchoolYearState,
  schoolYearAbilitiesOf,
  schoolYearProblems,
  structureApi,
  toYearName,
} from '@kreide/core/features/structure';
import { ApiError, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { activateYear, getSchool, lockSchool } from '../schools/index.ts';
import { gradesOf, listInUse } from './queries/units.ts';
import { createYear, listYears, updateYear, type YearHead } from './queries/years.ts';

function toState(year: YearHead, actor: Actor): SchoolYearState {
  const { id, name, begins_at, ends_at, is_active, calendar_view, days_to_show } = year;
  const can = schoolYearAbilitiesOf(actor, year);
  const has_plan = year.published_version_id !== null;
  return { id, name, begins_at, ends_at, is_active, calendar_view, days_to_show, has_plan, can };
}

async function listStates(db: Kysely<DB>, actor: Actor): Promise<SchoolYearState[]> {
  return (await listYears(db, actor.school_id)).map((year) => toState(year, actor));
}

async function getState(db: Kysely<DB>, actor: Actor, id: number): Promise<SchoolYearState> {
  const year = (await listStates(db, actor)).find((one) => one.id === id);
  if (!year) throw new ApiError({ code: 'not_found' });
  return year;
}

/** The limits that count only while a school is set up. */
async function limitsOf(db: Kysely<DB>, { school_id, time_zone }: Actor, draft: SchoolYearDraft, now: Date) {
  const { state } = await getSchool(db, school_id);
  return state === 'ONBOARDING' ? onboardingYearProblems(draft, toLocal(now, time_zone).date) : [];
}

/** 422 with the words of the form for a year that cannot stand beside the others. */
function refuseYear(
  draft: SchoolYearDraft,
  others: readonly YearHead[],
  limits: readonly SchoolYearProblem<OnboardingYearRule>[],
  t: HandlerContext['t'],
): void {
  refuseIssues(
    [...schoolYearProblems(draft, others), ...limits].map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`structure:rules.${rule}`, params),
    })),
  );
}

/** `changed` is called after the school years changed: plans that are kept in memory are dropped. */
export function structureHandlers({ changed }: { changed: (schoolId: number) => void }) {
  return implement(structureApi, {
    async listYears({ actor, db }) {
      return { data: await listStates(db, actor) };
    },

    async listGrades({ actor, db }) {
      const grades = await listInUse(gradesOf(db, actor.school_id));
      return { data: grades.map(({ id, shortcut, name }) => ({ id, shortcut, name })) };
    },

    async createYear({ body, actor, now, write, record, afterCommit, t }) {
      const trx = await write();
      await lockSchool(trx, actor.school_id);
      refuseYear(body, await listYears(trx, actor.school_id), await limitsOf(trx, actor, body, now), t);
      const id = await createYear(trx, actor.school_id, { ...body, name: toYearName(body) });
      record({ entity: 'school_years', id, after: { ...body, name: toYearName(body) } });
      afterCommit(() => changed(actor.school_id));
      return { data: await getState(trx, actor, id) };
    },

    async updateYear({ params, body, actor, now, write, record, afterCommit, t, fail }) {
      const trx = await write();
      await lockSchool(trx, actor.school_id);
      const years = await listYears(trx, actor.school_id);
      const former = years.find(({ id }) => id === params.id);
      if (!former) return fail('not_found');
      const others = years.filter(({ id }) => id !== params.id);
      refuseYear(body, others, await limitsOf(trx, actor, body, now), t);
      await updateYear(trx, { school_id: actor.school_id, id: params.id }, { ...body, name: toYearName(body) });
      const { begins_at, ends_at, calendar_view, days_to_show } = former;
      const before = { begins_at, ends_at, calendar_view, days_to_show };
      record({ entity: 'school_years', id: params.id, before, after: { ...before, ...body } });
      afterCommit(() => changed(actor.school_id));
      return { data: await getState(trx, actor, params.id) };
    },

    async activateYear({ body, actor, write, record, afterCommit, fail }) {
      const trx = await write();
      await lockSchool(trx, actor.school_id);
      const years = await listYears(trx, actor.school_id);
      if (!years.some(({ id }) => id === body.id)) return fail('not_found');
      await activateYear(trx, actor.school_id, body.id);
      const former = years.find((year) => year.is_active)?.name ?? null;
      const next = years.find((year) => year.id === body.id)?.name;
      record({ entity: 'schools', id: actor.school_id, before: { school_year: former }, after: { school_year: next } });
      afterCommit(() => changed(actor.school_id));
      return { data: await listStates(trx, actor) };
    },
  });
}
