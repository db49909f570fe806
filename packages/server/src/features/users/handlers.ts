import { type Self, usersApi } from '@kreide/core/features/users';
import { isLanguage, toLocal, USER_TYPES } from '@kreide/core/kernel';
import { implement } from '../../kernel/implement.ts';
import { getSchool, toSchool } from '../schools/index.ts';
import { hasGrade, listYears, setGrade } from '../structure/index.ts';
import { childrenOf, getUser, lockUser } from './queries.ts';

/** `planChanged` is called after somebody's plan changed. */
export function usersHandlers({ planChanged }: { planChanged: (schoolId: number) => void }) {
  return implement(usersApi, {
    async getSelf({ actor, db, now, t, fail }) {
      const today = toLocal(now, actor.time_zone).date;
      const user = await getUser(db, actor.school_id, actor.user_id, today);
      if (!user) return fail('session_expired');
      const row = await getSchool(db, actor.school_id);
      const school = toSchool(row);
      const years = await listYears(db, actor.school_id);
      const childs = actor.type === 'PARENT' ? await childrenOf(db, actor.school_id, actor.user_id, today) : [];
      const { city: _, is_locked: __, ...shown } = school;
      return {
        data: {
          id: user.id,
          uuid: user.uuid,
          username: user.username,
          firstname: user.firstname,
          lastname: user.lastname,
          displayname: `${user.firstname} ${user.lastname}`,
          email: user.email,
          type: (USER_TYPES as readonly string[]).includes(user.type) ? (user.type as Self['type']) : 'EMPLOYEE',
          primary_role: { name: actor.role, translated_description: t(`kernel:roles.${actor.role}`) },
          permissions: [...actor.permissions],
          is_admin: actor.role === 'ADMIN',
          locale: isLanguage(user.locale) ? user.locale : null,
          grade_id: user.grade_id,
          teacher_id: user.teacher_id,
          shortcut: user.shortcut,
          school_id: actor.school_id,
          school: {
            ...shown,
            timetable: {
              schoolyears: years.map(({ id, name, begins_at, ends_at }) => ({ id, name, begins_at, ends_at })),
              active_schoolyear_id: row.active_school_year_id,
            },
          },
          childs: childs.map((child) => ({
            ...child,
            displayname: `${child.firstname} ${child.lastname}`,
            has_timetable: child.grade_id !== null,
          })),
          has_timetable:
            user.grade_id !== null || user.teacher_id !== null || childs.some((child) => child.grade_id !== null),
        },
      };
    },

    async updateGrade({ params, body, actor, db, now, write, afterCommit, fail }) {
      const today = toLocal(now, actor.time_zone).date;
      const user = await getUser(db, actor.school_id, params.id, today);
      if (!user) return fail('not_found');
      if (body.grade_id !== null && !(await hasGrade(db, actor.school_id, body.grade_id))) return fail('not_found');
      const trx = await write();
      await lockUser(trx, actor.school_id, user.id);
      await setGrade(trx, actor.school_id, user.id, body.grade_id, body.begins_at ?? today);
      afterCommit(() => planChanged(actor.school_id));
      const changed = await getUser(trx, actor.school_id, user.id, today);
      return { data: { id: user.id, grade_id: changed?.grade_id ?? null } };
    },
  });
}
