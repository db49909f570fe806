import type { FullSchool } from './full-school.ts';
import { PASSWORD } from './people.ts';

/** One input that an endpoint takes as it is, apart from the state of what it names. */
export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

const RANGE = { begins_at: '2026-11-16', ends_at: '2026-11-20' };

/**
 * A good input of every endpoint, to be broken field by field. Uploads are named by a uuid that nobody has, so that
 * what changes something changes nothing.
 */
export function samplesOf({ school, people, grade, file }: FullSchool): Record<string, Sample> {
  const nobody = { uuid: '00000000-0000-4000-8000-00000000000f' };
  const id = String(school.id);
  return {
    'auth.confirmPasswordReset': {
      body: { token: 'a-link-that-nobody-was-given', password: PASSWORD, password_confirmation: PASSWORD },
    },
    'auth.login': {
      body: { slink: school.slink, username: 'nobody', password: PASSWORD, stayLoggedIn: false, is_native: true },
    },
    'auth.refresh': { query: { is_native: 'true' }, body: { uuid: people.student.uuid, refresh_token: 'unknown' } },
    'auth.logout': { body: { device_token: null } },
    'auth.logoutAll': {},
    'subscriptions.list': {},
    'subscriptions.create': { body: { user_id: people.student.id, name: 'Phone', language: 'de' } },
    'subscriptions.remove': { params: nobody },
    'subscriptions.read': { params: { secret: 'an-address-that-nobody-was-given' } },
    'files.get': {
      params: { uuid: file.uuid, name: file.name },
      query: { audience: 'public', expires: '1795000000', signature: 'x' },
    },
    'monitor.getSingle': {
      query: { token: `${school.uuid}-sub`, substitution_date: '2026-11-18', new_version: '1' },
    },
    'news.feed': { params: { id: 'self' }, query: { page: '1' } },
    'news.getPublic': { params: { slink: school.slink }, query: { limit: '5' } },
    'schools.find': { query: { keyword: 'ams' } },
    'schools.get': { params: { slink: school.slink } },
    'schools.getPublicAccess': { params: { id } },
    'schools.updatePublicAccess': {
      params: { id },
      body: { monitor: true, timetable: true, news: true, teacher_names: 'none', absent_teachers: false },
    },
    'timetable.get': { params: { entity: 'users', id: String(people.student.id) }, query: RANGE },
    'timetable.getPublic': { params: { slink: school.slink, entity: 'grades', id: String(grade) }, query: RANGE },
    'timetable.search': { query: { keyword: '10', entity: 'grades' } },
    'timetable-import.sources': { query: { search: 'asc' } },
    'timetable-import.create': {
      body: { source: 'csv', school_year: '2026 / 2027', grid: '', anchor: '2026-08-03', do_not_print: 'true' },
    },
    'timetable-import.get': { params: nobody },
    'timetable-import.status': {},
    'timetable-import.list': { params: { id }, query: { page: '1' } },
    'timetable-import.publish': { params: nobody, body: { replace: false } },
    'timetable-import.discard': { params: nobody },
    'timetable-import.undo': { params: nobody },
    'users.getSelf': {},
    'users.updateGrade': { params: { id: '999999999' }, body: { grade_id: grade, begins_at: '2026-11-18' } },
  };
}
