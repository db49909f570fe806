import type { registrationApi } from '@kreide/core/features/registration';
import { ApiError, toLocal } from '@kreide/core/kernel';
import type { Handlers } from '../../kernel/http/implement.ts';
import { claimTeacher, gradesOf, listFreeTeachers, listInUse, setGrade } from '../structure/index.ts';
import { isParentOf, listRegistering, lockUser, rememberCheckedChild, requireSelf } from '../users/index.ts';
import { keyStateOf, openKey } from './opened-key.ts';
import { setTeaching, useKey } from './queries.ts';
import { listChoices, openChild, toFoundChild } from './registering.ts';

export type OwnHandlers = Pick<
  Handlers<typeof registrationApi>,
  'checkChildCode' | 'updateTeaching' | 'updateShortcut'
>;

/** What people with an account do with what registering asks too. */
export function ownHandlers(parts: { secret: string; planChanged: (schoolId: number) => void }): OwnHandlers {
  return {
    async checkChildCode({ params, body, actor, db, now, request, write, record, afterCommit, fail }) {
      const parent = await requireSelf({ params, actor, db, fail });
      if (actor.type !== 'PARENT') return fail('forbidden');
      const key = await openKey({ db, secret: parts.secret, network: request.network, now }, body.code);
      if (key.kind !== 'child' || key.school_id !== parent.school_id) return fail('unknown_activation_code');
      const state = keyStateOf(key, now);
      const { school_id, user_id } = key;
      const today = toLocal(now, actor.time_zone).date;
      const [child] = await listRegistering(db, school_id, [user_id], today);
      // A parent who left before the end comes back with the same code.
      const isOwn = state === 'used' && key.used_by === parent.user_id;
      const isBack = isOwn && (child?.grade_id === null || !(await isParentOf(db, school_id, parent.user_id, user_id)));
      if (state !== 'open' && !isBack) throw new ApiError({ code: `code_${state}` });
      if (!body.child) return { data: { child: null, grades: [] } };
      await openChild(db, key, body.child, now);
      const grades = child?.grade_id === null ? await listInUse(gradesOf(db, school_id)) : [];
      if (body.grade_id !== undefined && !grades.some(({ id }) => id === body.grade_id)) return fail('not_found');
      const trx = await write();
      if (!isBack && !(await useKey(trx, key, parent.user_id, now))) return fail('code_used');
      await rememberCheckedChild(trx, school_id, { parent_id: parent.user_id, user_id }, now);
      if (body.grade_id !== undefined) {
        await lockUser(trx, school_id, user_id);
        await setGrade(trx, school_id, user_id, body.grade_id, today);
        afterCommit(() => parts.planChanged(school_id));
      }
      record({ entity: 'users', id: user_id, after: { parent_id: parent.user_id, grade_id: body.grade_id ?? null } });
      const isOpen = body.grade_id === undefined;
      return {
        data: {
          child: await toFoundChild(trx, key, now),
          grades: isOpen ? grades.map(({ id, shortcut, name }) => ({ id, shortcut, name })) : [],
        },
      };
    },

    async updateTeaching({ params, body, actor, db, now, write, record, fail }) {
      const user = await requireSelf({ params, actor, db, fail });
      if (actor.type !== 'TEACHER') return fail('forbidden');
      const { grades, subjects } = await listChoices(db, user.school_id);
      const has = (units: readonly { id: number }[], ids: readonly number[]) =>
        ids.every((id) => units.some((unit) => unit.id === id));
      if (!has(grades, body.grade_ids) || !has(subjects, body.subject_ids)) return fail('not_found');
      await setTeaching(await write(), user, body, now);
      record({ entity: 'users', id: user.user_id, after: { grades: body.grade_ids, subjects: body.subject_ids } });
      return { data: body };
    },

    async updateShortcut({ params, body, actor, db, write, record, afterCommit, fail }) {
      const { school_id, user_id } = await requireSelf({ params, actor, db, fail });
      if (actor.type !== 'TEACHER') return fail('forbidden');
      const free = await listFreeTeachers(db, school_id);
      if (!free.some(({ id }) => id === body.teacher_id)) return fail('not_found');
      if (!(await claimTeacher(await write(), school_id, body.teacher_id, user_id))) return fail('teacher_taken');
      record({ entity: 'teachers', id: body.teacher_id, after: { user_id } });
      afterCommit(() => parts.planChanged(school_id));
      return { data: body };
    },
  };
}
