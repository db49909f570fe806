import { parentsEveningApi as api } from '@kreide/core/features/parents-evening';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const eveningsQuery = () => queryOf(api.list, {});
export const teachersQuery = (id: number) => queryOf(api.listTeachers, { params: { id: `${id}` } });
export const planQuery = (id: string, teacher: string) => queryOf(api.getPlan, { params: { id, teacher_id: teacher } });
export const pupilsQuery = (id: string, teacher: string) =>
  queryOf(api.listPupils, { params: { id, teacher_id: teacher } });
export const ownEveningsQuery = () => queryOf(api.listOwn, {});
export const familyPlanQuery = (id: string) => queryOf(api.getFamilyPlan, { params: { id } });
export const offersQuery = (id: string, child: number) =>
  queryOf(api.getOffers, { params: { id, child_id: `${child}` } });

const desk = { messages: false, touches: [api.list, api.listTeachers, api.getPlan, api.listOwn] };
export const createEvening = mutationOf(api.create, desk);
export const updateEvening = mutationOf(api.update, desk);
export const publishEvening = mutationOf(api.publish, desk);
export const cancelEvening = mutationOf(api.cancel, desk);
export const removeEvening = mutationOf(api.remove, desk);
export const setPresence = mutationOf(api.setPresence, desk);
export const inviteParents = mutationOf(api.invite, desk);

export const allocationQuery = (id: number) => queryOf(api.getAllocation, { params: { id: `${id}` } });
export const allocateWishes = mutationOf(api.allocate, {
  ...desk,
  touches: [...desk.touches, api.getOffers, api.getFamilyPlan],
});

const booking = {
  messages: false,
  touches: [api.getOffers, api.getFamilyPlan, api.getPlan, api.listTeachers, api.list],
};
export const setWishes = mutationOf(api.setWishes, { messages: false, touches: [api.getOffers, api.list] });
export const bookSlot = mutationOf(api.book, booking);
export const acceptInvitation = mutationOf(api.accept, booking);
export const moveBooking = mutationOf(api.move, booking);
export const cancelBooking = mutationOf(api.cancelBooking, booking);
export const waitForSlot = mutationOf(api.wait, booking);
export const stopWaiting = mutationOf(api.stopWaiting, booking);
