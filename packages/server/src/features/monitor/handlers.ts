import { type MonitorPlan, monitorApi, parseMonitorToken } from '@kreide/core/features/monitor';
import { toLocal } from '@kreide/core/kernel';
import { implement } from '../../kernel/implement.ts';
import { type NewsParts, readPublicNews } from '../news/index.ts';
import { findSchoolByUuid } from '../schools/index.ts';
import type { Audience, PlanStore } from '../timetable/index.ts';
import { absentTeachers, groupByGrade, holidayOn, lastLessonEnd, nextSchoolDate } from './plan.ts';

/** News beside the plan. */
const NEWS_LIMIT = 8;

export function monitorHandlers({ plans, news }: { plans: PlanStore; news: NewsParts }) {
  return implement(monitorApi, {
    async getSingle({ query, db, now, fail }) {
      const token = query.token ? parseMonitorToken(query.token) : null;
      const school = token ? await findSchoolByUuid(db, token.school_uuid) : null;
      if (!token || !school?.public_monitor || school.is_locked) return fail('not_found');
      const date = query.substitution_date ?? toLocal(now, school.time_zone).date;
      const snapshot = await plans.snapshotAt(school.id, date);
      const audience: Audience = { kind: 'public', teacher_names: school.public_teacher_names };
      const shown = school.public_absent_teachers && school.public_teacher_names !== 'none';
      // The address of a monitor can be guessed from public data: it must not reveal unpublished news either.
      const mode = school.public_news ? token.mode : 'sub';
      const data: MonitorPlan = {
        mode,
        school: {
          name: school.name,
          slink: school.slink,
          time_zone: school.time_zone,
          locale: school.locale,
          color: school.color,
          app_branding: school.app_branding,
        },
        substitution_date: date,
        next_school_date: snapshot ? nextSchoolDate(snapshot, date) : null,
        last_lesson_ends_at: snapshot ? lastLessonEnd(snapshot, date) : null,
        holiday: snapshot ? holidayOn(snapshot, date) : null,
        times: snapshot?.times ?? [],
        substitutions: snapshot ? groupByGrade(snapshot, date, audience) : [],
        absent_teachers: shown && snapshot ? absentTeachers(snapshot, date, audience) : null,
        news: mode === 'news-split' ? await readPublicNews(db, school, NEWS_LIMIT, now, news) : [],
        last_updated_at: snapshot?.last_updated_at ?? null,
      };
      return { data };
    },
  });
}
