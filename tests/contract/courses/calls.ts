import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { FullSchool } from '../../support/full-school.ts';

const of = (id: number) => ({ params: { id: `${id}` } });
/** The pupil of these rows: oneself for a student, else the pupil of the school who is nobody's child. */
const shared = {
  sample: ({ here }: Asking) => of(here.people.student.id),
  self: ({ here, column }: Asking) => of(personOf(here, column).id),
  child: ({ here }: Asking) => of(here.people.child.id),
  other: ({ here }: Asking) => of(here.people.other.id),
  other_school: ({ there }: Asking) => of(there.people.student.id),
};

const choosing = { body: { course_ids: [], former_ids: [] } };
/** Nothing is decided about this pupil's courses. */
async function free({ server, here }: Asking, id: number) {
  await server.test.database.kysely
    .deleteFrom('enrolments')
    .where('school_id', '=', here.school.id)
    .where('user_id', '=', id)
    .execute();
  return { ...of(id), ...choosing };
}

/** An enrolment of a pupil, made anew. */
async function enrolled({ server }: Asking, { school, people, course }: FullSchool, whose: 'student' | 'other') {
  const key = { school_id: school.id, user_id: people[whose].id };
  const db = server.test.database.kysely;
  await db.deleteFrom('enrolments').where('school_id', '=', key.school_id).where('user_id', '=', key.user_id).execute();
  const { id } = await db
    .insertInto('enrolments')
    .values({ ...key, course_id: course, joined_at: '2026-08-01' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return of(id);
}
const SELECTED = { body: { state: 'SELECTED' as const } };

const calls: CallsOf<'courses'> = {
  checkAvailable: shared,
  listAvailable: shared,
  getSelection: shared,
  setSelection: {
    // Refused: nobody has such a course.
    sample: ({ here }) => ({ ...of(here.people.student.id), body: { course_ids: [999999], former_ids: [999999] } }),
    self: (asking) => free(asking, personOf(asking.here, asking.column).id),
    child: (asking) => free(asking, asking.here.people.child.id),
    other: (asking) => free(asking, asking.here.people.other.id),
    other_school: ({ there }) => ({ ...of(there.people.student.id), ...choosing }),
    other_school_former: ({ here, there }) => ({
      ...of(here.people.student.id),
      body: { course_ids: [], former_ids: [there.course] },
    }),
    other_school_course: ({ here, there }) => ({
      ...of(here.people.student.id),
      body: { course_ids: [there.course], former_ids: [] },
    }),
  },
  reset: { ...shared, sample: () => of(999_999) },
  updateEnrolment: {
    sample: () => ({ ...of(999_999), ...SELECTED }),
    self: async (asking) => ({ ...(await enrolled(asking, asking.here, 'student')), ...SELECTED }),
    other: async (asking) => ({ ...(await enrolled(asking, asking.here, 'other')), ...SELECTED }),
    other_school: async (asking) => ({ ...(await enrolled(asking, asking.there, 'student')), ...SELECTED }),
  },
  revokeEnrolment: {
    sample: () => of(999_999),
    self: (asking) => enrolled(asking, asking.here, 'student'),
    other: (asking) => enrolled(asking, asking.here, 'other'),
    other_school: (asking) => enrolled(asking, asking.there, 'student'),
  },
  listParticipants: {
    sample: ({ here }) => of(here.course),
    own: ({ here }) => of(here.course),
    taught: async ({ server, here }) => {
      await server.test.database.kysely
        .updateTable('courses')
        .set({ teacher_ids: [here.teacher] })
        .where('school_id', '=', here.school.id)
        .where('id', '=', here.course)
        .execute();
      return of(here.course);
    },
    other_school: ({ there }) => of(there.course),
  },
};

describeContract('courses', calls);
