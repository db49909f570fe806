import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import {
  BOOKINGS_MAXIMUM,
  BREAKS_MAXIMUM,
  EVENING_MODES,
  EVENING_NAME_MAXIMUM,
  EVENING_NOTE_MAXIMUM,
  EVENING_PHASES,
  EVENING_STATES,
  MAXIMUM_OF,
  ROOM_MAXIMUM,
} from './rules.ts';
import { REFUSED_WISHES, WISHES_MAXIMUM } from './wishes.ts';

const count = (most: number) => z.int().check(z.minimum(0), z.maximum(most));

/** What `eveningProblems` says more about. Times are those of the school. */
export const eveningDraft = z.strictObject({
  name: f.line(EVENING_NAME_MAXIMUM, 0),
  note: f.text(EVENING_NOTE_MAXIMUM),
  mode: z.enum(EVENING_MODES),
  date: f.date,
  begins_at: f.time,
  ends_at: f.time,
  slot_minutes: count(999),
  walking_minutes: count(999),
  maximum: count(10 * BOOKINGS_MAXIMUM),
  maximum_of: z.enum(MAXIMUM_OF),
  opens_at: f.instant,
  closes_at: f.instant,
});
export const eveningChange = z.extend(eveningDraft, { updated_at: f.instant });
export type EveningInput = z.output<typeof eveningDraft>;

const shared = {
  ...eveningDraft.shape,
  id: f.id,
  uuid: f.uuid,
  state: z.enum(EVENING_STATES),
  phase: z.enum(EVENING_PHASES),
  /** When what families wished for became appointments; null: not, or there are no wishes. */
  allocated_at: z.nullable(f.instant),
};

/** An evening for those who make it. */
export const evening = z.object({
  ...shared,
  teachers_count: z.int(),
  /** Appointments that are booked, and that teachers hold for somebody. */
  bookings_count: z.int(),
  waiting_count: z.int(),
  /** Children for whom there are wishes. */
  wishers_count: z.int(),
  updated_at: f.instant,
  can: z.object({ update: f.flag, publish: f.flag, cancel: f.flag, delete: f.flag, allocate: f.flag }),
});
export type Evening = z.output<typeof evening>;

/** An evening for those who come. */
export const ownEvening = z.object({
  ...shared,
  /** The teacher's record of the reader, who takes part with it. */
  teacher_id: z.nullable(f.id),
  /** Does the school use channels, and so conferences? Without, an appointment online names no place. */
  has_conferences: f.flag,
});
export type OwnEvening = z.output<typeof ownEvening>;

const span = z.strictObject({ begins_at: f.time, ends_at: f.time });

/** When and where a teacher is there; null: as long as the evening. */
export const presence = z.strictObject({
  room: f.line(ROOM_MAXIMUM, 0),
  begins_at: z.nullable(f.time),
  ends_at: z.nullable(f.time),
  is_absent: z.boolean(),
  is_online: z.boolean(),
  breaks: z.array(span).check(z.maxLength(BREAKS_MAXIMUM)),
});
export type PresenceInput = z.output<typeof presence>;

export const presenceChange = z.extend(presence, { updated_at: f.instant });

/** A teacher of an evening for those who see the plan. */
export const eveningTeacher = z.object({
  ...presence.shape,
  teacher_id: f.id,
  shortcut: z.string(),
  name: z.string(),
  slots_count: z.int(),
  bookings_count: z.int(),
  waiting_count: z.int(),
  updated_at: f.instant,
  can: z.object({ arrange: f.flag, invite: f.flag }),
});
export type EveningTeacher = z.output<typeof eveningTeacher>;

const bookingFlags = z.object({ cancel: f.flag, move: f.flag, accept: f.flag });
const child = z.object({ id: f.id, firstname: z.string(), lastname: z.string(), grade: z.nullable(z.string()) });

/** An appointment for the teacher. */
export const teacherBooking = z.object({
  id: f.id,
  starts_at: f.time,
  ends_at: f.time,
  /** `held`: the family has not answered the invitation. */
  state: z.enum(['held', 'booked']),
  is_invited: z.boolean(),
  child,
  /** Who booked; null: nobody has yet, or the account is gone. */
  parent: z.nullable(z.object({ id: f.id, displayname: z.string() })),
  can: bookingFlags,
});
export type TeacherBooking = z.output<typeof teacherBooking>;

/** The evening of one teacher. */
export const teacherPlan = z.object({
  teacher: eveningTeacher,
  bookings: z.array(teacherBooking),
  /** Appointments that nobody has. */
  free: z.array(f.time),
});
export type TeacherPlan = z.output<typeof teacherPlan>;

/** A pupil whom a teacher can invite. */
export const invitable = z.object({ ...child.shape, has_parents: z.boolean() });
export type Invitable = z.output<typeof invitable>;

const meetingTeacher = z.object({
  teacher_id: f.id,
  name: z.string(),
  room: z.string(),
  is_online: z.boolean(),
  /** Whose account parents and teachers meet online with; null: the teacher has none. */
  user_id: z.nullable(f.id),
});

/** An appointment for the family. */
export const ownBooking = z.object({
  id: f.id,
  child,
  teacher: meetingTeacher,
  starts_at: f.time,
  ends_at: f.time,
  state: z.enum(['held', 'booked']),
  is_invited: z.boolean(),
  can: bookingFlags,
});
export type OwnBooking = z.output<typeof ownBooking>;

/** All appointments of a family, and for whom it waits. */
export const familyPlan = z.object({
  bookings: z.array(ownBooking),
  waiting: z.array(z.object({ child, teacher_id: f.id, name: z.string() })),
});
export type FamilyPlan = z.output<typeof familyPlan>;

/** A teacher of a child: which appointments are free, and what the family has. Who holds the others is not said. */
export const offer = z.object({
  ...meetingTeacher.shape,
  is_absent: z.boolean(),
  is_class_teacher: z.boolean(),
  slots: z.array(z.object({ starts_at: f.time, clash: z.nullable(z.enum(['time', 'walking'])) })),
  booking: z.nullable(ownBooking),
  is_waiting: z.boolean(),
  can: z.object({ book: f.flag, wait: f.flag }),
});
export type Offer = z.output<typeof offer>;

/** Which teachers of a child a family wants to meet, best first, and when it can come; null: whenever the evening is. */
const wishes = {
  teacher_ids: z.array(f.id).check(z.maxLength(WISHES_MAXIMUM)),
  begins_at: z.nullable(f.time),
  ends_at: z.nullable(f.time),
};
/** `updated_at` is that of the wishes it was made from; null: there were none. */
export const wishChange = z.strictObject({ ...wishes, updated_at: z.nullable(f.instant) });
export const wishList = z.object({ ...wishes, updated_at: z.nullable(f.instant) });
export type WishList = z.output<typeof wishList>;

/** What a family can book or wish for a child. */
export const offers = z.object({
  teachers: z.array(offer),
  /** How many more the family may book for this child. */
  left: z.int(),
  wishes: wishList,
  can: z.object({ wish: f.flag }),
});

/** What allocating now would give, for those who make evenings. */
export const allocation = z.object({
  /** Of what it was made from: wishes, presence, appointments, rules. */
  revision: z.string().check(z.maxLength(64)),
  wishes_count: z.int(),
  granted_count: z.int(),
  /** Parents who wish, and those of them who get all that they may have. */
  families_count: z.int(),
  complete_count: z.int(),
  ranks: z.array(z.object({ rank: z.int(), wishes_count: z.int(), granted_count: z.int() })),
  /** Teachers for whom somebody wishes, the most wanted first. */
  teachers: z.array(
    z.object({
      teacher_id: f.id,
      name: z.string(),
      wishes_count: z.int(),
      granted_count: z.int(),
      free_count: z.int(),
    }),
  ),
  /** Wishes that get nothing, by child. */
  refused: z.array(
    z.object({ child, teacher_id: f.id, name: z.string(), rank: z.int(), reason: z.enum(REFUSED_WISHES) }),
  ),
});
export type Allocation = z.output<typeof allocation>;
export type Offers = z.output<typeof offers>;
