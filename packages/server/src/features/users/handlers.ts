import {
  deletionRulesOf,
  footerMenuOf,
  hasChannels,
  hasContentModeration,
  hasProductQuestion,
  hasReactions,
  levelOf,
  menuTypeOf,
  newsChannelTypesOf,
  productsFor,
} from '@kreide/core/features/schools';
import { SEXES, surveyProperty, surveyToAsk, usersApi } from '@kreide/core/features/users';
import { isLanguage, toLocal } from '@kreide/core/kernel';
import { implement } from '../../kernel/http/implement.ts';
import { dutyOf, getSchool, offersOf, schoolPermissionsOf, toSchool } from '../schools/index.ts';
import { hasGrade, listYears, setGrade } from '../structure/index.ts';
import { changesHandlers } from './changes/handlers.ts';
import type { ChangeTask } from './changes/task.ts';
import { familyHandlers } from './family.ts';
import { movingHandlers } from './moving.ts';
import { type PeopleParts, peopleHandlers } from './people.ts';
import { requireSelf } from './person.ts';
import { childrenOf, getUser, lockUser, setProperties } from './queries.ts';
import { rolesHandlers } from './roles.ts';
import { toRoleName, toType } from './shown.ts';
import { viewsHandlers } from './views.ts';

/** `YYYY-MM` of a date. */
const MONTH = 7;

export function usersHandlers(parts: PeopleParts, changeMany: ChangeTask) {
  const { planChanged, products, tracking, uploadsAnywhere, hasDuePolicy } = parts;
  return implement(usersApi, {
    ...familyHandlers(parts),
    ...peopleHandlers(parts),
    ...movingHandlers(parts),
    ...rolesHandlers(parts),
    ...viewsHandlers(),
    ...changesHandlers(changeMany),

    async getSelf({ actor, db, now, t, fail }) {
      const today = toLocal(now, actor.time_zone).date;
      const user = await getUser(db, actor.school_id, actor.user_id, today);
      if (!user) return fail('session_expired');
      const row = await getSchool(db, actor.school_id);
      const school = toSchool(row);
      const type = toType(user.type);
      const permissions = schoolPermissionsOf(row);
      const duty = dutyOf({ role: actor.role, is_tfa_enabled: user.is_tfa_enabled }, row, now);
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
          phone: user.phone,
          sex: SEXES.find((sex) => sex === user.sex) ?? null,
          is_trackable: user.is_trackable,
          is_tracked: tracking !== null && user.is_trackable,
          expire_at: user.expire_at,
          reads_only: actor.reads_only,
          type,
          primary_role: {
            name: actor.role,
            translated_description: toRoleName({ key: actor.role, name: user.roles[0]?.name ?? null }, t),
          },
          roles: user.roles.map((role) => ({ id: role.id, name: toRoleName(role, t) })),
          permissions: [...actor.permissions],
          is_admin: actor.role === 'ADMIN',
          locale: isLanguage(user.locale) ? user.locale : null,
          grade_id: user.grade_id,
          teacher_id: user.teacher_id,
          shortcut: user.shortcut,
          school_id: actor.school_id,
          school: {
            ...shown,
            state: row.state,
            ends_at: row.ends_at,
            level: levelOf(row.type),
            purpose: row.purpose,
            permissions,
            timetable: {
              schoolyears: years.map(({ id, name, begins_at, ends_at }) => ({
                id,
                name,
                begins_at,
                ends_at,
                classbook: { id },
              })),
              active_schoolyear_id: row.active_school_year_id,
            },
            properties: {
              basic_admin_content_moderation: hasContentModeration(row.properties),
              menu_type: menuTypeOf(row.properties),
              channels: hasChannels(row.properties),
              reactions: hasReactions(row.properties),
              'users.deletion_request.enabled': deletionRulesOf(row.properties).enabled,
            },
            meta: { footer_menu: footerMenuOf(row.meta), news_channel_types: newsChannelTypesOf(row.meta) },
          },
          products: [
            ...productsFor(products, { type, school: { slink: row.slink, purpose: row.purpose, permissions } }),
          ],
          can_upload: await uploadsAnywhere(db, actor, now),
          has_due_policy: await hasDuePolicy(db, actor, type),
          has_partner_offers: offersOf(parts, row, type).length > 0,
          childs: childs.map((child) => ({
            ...child,
            displayname: `${child.firstname} ${child.lastname}`,
            has_timetable: child.grade_id !== null,
          })),
          has_timetable:
            user.grade_id !== null || user.teacher_id !== null || childs.some((child) => child.grade_id !== null),
          properties: user.properties,
          asked_survey: surveyToAsk({ ...user, type }, hasProductQuestion(row.properties), now),
          tfa_mode: user.tfa_mode,
          is_tfa_enabled: user.is_tfa_enabled,
          second_step: duty === 'none' ? null : { is_due: duty === 'due', from: row.second_step_from },
        },
      };
    },

    async updateGrade({ params, body, actor, db, now, write, record, afterCommit, fail }) {
      const today = toLocal(now, actor.time_zone).date;
      const user = await getUser(db, actor.school_id, params.id, today);
      if (!user) return fail('not_found');
      if (body.grade_id !== null && !(await hasGrade(db, actor.school_id, body.grade_id))) return fail('not_found');
      const trx = await write();
      await lockUser(trx, actor.school_id, user.id);
      await setGrade(trx, actor.school_id, user.id, body.grade_id, body.begins_at ?? today);
      record({
        entity: 'users',
        id: user.id,
        before: { grade_id: user.grade_id },
        after: { grade_id: body.grade_id, begins_at: body.begins_at ?? today },
      });
      afterCommit(() => planChanged(actor.school_id));
      const changed = await getUser(trx, actor.school_id, user.id, today);
      return { data: { id: user.id, grade_id: changed?.grade_id ?? null } };
    },

    async updateProperties({ params, body, actor, db, now, write, fail }) {
      const { school_id, user_id } = await requireSelf({ params, actor, db, fail });
      const isAnswer = body[surveyProperty('satisfaction', 'result')] !== undefined;
      const month = toLocal(now, actor.time_zone).date.slice(0, MONTH);
      const added = isAnswer ? { [surveyProperty('satisfaction', 'month')]: month } : {};
      return { data: await setProperties(await write(), school_id, user_id, { ...body, ...added }) };
    },
  });
}
