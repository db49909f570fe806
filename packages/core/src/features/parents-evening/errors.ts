import { declareErrors } from '../../kernel/errors.ts';

/** Why something is not done with a parents' evening. */
export const parentsEveningErrors = declareErrors({
  /** Nobody books, wishes or allocates now: it has not begun, or its time is over. */
  evening_closed: 409,
  /** It is published already. */
  evening_published: 409,
  /** It was cancelled: nothing of it changes. */
  evening_cancelled: 409,
  /** There are appointments: the grid that they stand in stays as it is. */
  evening_booked: 409,
  /** Somebody else has the appointment, or the teacher offers it no longer. */
  slot_taken: 409,
  /** The family has another appointment then, or one too near to walk from. */
  slot_clash: 409,
  /** The family has as many appointments as it may have. */
  slots_full: 409,
  /** The child has an appointment with this teacher. */
  teacher_booked: 409,
  /** What was looked at is not what would be given now: somebody has wished, arranged or invited meanwhile. */
  allocation_changed: 409,
  /** There is an appointment to be booked: nobody has to wait. */
  slots_free: 409,
});

type Codes = typeof parentsEveningErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
