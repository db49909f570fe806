import { type deskApi, deskEvents } from '@kreide/core/features/desk';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { listManagersOf } from '../users/index.ts';

export type Emit = HandlerContext<typeof deskApi.decide>['emit'];

/** Tells whoever has the desk open that something is different on these days. */
export async function tellDesk(
  trx: Kysely<DB>,
  { school_id, emit }: { school_id: number; emit: Emit },
  dates: readonly (string | null)[],
): Promise<void> {
  const days = dates.filter((date) => date !== null).sort();
  const [begins_at, ends_at] = [days[0], days.at(-1)];
  if (begins_at === undefined || ends_at === undefined) return;
  const users = await listManagersOf(trx, [school_id], 'view-timetable-planner');
  await emit(deskEvents.changed, { users }, { begins_at, ends_at });
}
