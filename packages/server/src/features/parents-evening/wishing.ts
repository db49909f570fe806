import { familyAbilitiesOf, type parentsEveningApi, wishProblems } from '@kreide/core/features/parents-evening';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { openChild } from './family.ts';
import { openEvening } from './opened.ts';
import { listEveningTeachers } from './queries/evenings.ts';
import { listWishes, replaceWishes, saveWishList } from './queries/wishes.ts';
import { teachersOfChildren, todayOf } from './teaching.ts';

type Api = Handlers<typeof parentsEveningApi>;

/** What families wish for before the appointments are allocated. */
export const wishingHandlers: Pick<Api, 'setWishes'> = {
  async setWishes(call) {
    const { actor, params, body, now, t, write, record, fail } = call;
    const { key, evening } = await openEvening(call.db, call, params.id);
    await openChild(call.db, call, params.child_id);
    const { teacher_ids, begins_at, ends_at } = body;
    const teachers = await listEveningTeachers(call.db, key, teacher_ids);
    if (teachers.length < new Set(teacher_ids).size) return fail('not_found');
    const taught = await teachersOfChildren(call.db, key.school_id, [params.child_id], todayOf(actor, now));
    if (teacher_ids.some((id) => !taught.has(`${params.child_id} ${id}`))) throw new ApiError({ code: 'forbidden' });
    refuseIssues(
      wishProblems(body, evening).map(({ field, rule }) => ({
        path: `body.${field}`,
        rule,
        params: {},
        message: t(`parents-evening:rules.${rule}`),
      })),
    );
    const trx = await write();
    const opened = await openEvening(trx, call, params.id, 'share');
    const can = familyAbilitiesOf(actor, { is_child: true }, opened.phase);
    if (!isAllowed(can, 'wish')) return fail('evening_closed');
    const { child_id } = params;
    const saved = await saveWishList(trx, key, { child_id, begins_at, ends_at }, body.updated_at, now);
    if (!saved) return fail('conflict');
    // Who wished for a teacher before goes there; what is new is the wish of whoever writes it.
    const before = await listWishes(trx, key, [child_id]);
    const parentOf = new Map(before.map((one) => [one.teacher_id, one.parent_id]));
    const wishes = teacher_ids.map((teacher_id, place) => ({
      teacher_id,
      parent_id: parentOf.get(teacher_id) ?? actor.user_id,
      rank: place + 1,
    }));
    await replaceWishes(trx, key, child_id, wishes);
    const nameOf = (id: number) => teachers.find(({ teacher_id }) => teacher_id === id)?.name ?? '';
    record({
      entity: 'parents_evening_wishes',
      id: child_id,
      after: { teachers: teacher_ids.map(nameOf).join(', '), time_begins_at: begins_at, time_ends_at: ends_at },
    });
    return { data: { teacher_ids, begins_at, ends_at, updated_at: saved.updated_at } };
  },
};
