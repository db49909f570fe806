import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { buildExam, subjectOf } from '../../support/exams.ts';
import type { FullSchool } from '../../support/full-school.ts';

type Where = 'here' | 'there';
const dbOf = ({ server }: Asking) => server.test.database.kysely;
const DAYS = { from: '2026-11-16', until: '2026-11-22' };
const NOBODY = { params: { id: '999999' } };

const subjectIn = (asking: Asking, { school }: FullSchool) => subjectOf(dbOf(asking), school.id, 'MA');

/** A class in which nobody of the columns is or teaches. */
async function otherGrade(asking: Asking): Promise<number> {
  const { id } = await dbOf(asking)
    .insertInto('grades')
    .values({ school_id: asking.here.school.id, shortcut: '7x', source: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function made(asking: Asking, at: Where, grade_id = asking[at].grade) {
  const { school } = asking[at];
  const subject_id = await subjectIn(asking, asking[at]);
  return buildExam(dbOf(asking), { school_id: school.id, yearId: school.yearId, grade_id, subject_id });
}
const one = async (asking: Asking, at: Where, grade?: number) => ({
  params: { id: `${(await made(asking, at, grade)).id}` },
});

const VALUES = {
  date: '2026-12-04',
  time_begins_at: '08:00',
  time_ends_at: '09:30',
  bookable_id: null as number | null,
  kind: 'test' as const,
  topic: 'Brüche',
  note: 'Mit Zirkel',
  is_public: true,
  over_reason: 'Es geht nicht anders',
};
const change = { ...VALUES, is_cancelled: false };

/** Without those of earlier calls, which count towards the limits. */
const clear = (asking: Asking) => dbOf(asking).deleteFrom('exams').execute();

async function changed(
  asking: Asking,
  at: Where,
  { grade, room = null }: { grade?: number; room?: number | null } = {},
) {
  await clear(asking);
  const { id, updated_at } = await made(asking, at, grade);
  return { params: { id: `${id}` }, body: { ...change, bookable_id: room, updated_at } };
}

async function entered(asking: Asking, values: object = {}) {
  await clear(asking);
  const unit = { course_id: null, grade_id: asking.here.grade, subject_id: await subjectIn(asking, asking.here) };
  return { body: { ...VALUES, ...unit, ...values } };
}

async function checked(asking: Asking, values: object = {}) {
  const { date, time_begins_at, time_ends_at } = VALUES;
  const subject = await subjectIn(asking, asking.here);
  const unit = { grade_id: `${asking.here.grade}`, subject_id: `${subject}` };
  return { query: { ...unit, date, time_begins_at, time_ends_at, ...values } };
}

const calls: CallsOf<'exams'> = {
  list: {
    sample: () => ({ query: { ...DAYS, grade_id: '999999', user_id: '999999', page: '1' } }),
    none: () => ({ query: DAYS }),
    own: ({ here }) => ({ query: { ...DAYS, grade_id: `${here.grade}` } }),
    self: ({ here, column }) => ({ query: { ...DAYS, user_id: `${personOf(here, column).id}` } }),
    child: ({ here }) => ({ query: { ...DAYS, user_id: `${here.people.child.id}` } }),
    other: ({ here }) => ({ query: { ...DAYS, user_id: `${here.people.other.id}` } }),
    other_school_grade: ({ there }) => ({ query: { ...DAYS, grade_id: `${there.grade}` } }),
    other_school_user: ({ there }) => ({ query: { ...DAYS, user_id: `${there.people.student.id}` } }),
  },
  get: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here'),
    other: async (asking) => one(asking, 'here', await otherGrade(asking)),
    other_school: (asking) => one(asking, 'there'),
  },
  getOptions: { sample: () => ({}) },
  check: {
    sample: () => ({
      query: {
        id: '999999',
        course_id: '999999',
        grade_id: '999999',
        subject_id: '999999',
        bookable_id: '999999',
        date: VALUES.date,
        time_begins_at: VALUES.time_begins_at,
        time_ends_at: VALUES.time_ends_at,
      },
    }),
    own: (asking) => checked(asking),
    other: async (asking) => checked(asking, { grade_id: `${await otherGrade(asking)}` }),
    other_school: async (asking) => checked(asking, { id: `${(await made(asking, 'there')).id}` }),
    other_school_course: (asking) => ({
      query: {
        course_id: `${asking.there.course}`,
        date: VALUES.date,
        time_begins_at: VALUES.time_begins_at,
        time_ends_at: VALUES.time_ends_at,
      },
    }),
    other_school_grade: (asking) => checked(asking, { grade_id: `${asking.there.grade}` }),
    other_school_subject: async (asking) => checked(asking, { subject_id: `${await subjectIn(asking, asking.there)}` }),
    other_school_room: (asking) => checked(asking, { bookable_id: `${asking.there.bookable}` }),
  },
  create: {
    // Refused: nobody's, and it ends before it begins.
    sample: () => ({
      body: { ...VALUES, time_ends_at: '07:00', course_id: null, grade_id: null, subject_id: null },
    }),
    own: (asking) => entered(asking),
    other: async (asking) => entered(asking, { grade_id: await otherGrade(asking) }),
    other_school_course: (asking) =>
      entered(asking, { course_id: asking.there.course, grade_id: null, subject_id: null }),
    other_school_grade: (asking) => entered(asking, { grade_id: asking.there.grade }),
    other_school_subject: async (asking) => entered(asking, { subject_id: await subjectIn(asking, asking.there) }),
    other_school_room: (asking) => entered(asking, { bookable_id: asking.there.bookable }),
  },
  update: {
    sample: () => ({ ...NOBODY, body: { ...change, updated_at: '2026-11-01T08:00:00.000Z' } }),
    own: (asking) => changed(asking, 'here'),
    other: async (asking) => changed(asking, 'here', { grade: await otherGrade(asking) }),
    other_school: (asking) => changed(asking, 'there'),
    other_school_room: (asking) => changed(asking, 'here', { room: asking.there.bookable }),
  },
  remove: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here'),
    other: async (asking) => one(asking, 'here', await otherGrade(asking)),
    other_school: (asking) => one(asking, 'there'),
  },
  getSettings: { sample: () => ({}) },
  saveSettings: {
    // Refused: nobody has set them at that moment.
    sample: () => ({ body: { per_day: 2, per_week: 4, updated_at: '2026-11-01T08:00:00.000Z' } }),
    own: async (asking) => {
      await dbOf(asking).deleteFrom('exam_settings').where('school_id', '=', asking.here.school.id).execute();
      return { body: { per_day: 0, per_week: 0, updated_at: null } };
    },
  },
};

describeContract('exams', calls);
