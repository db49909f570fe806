import { type EveningPhase, eveningPhaseOf, type HeldMeeting, placeOf } from '@kreide/core/features/parents-evening';
import { ApiError, toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { reserveAttempt } from '../auth/index.ts';
import { findPerson } from '../users/index.ts';
import type { BookingRow } from './queries/bookings.ts';
import {
  type EveningKey,
  type EveningRow,
  findEvening,
  findEveningTeacher,
  type TeacherRow,
} from './queries/evenings.ts';

export type Call = Pick<HandlerContext, 'now'> & { readonly actor: Actor };

export const beginOf = ({ date, begins_at }: Pick<EveningRow, 'date' | 'begins_at'>, zone: string): Date =>
  toInstant(date, begins_at, zone);

export const phaseOf = (row: EveningRow, { actor, now }: Call): EveningPhase =>
  eveningPhaseOf(row, beginOf(row, actor.time_zone), now);

/** An evening with where it stands. */
export interface OpenedEvening {
  readonly key: EveningKey;
  readonly evening: EveningRow;
  readonly phase: EveningPhase;
}

export const isManager = ({ permissions }: Actor): boolean => permissions.has('manage-parents-evenings');

/** An evening of the school; a draft is there only for those who make evenings. */
export async function openEvening(
  db: Kysely<DB>,
  call: Call,
  id: number,
  lock?: 'share' | 'update',
): Promise<OpenedEvening> {
  const key = { school_id: call.actor.school_id, id };
  const evening = await findEvening(db, key, lock);
  if (!evening || (evening.state === 'draft' && !isManager(call.actor))) throw new ApiError({ code: 'not_found' });
  return { key, evening, phase: phaseOf(evening, call) };
}

/** 429 for who makes, moves or cancels more appointments than anybody does by hand: the others of each are told. */
export const countMade = (db: Kysely<DB>, { actor: { school_id, user_id, type }, now }: Call): Promise<void> =>
  reserveAttempt(db, { [type === 'PARENT' ? 'appointment' : 'contact']: `${school_id}:${user_id}` }, now);

/** The teacher's record of the caller; null: none. */
export async function ownTeacherOf(db: Kysely<DB>, { school_id, user_id }: Actor): Promise<number | null> {
  return (await findPerson(db, school_id, user_id))?.teacher_id ?? null;
}

/** A teacher of an evening, with whether it is the caller; locked, nobody else books there until the end of the transaction. */
export async function openTeacher(db: Kysely<DB>, { actor }: Call, key: EveningKey, teacherId: number, lock = false) {
  const teacher = await findEveningTeacher(db, key, teacherId, lock);
  if (!teacher) throw new ApiError({ code: 'not_found' });
  return { teacher, is_own: teacher.user_id === actor.user_id };
}

export const placeOfTeacher = ({ teacher_id, room, is_online }: TeacherRow) =>
  placeOf({ id: teacher_id, room, is_online });

/** Appointments with where they are. */
export function toHeld(bookings: readonly BookingRow[], teachers: readonly TeacherRow[]): HeldMeeting[] {
  const places = new Map(teachers.map((teacher) => [teacher.teacher_id, placeOfTeacher(teacher)]));
  return bookings.map((one) => ({ ...one, place: places.get(one.teacher_id) ?? `teacher ${one.teacher_id}` }));
}
