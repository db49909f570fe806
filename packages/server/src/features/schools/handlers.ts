import { type PublicAccess, type School, schoolsApi } from '@kreide/core/features/schools';
import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import { implement } from '../../kernel/implement.ts';
import { findSchoolBySlink, findSchools, getSchool, type SchoolRow, updatePublicAccess } from './queries.ts';

/** The public data of a school. */
export function toSchool(row: SchoolRow): School {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    city: row.city,
    slink: row.slink,
    app_branding: row.app_branding,
    color: row.color,
    locale: isLanguage(row.locale) ? row.locale : DEFAULT_LANGUAGE,
    time_zone: row.time_zone,
    is_beta: row.is_beta,
    is_locked: row.is_locked,
  };
}

function toPublicAccess(row: SchoolRow, appUrl: string) {
  const link = (mode: 'sub' | 'news-split') => `${appUrl}/monitor/view?token=${row.uuid}-${mode}`;
  return {
    monitor: row.public_monitor,
    timetable: row.public_timetable,
    news: row.public_news,
    teacher_names: row.public_teacher_names as PublicAccess['teacher_names'],
    absent_teachers: row.public_absent_teachers,
    monitor_links: { sub: link('sub'), news_split: link('news-split') },
  };
}

/** `changed` is called after a school's settings changed, so that cached public answers are dropped. */
export function schoolsHandlers({ appUrl, changed }: { appUrl: () => string; changed: (schoolId: number) => void }) {
  return implement(schoolsApi, {
    async find({ query, db }) {
      return { data: await findSchools(db, query.keyword) };
    },

    async get({ params, db, fail }) {
      const school = await findSchoolBySlink(db, params.slink);
      return school ? { data: toSchool(school) } : fail('not_found');
    },

    async getPublicAccess({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: toPublicAccess(await getSchool(db, actor.school_id), appUrl()) };
    },

    async updatePublicAccess({ params, actor, body, write, afterCommit, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const db = await write();
      await updatePublicAccess(db, actor.school_id, body);
      afterCommit(() => changed(actor.school_id));
      return { data: toPublicAccess(await getSchool(db, actor.school_id), appUrl()) };
    },
  });
}
