import { randomUUID } from 'node:crypto';
import { PUSH_KINDS, type PushKind } from '@kreide/core/features/notifications';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../packages/server/src/features/auth/failures.ts';
import { withAbsences } from '../support/absence-books.ts';
import { november } from '../support/absences.ts';
import { buildAppointment, buildEvening } from '../support/evenings.ts';
import { buildExam, subjectOf } from '../support/exams.ts';
import { signIn } from '../support/people.ts';
import { TEST_NOW } from '../support/server.ts';

const book = withAbsences();
const { ids, tokens, db } = book;
let evening: { id: number };
let teacher_id: number;
let appointment: number;
let subject_id: number;
let exam: Awaited<ReturnType<typeof buildExam>>;

/** What holds back who tells others of this; a kind that has none needs no more than a reason. */
const BRAKES: Readonly<Record<PushKind, readonly (keyof typeof LIMITS)[] | string>> = {
  lesson: ['publication'],
  account:
    'what happens to one’s own account, asks of administrators (`help`) and answers of planners, one to each report',
  test: 'one’s own device',
  admin: ['push', 'help'],
  news: ['news'],
  event: ['event'],
  reminder: 'one’s own choice, about dates that their authors have made within `event`',
  absence: ['note', 'contact'],
  returned: ['returned'],
  mention: ['edit'],
  choice: 'a choice tells of itself once, and once of its places',
  upload: 'one call for a channel until it has come',
  exam: ['exam'],
  evening: ['appointment', 'contact'],
};

const call = (who: string, method: string, path: string, body?: object) =>
  book.server.request(method, `/v1${path}`, {
    token: tokens[who],
    body,
    headers: { 'idempotency-key': randomUUID() },
  });

beforeAll(async () => {
  const of = { school_id: book.school.id };
  const { rows } = await book.server.test.database.pool.query('select id from teachers where user_id = $1', [
    ids.teacher,
  ]);
  teacher_id = rows[0].id;
  subject_id = await subjectOf(db(), book.school.id, 'MA');
  const { yearId, gradeId: grade_id } = book.school;
  exam = await buildExam(db(), { ...of, yearId, grade_id, subject_id });
  evening = await buildEvening(db(), { ...of, teachers: [teacher_id] });
  const whose = { evening_id: evening.id, teacher_id, child_id: ids.ada as number, parent_id: ids.parent as number };
  appointment = await buildAppointment(db(), { ...of, ...whose });
});
beforeEach(async () => {
  book.server.clock.set(new Date(TEST_NOW));
  for (const who of ['parent', 'teacher', 'admin']) tokens[who] = await signIn(book.server, 'amsel', who);
});

interface Door {
  method: string;
  path: () => string;
  body?: () => object;
}
interface Told extends Door {
  who: string;
  free: number;
  /** What counts together with it. */
  others?: readonly Door[];
}
const absences = () => `/classbooks/${book.school.yearId}/absences`;
const DOORS: Readonly<Record<string, Told>> = {
  'appointments that a parent moves, makes and cancels': {
    who: 'parent',
    free: LIMITS.appointment.free,
    method: 'POST',
    path: () => `/parents-evenings/${evening.id}/bookings/${appointment}/move`,
    body: () => ({ starts_at: '16:00' }),
    others: [
      {
        method: 'POST',
        path: () => `/parents-evenings/${evening.id}/bookings`,
        body: () => ({ teacher_id, child_id: ids.ada, starts_at: '16:10' }),
      },
      { method: 'DELETE', path: () => `/parents-evenings/${evening.id}/bookings/${appointment}` },
    ],
  },
  'when a teacher is there, and whom they invite': {
    who: 'teacher',
    free: LIMITS.contact.free,
    method: 'PUT',
    path: () => `/parents-evenings/${evening.id}/teachers/${teacher_id}`,
    body: () => ({
      room: '',
      begins_at: null,
      ends_at: null,
      is_absent: false,
      is_online: false,
      breaks: [],
      updated_at: TEST_NOW,
    }),
    others: [
      {
        method: 'POST',
        path: () => `/parents-evenings/${evening.id}/teachers/${teacher_id}/invitations`,
        body: () => ({ child_id: ids.ada, starts_at: '16:20' }),
      },
    ],
  },
  exams: {
    who: 'admin',
    free: LIMITS.exam.free,
    method: 'POST',
    path: () => '/exams',
    body: () => ({
      course_id: null,
      grade_id: book.school.gradeId,
      subject_id,
      date: '2026-11-20',
      time_begins_at: '09:00',
      time_ends_at: '10:30',
      bookable_id: null,
      topic: '',
      note: '',
      is_public: false,
      over_reason: '',
      kind: 'exam',
    }),
    others: [
      {
        method: 'PUT',
        path: () => `/exams/${exam.id}`,
        body: () => ({
          date: '2026-11-23',
          time_begins_at: '09:00',
          time_ends_at: '10:30',
          bookable_id: null,
          topic: '',
          note: '',
          is_public: false,
          is_cancelled: false,
          over_reason: '',
          kind: 'exam',
          updated_at: exam.updated_at,
        }),
      },
    ],
  },
  'absences that a family reports': {
    who: 'parent',
    free: LIMITS.note.free,
    method: 'POST',
    path: absences,
    body: () => ({ ...november(19), type_id: 'sick', user_id: ids.ada, comment: null, excuse_note: null }),
  },
  'absences that teachers report of themselves': {
    who: 'teacher',
    free: LIMITS.note.free,
    method: 'POST',
    path: () => '/timetables/desk/reports',
    body: () => ({
      begins_at: '2026-11-23',
      ends_at: '2026-11-23',
      begins_time_id: null,
      ends_time_id: null,
      absence_reason_id: 'sick',
      comment: null,
    }),
  },
  'messages to devices': {
    who: 'admin',
    free: LIMITS.push.free,
    method: 'POST',
    path: () => `/users/${ids.parent}/send-push`,
    body: () => ({ title: 'Bitte melden', text: 'Im Büro', is_urgent: false }),
  },
};

describe('what tells others is counted by person and hour', () => {
  it('and each kind of push message names what holds it back', () => {
    expect(Object.keys(BRAKES).toSorted()).toEqual([...PUSH_KINDS].toSorted());
    for (const brakes of Object.values(BRAKES))
      if (typeof brakes !== 'string') expect(Object.keys(LIMITS)).toEqual(expect.arrayContaining([...brakes]));
  });

  for (const [name, { who, free, method, path, body, others = [] }] of Object.entries(DOORS))
    it(`${name}: beyond ${free} each waits longer`, async () => {
      const make = async () => (await call(who, method, path(), body?.())).status;
      for (let at = 0; at < free; at += 1) expect(await make(), String(at)).not.toBe(429);
      book.server.clock.advance(1000);
      expect(await make()).not.toBe(429);
      book.server.clock.advance(1000);
      expect(await make()).toBe(429);
      for (const other of others)
        expect((await call(who, other.method, other.path(), other.body?.())).status, other.path()).toBe(429);
    });
});
