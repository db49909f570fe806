import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  allocation,
  evening,
  eveningChange,
  eveningDraft,
  eveningTeacher,
  familyPlan,
  invitable,
  offers,
  ownBooking,
  ownEvening,
  presenceChange,
  teacherBooking,
  teacherPlan,
  wishChange,
  wishList,
} from './schema.ts';
import './errors.ts';

const one = z.object({ id: f.idText });
const ofTeacher = z.object({ id: f.idText, teacher_id: f.idText });
const ofBooking = z.object({ id: f.idText, booking_id: f.idText });
const managing = { auth: 'user', needs: { permission: 'manage-parents-evenings' } } as const;
const asFamily = { auth: 'user', needs: { can: 'parents-evening.book' } } as const;

export const list = endpoint({
  ...managing,
  method: 'GET',
  path: '/parents-evenings',
  answer: f.answerOf(z.array(evening)),
  summary: 'The parents’ evenings of the school, the latest first, at most 200.',
});

export const create = endpoint({
  ...managing,
  method: 'POST',
  path: '/parents-evenings',
  body: eveningDraft,
  answer: f.answerOf(evening),
  audit: 'parents-evening:audit.create',
  summary: 'Makes a parents’ evening as a draft, with every teacher in use.',
});

export const update = endpoint({
  ...managing,
  method: 'PUT',
  path: '/parents-evenings/{id}',
  params: one,
  body: eveningChange,
  answer: f.answerOf(evening),
  errors: ['not_found', 'conflict', 'evening_cancelled', 'evening_booked'],
  audit: 'parents-evening:audit.update',
  summary:
    'Changes an evening. Beginning and length of appointments stay once there are some; those that no longer fit are cancelled, and on another day all are moved, each with a notice.',
});

export const publish = endpoint({
  ...managing,
  method: 'POST',
  path: '/parents-evenings/{id}/publish',
  params: one,
  answer: f.answerOf(evening),
  errors: ['not_found', 'evening_published', 'evening_cancelled'],
  audit: 'parents-evening:audit.publish',
  summary: 'Shows an evening to teachers and parents.',
});

export const cancel = endpoint({
  ...managing,
  method: 'POST',
  path: '/parents-evenings/{id}/cancel',
  params: one,
  answer: f.answerOf(evening),
  errors: ['not_found', 'evening_closed'],
  audit: 'parents-evening:audit.cancel',
  summary: 'Cancels an evening that is published and tells everybody with an appointment.',
});

export const remove = endpoint({
  ...managing,
  method: 'DELETE',
  path: '/parents-evenings/{id}',
  params: one,
  answer: null,
  errors: ['not_found', 'evening_published'],
  audit: 'parents-evening:audit.remove',
  summary: 'Removes a draft, which nobody has seen.',
});

export const getAllocation = endpoint({
  ...managing,
  method: 'GET',
  path: '/parents-evenings/{id}/allocation',
  params: one,
  answer: f.answerOf(allocation),
  errors: ['not_found', 'evening_closed'],
  summary: 'What allocating the wishes now would give: who gets what, and which wish nothing.',
});

export const allocate = endpoint({
  ...managing,
  method: 'POST',
  path: '/parents-evenings/{id}/allocation',
  params: one,
  body: z.strictObject({ revision: f.line(64) }),
  answer: f.answerOf(evening),
  errors: ['not_found', 'allocation_changed', 'evening_closed'],
  audit: 'parents-evening:audit.allocate',
  summary:
    'Makes appointments of the wishes, as they were looked at, and tells families and teachers. Wishes for teachers without a fitting one wait.',
});

export const listTeachers = endpoint({
  ...managing,
  method: 'GET',
  path: '/parents-evenings/{id}/teachers',
  params: one,
  answer: f.answerOf(z.array(eveningTeacher)),
  errors: ['not_found'],
  summary: 'The teachers of an evening by name, with how many appointments each offers and has.',
});

export const getPlan = endpoint({
  method: 'GET',
  path: '/parents-evenings/{id}/teachers/{teacher_id}',
  auth: 'user',
  needs: { can: 'parents-evening.plan' },
  params: ofTeacher,
  answer: f.answerOf(teacherPlan),
  errors: ['not_found'],
  summary: 'The evening of one teacher: for the teacher, and for those who make evenings.',
});

export const setPresence = endpoint({
  method: 'PUT',
  path: '/parents-evenings/{id}/teachers/{teacher_id}',
  auth: 'user',
  needs: { can: 'parents-evening.arrange' },
  params: ofTeacher,
  body: presenceChange,
  answer: f.answerOf(teacherPlan),
  errors: ['not_found', 'conflict', 'evening_closed'],
  audit: 'parents-evening:audit.presence',
  summary:
    'Says when and where a teacher is there. Appointments that no longer fit are cancelled with a notice, and new ones go to those who wait.',
});

export const listPupils = endpoint({
  method: 'GET',
  path: '/parents-evenings/{id}/teachers/{teacher_id}/pupils',
  auth: 'user',
  needs: { can: 'parents-evening.invite' },
  params: ofTeacher,
  answer: f.answerOf(z.array(invitable)),
  errors: ['not_found'],
  summary: 'The pupils of a teacher by name, whose parents can be invited.',
});

export const invite = endpoint({
  method: 'POST',
  path: '/parents-evenings/{id}/teachers/{teacher_id}/invitations',
  auth: 'user',
  needs: { can: 'parents-evening.invite' },
  params: ofTeacher,
  body: z.strictObject({ child_id: f.id, starts_at: f.time }),
  answer: f.answerOf(teacherBooking),
  errors: ['not_found', 'evening_closed', 'slot_taken', 'slot_clash', 'teacher_booked'],
  audit: 'parents-evening:audit.invite',
  summary:
    'Holds an appointment for the parents of a pupil and invites them; it does not count towards what they may book.',
});

export const listOwn = endpoint({
  method: 'GET',
  path: '/parents-evenings/own',
  auth: 'user',
  needs: { can: 'parents-evening.attend' },
  answer: f.answerOf(z.array(ownEvening)),
  summary: 'The published evenings that the caller comes to, the next one first, those of the last 60 days too.',
});

export const getFamilyPlan = endpoint({
  method: 'GET',
  path: '/parents-evenings/{id}/plan',
  auth: 'user',
  needs: { can: 'parents-evening.view' },
  params: one,
  answer: f.answerOf(familyPlan),
  errors: ['not_found'],
  summary: 'The appointments of the children of the caller, also those that the other parent has booked.',
});

export const getOffers = endpoint({
  method: 'GET',
  path: '/parents-evenings/{id}/children/{child_id}',
  auth: 'user',
  needs: { can: 'parents-evening.view' },
  params: z.object({ id: f.idText, child_id: f.idText }),
  answer: f.answerOf(offers),
  errors: ['not_found'],
  summary: 'The teachers of a child with their free appointments; who has the others is not said.',
});

export const setWishes = endpoint({
  ...asFamily,
  method: 'PUT',
  path: '/parents-evenings/{id}/children/{child_id}/wishes',
  params: z.object({ id: f.idText, child_id: f.idText }),
  body: wishChange,
  answer: f.answerOf(wishList),
  errors: ['not_found', 'conflict', 'evening_closed'],
  audit: 'parents-evening:audit.wish',
  summary: 'Says which teachers of the own child a family wants to meet, best first, and when it can come.',
});

export const book = endpoint({
  ...asFamily,
  method: 'POST',
  path: '/parents-evenings/{id}/bookings',
  params: one,
  body: z.strictObject({ teacher_id: f.id, child_id: f.id, starts_at: f.time }),
  answer: f.answerOf(ownBooking),
  errors: ['not_found', 'evening_closed', 'slot_taken', 'slot_clash', 'slots_full', 'teacher_booked'],
  audit: 'parents-evening:audit.book',
  summary: 'Books an appointment with a teacher of the own child.',
});

export const accept = endpoint({
  method: 'POST',
  path: '/parents-evenings/{id}/bookings/{booking_id}/accept',
  auth: 'user',
  needs: { can: 'parents-evening.accept' },
  params: ofBooking,
  answer: f.answerOf(ownBooking),
  errors: ['not_found', 'evening_closed', 'slot_clash'],
  audit: 'parents-evening:audit.accept',
  summary: 'Accepts an invitation; again changes nothing.',
});

export const move = endpoint({
  method: 'POST',
  path: '/parents-evenings/{id}/bookings/{booking_id}/move',
  auth: 'user',
  needs: { can: 'parents-evening.move' },
  params: ofBooking,
  body: z.strictObject({ starts_at: f.time }),
  answer: null,
  errors: ['not_found', 'evening_closed', 'slot_taken', 'slot_clash'],
  audit: 'parents-evening:audit.move',
  summary: 'Moves an appointment to another one that is free with the same teacher, with a notice.',
});

export const cancelBooking = endpoint({
  method: 'DELETE',
  path: '/parents-evenings/{id}/bookings/{booking_id}',
  auth: 'user',
  needs: { can: 'parents-evening.cancel' },
  params: ofBooking,
  answer: null,
  errors: ['not_found', 'evening_closed'],
  audit: 'parents-evening:audit.cancelBooking',
  summary:
    'Cancels an appointment, or declines an invitation, with a notice; who waits first and can come gets it. Again changes nothing.',
});

export const wait = endpoint({
  ...asFamily,
  method: 'PUT',
  path: '/parents-evenings/{id}/children/{child_id}/waiting/{teacher_id}',
  params: z.object({ id: f.idText, child_id: f.idText, teacher_id: f.idText }),
  answer: null,
  errors: ['not_found', 'evening_closed', 'slots_free', 'slots_full', 'teacher_booked'],
  audit: 'parents-evening:audit.wait',
  summary: 'Waits for an appointment: the first that becomes free and fits is booked, with a notice.',
});

export const stopWaiting = endpoint({
  method: 'DELETE',
  path: '/parents-evenings/{id}/children/{child_id}/waiting/{teacher_id}',
  auth: 'user',
  needs: { can: 'parents-evening.view' },
  params: z.object({ id: f.idText, child_id: f.idText, teacher_id: f.idText }),
  answer: null,
  errors: ['not_found'],
  audit: 'parents-evening:audit.stopWaiting',
  summary: 'Waits no longer; again changes nothing.',
});
