import { registrationEvents, type Waiting } from '@kreide/core/features/registration';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { listManagers } from '../users/index.ts';
import { countOpenApplications } from './queries/applications.ts';
import { countOpenChildRequests } from './queries/child-requests.ts';

/** How many requests of a school wait for those who manage its people. */
export async function countWaiting(db: Kysely<DB>, schoolId: number): Promise<Waiting> {
  return {
    child_requests: await countOpenChildRequests(db, schoolId),
    applications: await countOpenApplications(db, schoolId),
  };
}

/** Tells those who manage people how many wait now. */
export async function tellWaiting(db: Kysely<DB>, schoolId: number, emit: HandlerContext['emit']): Promise<void> {
  const users = await listManagers(db, schoolId);
  await emit(registrationEvents.waitingChanged, { users }, await countWaiting(db, schoolId));
}
