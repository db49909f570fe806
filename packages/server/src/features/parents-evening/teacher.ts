import { type parentsEveningApi, presenceProblems, teacherAbilitiesOf } from '@kreide/core/features/parents-evening';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { gradesOf } from '../structure/index.ts';
import { listParentsOf, listPersons, listPupilsAmong } from '../users/index.ts';
import { type Call, countMade, openEvening, openTeacher } from './opened.ts';
import { cancelMisfits, place, serveWaiting } from './placing.ts';
import { listBookings } from './queries/bookings.ts';
import { savePresence, type TeacherRow } from './queries/evenings.ts';
import { toPlan, toTeacherBooking } from './shown.ts';
import { pupilsOfTeacher, todayOf } from './teaching.ts';
import { type EveningParts, tellOf } from './telling.ts';

const toRecord = ({ name, room, begins_at, ends_at, is_absent, is_online, breaks }: TeacherRow) => ({
  teacher: name,
  room,
  time_begins_at: begins_at,
  time_ends_at: ends_at,
  is_absent,
  is_online,
  breaks: breaks.map((one) => `${one.begins_at}–${one.ends_at}`).join(', '),
});

type Api = Handlers<typeof parentsEveningApi>;

/** The evening of one teacher: for the teacher, and for those who make evenings. */
export function teacherHandlers({
  tellOfEvenings: tell,
}: EveningParts): Pick<Api, 'getPlan' | 'setPresence' | 'listPupils' | 'invite'> {
  async function opened(
    db: Parameters<typeof openEvening>[0],
    call: Call & { params: { id: number; teacher_id: number } },
    ability: 'plan' | 'arrange' | 'invite',
    lock = false,
  ) {
    const evening = await openEvening(db, call, call.params.id, lock ? 'share' : undefined);
    const own = await openTeacher(db, call, evening.key, call.params.teacher_id, lock);
    const can = teacherAbilitiesOf(call.actor, own, evening.phase);
    if (!isAllowed(can, 'plan')) throw new ApiError({ code: 'forbidden' });
    return { evening, isAllowed: isAllowed(can, ability), ...own };
  }

  return {
    async getPlan(call) {
      const { evening, ...own } = await opened(call.db, call, 'plan');
      return { data: await toPlan(call.db, evening, call, own) };
    },

    async setPresence(call) {
      const { params, body, now, t, write, record, fail } = call;
      await opened(call.db, call, 'arrange');
      await countMade(call.db, call);
      const trx = await write();
      const { evening, teacher: before, ...own } = await opened(trx, call, 'arrange', true);
      if (!own.isAllowed) return fail('evening_closed');
      if (before.updated_at !== body.updated_at) return fail('conflict');
      const { updated_at: _, ...input } = body;
      refuseIssues(
        presenceProblems(input).map(({ field, rule }) => ({
          path: `body.${field}`,
          rule,
          params: {},
          message: t(`parents-evening:rules.${rule}`),
        })),
      );
      await savePresence(trx, evening.key, params.teacher_id, input, now);
      const { teacher } = await openTeacher(trx, call, evening.key, params.teacher_id);
      record({
        entity: 'parents_evening_teachers',
        id: params.teacher_id,
        before: toRecord(before),
        after: toRecord(teacher),
      });
      await cancelMisfits(trx, call, evening, [teacher], tell);
      await serveWaiting(trx, call, evening, teacher, tell);
      const after = await openTeacher(trx, call, evening.key, params.teacher_id);
      return { data: await toPlan(trx, evening, call, after) };
    },

    async listPupils(call) {
      const { actor, params, db, now } = call;
      await opened(db, call, 'invite');
      const today = todayOf(actor, now);
      const ids = await pupilsOfTeacher(db, actor.school_id, params.teacher_id, today);
      const pupils = await listPupilsAmong(db, actor.school_id, ids, today);
      const withParents = new Set((await listParentsOf(db, actor.school_id, ids)).map(({ user_id }) => user_id));
      const grades = new Map((await gradesOf(db, actor.school_id).execute()).map((one) => [one.id, one.shortcut]));
      return {
        data: pupils.map(({ id, firstname, lastname, grade_id }) => {
          const grade = grades.get(grade_id ?? 0) ?? null;
          return { id, firstname, lastname, grade, has_parents: withParents.has(id) };
        }),
      };
    },

    async invite(call) {
      const { actor, params, body, now, write, record, fail } = call;
      const { evening: known } = await opened(call.db, call, 'invite');
      const { school_id } = known.key;
      const today = todayOf(actor, now);
      if ((await listPersons(call.db, school_id, [body.child_id])).length === 0) return fail('not_found');
      const pupils = await pupilsOfTeacher(call.db, school_id, params.teacher_id, today);
      if (!pupils.includes(body.child_id)) throw new ApiError({ code: 'forbidden' });
      await countMade(call.db, call);
      const trx = await write();
      const { evening, teacher, is_own, isAllowed: isInviting } = await opened(trx, call, 'invite', true);
      if (!isInviting) return fail('evening_closed');
      const family = { parent_id: null, children: [body.child_id] };
      const id = await place(trx, call, evening, { teacher, ...body, family, is_invited: true });
      const bookings = await listBookings(trx, evening.key, { booking_id: id }, today);
      const [booking] = bookings;
      if (!booking) return fail('not_found');
      record({ entity: 'parents_evening_bookings', id, after: { teacher: teacher.name, starts_at: body.starts_at } });
      const what = { school_id, evening: evening.evening, teachers: [teacher], by: actor.user_id };
      await tellOf(trx, tell, { ...what, about: 'invited', bookings }, now);
      return { data: toTeacherBooking(booking, evening, call, is_own) };
    },
  };
}
