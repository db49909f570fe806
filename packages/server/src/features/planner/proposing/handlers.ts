import {
  DAY_HOURS_MAXIMUM,
  PROPOSALS_MAXIMUM,
  type Proposal,
  type ProposalSettings,
  type plannerApi,
  proposalProblem,
} from '@kreide/core/features/planner';
import { buildModel, NO_WEIGHTS, preflight } from '@kreide/core/features/planner/proposal';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { enqueue } from '../../../kernel/jobs/index.ts';
import { hasUnits } from '../../structure/index.ts';
import { namesOf } from '../../users/index.ts';
import { toNames } from '../editing.ts';
import { listChangers } from '../queries/edits.ts';
import {
  askToStop,
  endLost,
  findProposal,
  insertProposal,
  listProposals,
  type ProposalRow,
} from '../queries/proposals.ts';
import { findVersion, lockVersion } from '../queries/versions.ts';
import { canPropose, toRecordedVersion } from '../shown.ts';
import { readInput } from './input.ts';
import { nameObstacle, readNames } from './names.ts';
import type { ProposeTask } from './task.ts';

type Api = typeof plannerApi;

/** A day: proposals of all schools are computed one after the other, each for minutes. */
const LOST_MS = 24 * 60 * 60 * 1000;

async function show(db: Kysely<DB>, actor: Actor, rows: readonly ProposalRow[]): Promise<Proposal[]> {
  const names = await namesOf(
    db,
    actor.school_id,
    rows.flatMap(({ created_by }) => created_by ?? []),
  );
  return rows.map((row): Proposal => {
    const isOn = row.state === 'WAITING' || row.state === 'RUNNING';
    const { result_id, result_uuid, result_number } = row;
    return {
      id: row.id,
      state: row.state as Proposal['state'],
      version: { id: row.planner_version_id, uuid: row.base_uuid, number: row.base_number },
      is_base_changed: row.revision !== row.base_revision,
      settings: row.settings,
      created_at: row.created_at,
      created_by: names.get(row.created_by ?? 0) ?? null,
      is_stopping: isOn && row.stop_requested_at !== null,
      progress: row.progress,
      result:
        result_id === null || result_uuid === null || result_number === null
          ? null
          : { id: result_id, uuid: result_uuid, number: result_number },
      outcome: row.outcome && { divided: [], ...row.outcome },
      can: { stop: isOn && row.stop_requested_at === null ? 1 : 0 },
    };
  });
}

async function showOne(db: Kysely<DB>, actor: Actor, id: number): Promise<Proposal> {
  const row = await findProposal(db, { school_id: actor.school_id, id });
  const [shown] = row ? await show(db, actor, [row]) : [];
  if (!shown) throw new Error(`proposal ${id} is gone`);
  return shown;
}

/** Plans that are computed: whoever plans starts and ends them. */
export function proposalHandlers(propose: ProposeTask) {
  return {
    async listObstacles({ actor, params, db, fail }: HandlerContext<Api['listObstacles']>) {
      const row = (await findVersion(db, actor.school_id, params)) ?? fail('not_found');
      if (!(await canPropose(db, actor.school_id))) return fail('proposal_off');
      const read = await readInput(db, row, {
        mode: 'WHOLE',
        grade_ids: [],
        most_moved: 1,
        weights: NO_WEIGHTS,
        most_class_hours: DAY_HOURS_MAXIMUM,
        most_teacher_hours: DAY_HOURS_MAXIMUM,
        most_teacher_days: 7,
      });
      const model = buildModel(read.input);
      const names = await readNames(db, actor.school_id, read.lessons, read.input);
      return { data: preflight(model).map((one) => nameObstacle(one, model, names)) };
    },

    async listProposals({ actor, params, db, fail }: HandlerContext<Api['listProposals']>) {
      const row = (await findVersion(db, actor.school_id, params)) ?? fail('not_found');
      if (!(await canPropose(db, actor.school_id))) return fail('proposal_off');
      return { data: await show(db, actor, await listProposals(db, row, PROPOSALS_MAXIMUM)) };
    },

    async startProposal({ actor, body, now, t, write, record, fail }: HandlerContext<Api['startProposal']>) {
      const { version_uuid, revision, ...settings } = body;
      const { school_id } = actor;
      const trx = await write();
      await lockVersion(trx, school_id, version_uuid);
      const row = (await findVersion(trx, school_id, { uuid: version_uuid })) ?? fail('not_found');
      if (!(await canPropose(trx, school_id))) return fail('proposal_off');
      if (!(await hasUnits(trx, school_id, { grades: settings.grade_ids }))) return fail('not_found');
      const rule = proposalProblem(settings);
      if (rule) refuseIssues([{ path: 'body.grade_ids', rule, message: t(`planner:rules.${rule}`) }]);
      if (row.revision !== revision) {
        const changers = await listChangers(trx, row, { after: revision, standing: false });
        const names = await toNames(trx, school_id, changers.length > 0 ? changers : [null], t);
        return fail('version_changed', { params: { names } });
      }
      if (row.lessons === 0) return fail('version_empty');
      const made = { settings: settings as ProposalSettings, created_by: actor.user_id, created_at: now.toISOString() };
      await endLost(trx, school_id, new Date(now.getTime() - LOST_MS), now);
      const id = (await insertProposal(trx, row, made)) ?? fail('proposal_running');
      await enqueue(trx, propose, { school_id, id }, { queue: 'proposals' });
      record({ entity: 'planner_proposals', id, after: { ...toRecordedVersion(row), mode: settings.mode } });
      return { data: await showOne(trx, actor, id) };
    },

    async stopProposal({ actor, params, now, write, record, fail }: HandlerContext<Api['stopProposal']>) {
      const { school_id } = actor;
      const trx = await write();
      const row = (await findProposal(trx, { school_id, id: params.id })) ?? fail('not_found');
      if (!(await askToStop(trx, row, now.toISOString()))) return fail('proposal_over');
      record({ entity: 'planner_proposals', id: row.id, after: { mode: row.settings.mode } });
      return { data: await showOne(trx, actor, row.id) };
    },
  };
}
