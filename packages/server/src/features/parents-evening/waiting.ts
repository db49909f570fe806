import { leftOf, refusalOf, WAITING_MAXIMUM } from '@kreide/core/features/parents-evening';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { lockUsers } from '../users/index.ts';
import { type Call, openEvening, openTeacher, placeOfTeacher } from './opened.ts';
import { familyOfParent, freeTimesOf, heldOf } from './placing.ts';
import { listWaiting } from './queries/bookings.ts';

/**
 * Why a parent cannot wait for an appointment: there is one, or there could be none. The lock of the teacher is held from then on, so nothing
 * becomes free unseen meanwhile.
 */
export async function refusalToWait(
  trx: Kysely<DB>,
  call: Call,
  { id, teacher_id, child_id }: { id: number; teacher_id: number; child_id: number },
): Promise<'evening_closed' | 'teacher_booked' | 'slots_full' | 'slots_free' | null> {
  const { actor } = call;
  const opened = await openEvening(trx, call, id, 'share');
  const { key, evening, phase } = opened;
  const { teacher } = await openTeacher(trx, call, key, teacher_id, true);
  if (phase !== 'open' || teacher.is_absent) return 'evening_closed';
  const family = await familyOfParent(trx, key.school_id, actor.user_id, child_id);
  await lockUsers(trx, key.school_id, [actor.user_id, ...family.children]);
  const held = await heldOf(trx, call, opened, family);
  if (held.some((one) => one.teacher_id === teacher_id && one.child_id === child_id)) return 'teacher_booked';
  const waiting = await listWaiting(trx, key, { children: family.children });
  const others = waiting.filter((one) => one.teacher_id !== teacher_id || one.child_id !== child_id);
  if (leftOf(child_id, held, evening) === 0 || others.length >= WAITING_MAXIMUM) return 'slots_full';
  const wanted = { teacher_id, child_id, parent_id: actor.user_id, is_invited: false, place: placeOfTeacher(teacher) };
  const free = await freeTimesOf(trx, opened, teacher);
  return free.some((starts_at) => refusalOf({ ...wanted, starts_at }, held, evening) === null) ? 'slots_free' : null;
}
