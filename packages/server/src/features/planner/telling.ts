import { type EditsDone, type plannerApi, plannerEvents, TOLD_MAXIMUM } from '@kreide/core/features/planner';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { listManagersOf, usersPart } from '../users/index.ts';
import { kindOf } from './shown.ts';
import type { LessonChange } from './stored.ts';

/** What of a call is needed to tell others of it. */
export interface Telling {
  readonly actor: Actor;
  readonly emit: HandlerContext<typeof plannerApi.push>['emit'];
}
export type Done = 'PUSH' | 'POP' | 'REDO' | 'PUBLISH';

/** Tells those who plan what the caller has done with a version, with the lessons where they are few. */
export async function tellPlanners(
  trx: Kysely<DB>,
  { actor, emit }: Telling,
  done: Done,
  {
    version: { can: _, ...version },
    lessons,
    removed_ids,
    changes,
  }: EditsDone & { readonly changes: readonly LessonChange[] },
): Promise<void> {
  const { school_id, user_id } = actor;
  const { firstname, lastname } = await usersPart(trx)
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const users = await listManagersOf(trx, [school_id], 'view-timetable-planner');
  const [only, ...others] = changes;
  const isFew = done !== 'PUBLISH' && changes.length <= TOLD_MAXIMUM;
  await emit(
    plannerEvents.changed,
    { users },
    {
      done,
      user_id,
      displayname: `${firstname} ${lastname}`,
      version,
      kind: only && others.length === 0 ? kindOf(only) : null,
      count: changes.length,
      lessons: isFew ? lessons : null,
      removed_ids: isFew ? removed_ids : [],
    },
  );
}
