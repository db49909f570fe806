import {
  type plannerApi,
  RAIL_PUPILS_PAGE,
  RAIL_RUNS_MAXIMUM,
  RAILED_MAXIMUM,
  type RailSettings,
  railProblem,
} from '@kreide/core/features/planner';
import { type RailInput, railModel } from '@kreide/core/features/planner/rails';
import { toLocal } from '@kreide/core/kernel';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { enqueue } from '../../../kernel/jobs/index.ts';
import { hasUnits } from '../../structure/index.ts';
import {
  askRailsToStop,
  dropOldRuns,
  endLostRuns,
  findRun,
  insertRun,
  listRunPupils,
  listRuns,
} from '../queries/rails.ts';
import { findVersion } from '../queries/versions.ts';
import { toRecordedVersion } from '../shown.ts';
import { readRailInput, readRailYear } from './input.ts';
import { showAhead, showPupils, showRun, showRuns } from './shown.ts';
import { enrolHandlers, placeHandler } from './taking-over.ts';
import type { RailsTask } from './task.ts';

type Api = typeof plannerApi;

/** A day: searches of all schools run one after the other, each for minutes. */
const LOST_MS = 24 * 60 * 60 * 1000;

const isTooMuch = ({ courses }: RailInput) => courses.length > RAILED_MAXIMUM;

/** Courses on rails [D-8.18]: whoever plans starts and ends the search, looks at it, and takes it over. */
export function railHandlers(rails: RailsTask, planChanged: (schoolId: number) => void) {
  return {
    async getRailsAhead({ actor, params, query, db, now, fail }: HandlerContext<Api['getRailsAhead']>) {
      const row = (await findVersion(db, actor.school_id, params)) ?? fail('not_found');
      const { grades, ...scope } = query;
      if (!(await hasUnits(db, actor.school_id, { grades }))) return fail('not_found');
      const today = toLocal(now, actor.time_zone).date;
      const input = await readRailInput(db, row, { ...scope, grade_ids: grades }, today);
      if (isTooMuch(input)) return fail('rails_too_many', { params: { max: RAILED_MAXIMUM } });
      return { data: await showAhead(db, actor.school_id, input) };
    },

    async listRails({ actor, params, db, fail }: HandlerContext<Api['listRails']>) {
      const row = (await findVersion(db, actor.school_id, params)) ?? fail('not_found');
      return { data: await showRuns(db, actor, await listRuns(db, row, RAIL_RUNS_MAXIMUM)) };
    },

    async startRails({ actor, body, now, t, write, record, fail }: HandlerContext<Api['startRails']>) {
      const { version_uuid, ...settings } = body;
      const { school_id } = actor;
      const trx = await write();
      const row = (await findVersion(trx, school_id, { uuid: version_uuid })) ?? fail('not_found');
      const courses = [...(settings.pins ?? []), ...(settings.parts ?? [])].map(({ course_id }) => course_id);
      if (!(await hasUnits(trx, school_id, { grades: settings.grade_ids, courses }))) return fail('not_found');
      const problem = railProblem(settings, await readRailYear(trx, row, settings));
      if (problem) {
        const { field, rule } = problem;
        refuseIssues([{ path: `body.${field}`, rule, message: t(`planner:rules.${rule}`) }]);
      }
      const input = await readRailInput(trx, row, settings, toLocal(now, actor.time_zone).date);
      if (isTooMuch(input)) return fail('rails_too_many', { params: { max: RAILED_MAXIMUM } });
      if (railModel(input).pupils.length === 0) return fail('rails_empty');
      await endLostRuns(trx, school_id, new Date(now.getTime() - LOST_MS), now);
      const made = { settings: settings as RailSettings, created_by: actor.user_id, created_at: now.toISOString() };
      const id = (await insertRun(trx, row, made)) ?? fail('rails_running');
      await dropOldRuns(trx, row, RAIL_RUNS_MAXIMUM);
      await enqueue(trx, rails, { school_id, id }, { queue: 'proposals' });
      record({ entity: 'planner_rails', id, after: { ...toRecordedVersion(row), rails: settings.rails } });
      return { data: await showRun(trx, actor, id) };
    },

    async stopRails({ actor, params, now, write, record, fail }: HandlerContext<Api['stopRails']>) {
      const { school_id } = actor;
      const trx = await write();
      const row = (await findRun(trx, { school_id, id: params.id })) ?? fail('not_found');
      if (!(await askRailsToStop(trx, row, now.toISOString()))) return fail('rails_over');
      record({ entity: 'planner_rails', id: row.id, after: { rails: row.settings.rails } });
      return { data: await showRun(trx, actor, row.id) };
    },

    async listRailPupils({ actor, params, query, db, fail }: HandlerContext<Api['listRailPupils']>) {
      const row = (await findRun(db, { school_id: actor.school_id, id: params.id })) ?? fail('not_found');
      const offset = ((query.page ?? 1) - 1) * RAIL_PUPILS_PAGE;
      const page = { list: query.list, offset, limit: RAIL_PUPILS_PAGE + 1 };
      return { data: await showPupils(db, row, await listRunPupils(db, row, page)) };
    },

    placeRails: placeHandler,
    ...enrolHandlers(planChanged),
  };
}
