import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { NOTICE_CATEGORIES } from '@kreide/core/features/classbook';
import { createLocalStore } from '../../../packages/server/src/kernel/files/index.ts';
import { buildEntry, buildHomework, buildNotice } from '../../support/classbook.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';

const UPDATED = '2026-11-16T08:00:00.000Z';
const CATEGORY = NOTICE_CATEGORIES[0].uuid;
const kyselyOf = ({ server }: Asking) => server.test.database.kysely;
const bookOf = ({ school }: FullSchool) => ({ id: `${school.yearId}` });

/** Every field of the query of a list. */
const QUERY = {
  begins_at: '2026-11-01',
  ends_at: '2026-11-30',
  limit: '10',
  page: '1',
  search: 'ada',
  with_deleted: '1',
  is_open: '1',
  entity: 'grades',
  entity_id: 'all-grades',
  grades_enrollment_id: '1',
  notice_categories: `${CATEGORY}|${CATEGORY}`,
  absence_type: 'absent|too-late',
} as const;

/** A list of a class book, and with a course or a grade of the other school. */
const list = {
  sample: () => ({ params: { id: '999999' }, query: QUERY }),
  own: ({ here }: Asking) => ({ params: bookOf(here) }),
  grade: ({ here }: Asking) => ({
    params: bookOf(here),
    query: { entity: 'grades' as const, entity_id: `${here.grade}`, grades_enrollment_id: `${here.grade}` },
  }),
  other_school: ({ there }: Asking) => ({ params: bookOf(there) }),
  other_school_course: ({ here, there }: Asking) => ({
    params: bookOf(here),
    query: { entity: 'courses' as const, entity_id: `${there.course}` },
  }),
  other_school_grade: ({ here, there }: Asking) => ({
    params: bookOf(here),
    query: { grades_enrollment_id: `${there.grade}` },
  }),
};

type Part = 'own' | 'foreign' | 'other_school';

/** An entry that the teacher holds, one of a colleague, one of the other school. */
async function entryOf(asking: Asking, part: Part) {
  const school = part === 'other_school' ? asking.there : asking.here;
  const values = part === 'foreign' ? { teacher_ids: [], grade_ids: [] } : {};
  return { school, entry: await buildEntry(kyselyOf(asking), school, values) };
}

function onEntry<Rest extends object>(rest: (school: FullSchool) => Rest, sample: Rest) {
  const of = (part: Part) => async (asking: Asking) => {
    const { school, entry } = await entryOf(asking, part);
    return { params: { id: `${entry.book}`, entryId: `${entry.id}` }, ...rest(school) };
  };
  return {
    sample: () => ({ params: { id: '999999', entryId: '999999' }, ...sample }),
    own: of('own'),
    foreign: of('foreign'),
    other_school: of('other_school'),
  };
}
const entry = onEntry(() => ({}), {});
function marking<Body extends { user_id: number }>(body: (user_id: number) => Body) {
  return {
    ...onEntry(({ people }) => ({ body: body(people.student.id) }), { body: body(999999) }),
    other_school_user: async (asking: Asking) => {
      const { entry: own } = await entryOf(asking, 'own');
      return {
        params: { id: `${own.book}`, entryId: `${own.id}` },
        body: body(asking.there.people.student.id),
      };
    },
  };
}

/** A notice about pupils of the teacher’s lesson, the colleague’s, or the other school’s. */
async function noticeOf(asking: Asking, part: Part) {
  const { school, entry: of } = await entryOf(asking, part);
  const { teacher, student, child, other } = school.people;
  const by = part === 'foreign' ? other.id : teacher.id;
  const about = part === 'foreign' ? [other.id] : [student.id, child.id];
  const id = await buildNotice(kyselyOf(asking), school, of, { by, about });
  return { school, entry: of, params: { id: `${of.book}`, noticeId: `${id}` } };
}
const NOBODY = { params: { id: '999999', noticeId: '999999' } };
const onNotice = {
  sample: () => NOBODY,
  own: async (asking: Asking) => ({ params: (await noticeOf(asking, 'own')).params }),
  foreign: async (asking: Asking) => ({ params: (await noticeOf(asking, 'foreign')).params }),
  other_school: async (asking: Asking) => ({ params: (await noticeOf(asking, 'other_school')).params }),
};
const draft = (entry_id: number, users: number[]) => ({
  entry_id,
  users,
  category_uuid: CATEGORY,
  occurred_at: UPDATED,
  message: 'Hat gut mitgemacht',
});
const noticeBody = (entry_id: number, users: number[]) => ({ ...draft(entry_id, users), updated_at: UPDATED });
const updating = (part: Part) => async (asking: Asking) => {
  const { school, entry: of, params } = await noticeOf(asking, part);
  return { params, body: noticeBody(of.id, [school.people.student.id]) };
};

async function homeworkOf(asking: Asking, part: Part) {
  const { school, entry: of } = await entryOf(asking, part);
  const by = part === 'foreign' ? school.people.other.id : school.people.teacher.id;
  const id = await buildHomework(kyselyOf(asking), school, of, by);
  return { params: { id: `${of.book}`, homeworkId: `${id}` } };
}
const HOMEWORK = { text: 'Seite 12', due_at: '2026-11-23' };
function onHomework<Rest extends object>(rest: Rest) {
  const of = (part: Part) => async (asking: Asking) => ({ ...(await homeworkOf(asking, part)), ...rest });
  return {
    sample: () => ({ params: { id: '999999', homeworkId: '999999' }, ...rest }),
    own: of('own'),
    foreign: of('foreign'),
    other_school: of('other_school'),
  };
}

/** An export that is ready. */
async function exportOf(asking: Asking, { school, people }: FullSchool) {
  const at = asking.server.clock.now();
  const { id, file_uuid } = await kyselyOf(asking)
    .insertInto('classbook_exports')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      begins_at: '2026-11-01',
      ends_at: '2026-11-30',
      state: 'READY',
      size: 3,
      created_by: people.admin.id,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + 60_000).toISOString(),
    })
    .returning(['id', 'file_uuid'])
    .executeTakeFirstOrThrow();
  const store = await createLocalStore(join(asking.server.dataFolder, 'files'), at);
  await store.put(file_uuid, Readable.from([Buffer.from('pdf')]), 10);
  return { params: { id: `${school.yearId}`, exportId: `${id}` } };
}
const DAYS = { begins_at: '2026-11-01', ends_at: '2026-11-30' };
async function anew<Call>(asking: Asking, call: Call): Promise<Call> {
  await kyselyOf(asking).deleteFrom('classbook_exports').execute();
  return call;
}

/** The lesson on Monday, of the course of the teacher. */
async function mondayOf(asking: Asking, { school }: FullSchool) {
  const { uuid } = await kyselyOf(asking)
    .selectFrom('lesson_identities as lesson')
    .innerJoin('lessons', (join) =>
      join.onRef('lessons.school_id', '=', 'lesson.school_id').onRef('lessons.lesson_id', '=', 'lesson.id'),
    )
    .select('lesson.uuid')
    .where('lesson.school_id', '=', school.id)
    .where('lessons.weekday', '=', 1)
    .executeTakeFirstOrThrow();
  return { lesson_uuid: uuid, date: '2026-11-16' };
}

/** The roll of the lesson on Monday; of a school, a lesson and a pupil that may be of the other one. */
async function rollOf(asking: Asking, book: FullSchool, lesson: FullSchool, pupil: FullSchool) {
  const { lesson_uuid: lessonUuid, date } = await mondayOf(asking, lesson);
  return { params: { ...bookOf(book), lessonUuid, date }, body: rollBody(pupil.people.student.id) };
}
const rollBody = (user_id: number) => ({
  marked_at: '2026-11-16T07:05:00.000Z',
  marks: [{ user_id, kind: 'too-late' as const, minutes: 5, known: null }],
});

const calls: CallsOf<'classbook'> = {
  get: {
    sample: () => ({ params: { id: '999999' } }),
    own: ({ here }) => ({ params: bookOf(here) }),
    other_school: ({ there }) => ({ params: bookOf(there) }),
  },
  listUsers: list,
  listEntries: list,
  openEntry: {
    sample: () => ({ params: { id: '999999' }, body: { lesson_uuid: randomUUID(), date: '2026-11-16' } }),
    own: async (asking) => ({ params: bookOf(asking.here), body: await mondayOf(asking, asking.here) }),
    other_school: async (asking) => ({ params: bookOf(asking.there), body: await mondayOf(asking, asking.there) }),
    other_school_lesson: async (asking) => ({
      params: bookOf(asking.here),
      body: await mondayOf(asking, asking.there),
    }),
  },
  getEntry: entry,
  setTopic: onEntry(() => ({ body: { topic: 'Brüche', updated_at: UPDATED } }), {
    body: { topic: 'Brüche', updated_at: UPDATED },
  }),
  listEntryUsers: entry,
  markAbsent: marking((user_id) => ({ user_id })),
  markTooLate: marking((user_id) => ({ user_id, minutes: 5 })),
  removeMark: marking((user_id) => ({ user_id })),
  takeRoll: entry,
  listRolls: {
    sample: () => ({ params: { id: '999999' }, query: { date: '2026-11-16' } }),
    own: ({ here }) => ({ params: bookOf(here), query: { date: '2026-11-16' } }),
    other_school: ({ there }) => ({ params: bookOf(there), query: { date: '2026-11-16' } }),
  },
  saveRoll: {
    sample: () => ({
      params: { id: '999999', lessonUuid: randomUUID(), date: '2026-11-16' },
      body: rollBody(999999),
    }),
    own: (asking) => rollOf(asking, asking.here, asking.here, asking.here),
    other_school: (asking) => rollOf(asking, asking.there, asking.there, asking.there),
    other_school_lesson: (asking) => rollOf(asking, asking.here, asking.there, asking.here),
    other_school_user: (asking) => rollOf(asking, asking.here, asking.here, asking.there),
  },
  listMarks: list,
  getStatistics: list,
  listNotices: list,
  listEntryNotices: onEntry(() => ({}), { query: { limit: '10', page: '1', with_deleted: '1' } }),
  listNoticeCategories: {
    sample: () => ({ params: { id: '999999' } }),
    own: ({ here }) => ({ params: bookOf(here) }),
    other_school: ({ there }) => ({ params: bookOf(there) }),
  },
  getNotice: onNotice,
  getNoticeHistory: onNotice,
  createNotice: {
    sample: () => ({ params: { id: '999999' }, body: { ...draft(999999, [999999]), grades: [999999] } }),
    own: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'own');
      return { params: bookOf(school), body: draft(of.id, [school.people.student.id]) };
    },
    foreign: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'foreign');
      return { params: bookOf(school), body: draft(of.id, [school.people.student.id]) };
    },
    other_school: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'other_school');
      return { params: bookOf(school), body: draft(of.id, [school.people.student.id]) };
    },
    other_school_entry: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'other_school');
      return { params: bookOf(asking.here), body: draft(of.id, [school.people.student.id]) };
    },
    other_school_user: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'own');
      return { params: bookOf(school), body: draft(of.id, [asking.there.people.student.id]) };
    },
  },
  updateNotice: {
    sample: () => ({ ...NOBODY, body: { ...noticeBody(999999, [999999]), grades: [999999] } }),
    own: updating('own'),
    foreign: updating('foreign'),
    other_school: updating('other_school'),
    other_school_entry: async (asking) => {
      const { school, entry: own, params } = await noticeOf(asking, 'own');
      // Asked by the other school itself, it is the lesson of the notice.
      const { entry: of } = asking.here === asking.there ? { entry: own } : await entryOf(asking, 'other_school');
      return { params, body: noticeBody(of.id, [school.people.student.id]) };
    },
    other_school_user: async (asking) => {
      const { entry: of, params } = await noticeOf(asking, 'own');
      return { params, body: noticeBody(of.id, [asking.there.people.student.id]) };
    },
  },
  removeNotice: onNotice,
  listHomeworks: {
    ...list,
    sample: () => ({ params: { id: '999999' }, query: { ...QUERY, order: 'due', entry_id: '999999' } }),
    other_school_entry: async (asking) => {
      const { entry: of } = await entryOf(asking, 'other_school');
      return { params: bookOf(asking.here), query: { entry_id: `${of.id}` } };
    },
  },
  createHomework: {
    sample: () => ({ params: { id: '999999' }, body: { entry_id: 999999, ...HOMEWORK } }),
    own: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'own');
      return { params: bookOf(school), body: { entry_id: of.id, ...HOMEWORK } };
    },
    foreign: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'foreign');
      return { params: bookOf(school), body: { entry_id: of.id, ...HOMEWORK } };
    },
    other_school: async (asking) => {
      const { school, entry: of } = await entryOf(asking, 'other_school');
      return { params: bookOf(school), body: { entry_id: of.id, ...HOMEWORK } };
    },
    other_school_entry: async (asking) => {
      const { entry: of } = await entryOf(asking, 'other_school');
      return { params: bookOf(asking.here), body: { entry_id: of.id, ...HOMEWORK } };
    },
  },
  updateHomework: onHomework({ body: { ...HOMEWORK, updated_at: UPDATED } }),
  removeHomework: onHomework({}),
  exportPdf: {
    sample: () => ({ params: { id: '999999' }, query: { ...DAYS, entity: 'grades' as const, entity_id: '999999' } }),
    own: ({ here }) => ({ params: bookOf(here), query: DAYS }),
    other_school: ({ there }) => ({ params: bookOf(there), query: DAYS }),
    other_school_grade: ({ here, there }) => ({
      params: bookOf(here),
      query: { ...DAYS, entity: 'grades' as const, entity_id: `${there.grade}` },
    }),
  },
  listContradictions: {
    sample: () => ({
      params: { id: '999999' },
      query: { begins_at: '2026-11-01', ends_at: '2026-11-30', kind: 'two_lessons', page: '1' },
    }),
    own: ({ here }) => ({ params: bookOf(here) }),
    other_school: ({ there }) => ({ params: bookOf(there) }),
  },
  listExports: {
    sample: () => ({ params: { id: '999999' } }),
    own: ({ here }) => ({ params: bookOf(here) }),
    other_school: ({ there }) => ({ params: bookOf(there) }),
  },
  createExport: {
    sample: () => ({ params: { id: '999999' }, body: DAYS }),
    own: (asking) => anew(asking, { params: bookOf(asking.here), body: DAYS }),
    other_school: ({ there }) => ({ params: bookOf(there), body: DAYS }),
  },
  downloadExport: {
    sample: () => ({ params: { id: '999999', exportId: '999999' } }),
    own: (asking) => exportOf(asking, asking.here),
    other_school: (asking) => exportOf(asking, asking.there),
  },
};

describeContract('classbook', calls);
