import { type MonitorPlan, monitorApi, parseMonitorToken } from '@kreide/core/features/monitor';
import { isOpenState } from '@kreide/core/features/schools';
import { toLocal } from '@kreide/core/kernel';
import { implement } from '../../kernel/http/implement.ts';
import { refuseUnknown } from '../auth/index.ts';
import { listPublicExams } from '../exams/index.ts';
import { type NewsParts, readPublicNews } from '../news/index.ts';
import { getSchool } from '../schools/index.ts';
import { type PlanStore, publicRange, toPublicAudience } from '../timetable/index.ts';
import { notesOn } from './notes.ts';
import { absentTeachers, groupByGrade, holidayOn, lastLessonEnd, nextSchoolDate } from './plan.ts';
import { findBySecret, findMessage, noteCall } from './queries.ts';
import { screenHandlers } from './screens.ts';

/** News beside the plan. */
const NEWS_LIMIT = 8;

export interface MonitorParts {
  plans: PlanStore;
  news: NewsParts;
  pseudonymKey: Uint8Array;
}

export function monitorHandlers({ plans, news, pseudonymKey }: MonitorParts) {
  return implement(monitorApi, {
    ...screenHandlers(news),

    async getSingle({ query, request, db, now, fail }) {
      const token = query.token ? parseMonitorToken(query.token) : null;
      const screen = token ? await findBySecret(db, token.secret) : undefined;
      if (!token || !screen) return refuseUnknown(db, request.network, now);
      await noteCall(db, screen, now);
      const school = await getSchool(db, screen.school_id);
      if (!school.public_monitor || school.is_locked || !isOpenState(school.state)) return fail('not_found');
      const today = toLocal(now, school.time_zone).date;
      const date = query.substitution_date ?? today;
      const days = await publicRange(plans, school.id, today);
      const snapshot = await plans.snapshotAt(school.id, date);
      // The news are released by a switch of their own.
      const mode = school.public_news ? token.mode : 'sub';
      const audience = toPublicAudience(school, days, { key: pseudonymKey, scope: `monitor ${date} ${mode}` });
      const isReleased = date >= days.begins_at && date <= days.ends_at;
      const shown = isReleased ? snapshot : undefined;
      const isTellingAbsent = school.public_absent_teachers && school.public_teacher_names === 'shortcut';
      const notes = shown && school.public_notes ? await notesOn(db, shown, date, audience) : null;
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
        message: isReleased ? await findMessage(db, school.id, date) : null,
        substitutions: shown ? groupByGrade(shown, date, audience, notes) : [],
        absent_teachers: isTellingAbsent && shown ? absentTeachers(shown, date, audience) : null,
        exams: isReleased ? await listPublicExams(db, school.id, date) : [],
        news: mode === 'news-split' ? await readPublicNews(db, school, NEWS_LIMIT, now, news) : [],
        last_updated_at: snapshot?.last_updated_at ?? null,
        answered_at: now.toISOString(),
      };
      return { data };
    },
  });
}
