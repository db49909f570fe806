import { type deskApi, laterProblems } from '@kreide/core/features/desk';
import { toInstant } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { reserveAttempt } from '../auth/index.ts';
import { openDay, showDay } from './day.ts';
import { toRecord } from './deciding.ts';
import type { LaterTask } from './later-task.ts';
import { findSeen, lockPlan, type PublishParts, refuseImpossible } from './publish.ts';
import { listDecisions, lockDesk } from './queries/decisions.ts';
import { clearDue, deletePublication, findPublication, markDue, savePublication } from './queries/publications.ts';
import { tellDesk } from './telling.ts';
import { toNamesOf } from './words.ts';

/** Sets when drafts are published, as the caller has seen them. */
export function publishLaterHandler({ plans }: Pick<PublishParts, 'plans'>, task: LaterTask) {
  return async (call: HandlerContext<typeof deskApi.publishLater>) => {
    const { actor, body, db, now, t, write, record, emit, fail } = call;
    const { school_id, user_id, time_zone } = actor;
    await reserveAttempt(db, { publication: `${school_id}:${user_id}` }, now);
    refuseIssues(
      laterProblems(body, now, time_zone).map(({ field, rule }) => ({
        path: `body.${field}`,
        rule,
        message: t(`desk:rules.${rule}`),
      })),
    );
    const known = (await plans.snapshotAt(school_id, body.date)) ?? fail('not_found');
    const trx = await write();
    const { snapshot } = await lockPlan(trx, known);
    const { rows, changed } = findSeen(await listDecisions(trx, school_id, body.date), body) ?? fail('not_found');
    const refuse = async (by: Parameters<typeof toNamesOf>[2]) =>
      fail('decision_changed', { params: { names: await toNamesOf(trx, school_id, by, t) } });
    if (changed.length > 0) return refuse(changed);
    const before = await findPublication(trx, school_id, { date: body.date });
    if ((before?.version ?? 0) !== body.version) return refuse([before && { changed_by: before.set_by }]);
    const drafts = [...new Set(rows)].filter(({ is_draft }) => is_draft);
    refuseImpossible(drafts, rows, snapshot, t);
    // Somebody else has published all of it at the same moment: there is nothing left to wait for.
    if (drafts.length === 0) return refuse(rows);
    const publish_at = toInstant(body.at.date, body.at.time, time_zone).toISOString();
    await clearDue(trx, school_id, body.date);
    const ids = drafts.map(({ id }) => id);
    await markDue(trx, school_id, ids);
    const set = await savePublication(trx, { school_id, date: body.date, publish_at, set_by: user_id }, now);
    const delayMs = Date.parse(publish_at) - now.getTime();
    await enqueue(trx, task, { school_id, ...set }, { key: `desk publish ${school_id}:${set.id}`, delayMs });
    record({
      entity: 'desk_publications',
      id: set.id,
      before: before && !before.done_at ? { publish_at: before.publish_at } : null,
      after: { publish_at, ...toRecord(drafts) },
    });
    await tellDesk(trx, { school_id, emit }, [body.date]);
    return { data: await showDay(trx, await openDay(trx, plans, school_id, body.date), { date: body.date, t }) };
  };
}

/** Takes it back, whoever has set it: the drafts stay. What was published in the meantime is in force. */
export async function withdrawLater(call: HandlerContext<typeof deskApi.withdrawLater>): Promise<undefined> {
  const { actor, params, write, record, emit, fail } = call;
  const { school_id } = actor;
  const trx = await write();
  await lockDesk(trx, school_id);
  const row = await findPublication(trx, school_id, params);
  if (!row || row.done_at !== null) return fail('not_found');
  await clearDue(trx, school_id, row.date);
  await deletePublication(trx, school_id, row.id);
  record({ entity: 'desk_publications', id: row.id, before: { publish_at: row.publish_at } });
  await tellDesk(trx, { school_id, emit }, [row.date]);
}
