import { randomUUID } from 'node:crypto';
import { buildAbsence } from '../../support/absences.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';

const UPDATED = '2026-11-18T06:00:00.000Z';
const DAYS = { begins_at: '2026-11-22T23:00:00.000Z', ends_at: '2026-11-23T22:59:00.000Z' };
const kyselyOf = ({ server }: Asking) => server.test.database.kysely;
const bookOf = ({ school }: FullSchool) => ({ id: `${school.yearId}` });
const NOBODY = '00000000-0000-4000-8000-000000000000';

const QUERY = {
  filter: 'ALL',
  order: 'priority',
  group: 'UNREAD',
  begins_at: '2026-11-01',
  ends_at: '2026-11-30',
  limit: '10',
  page: '1',
  search: 'ada',
  with_deleted: '1',
  absence_type: 'sick|leave',
  absence_type_state: 'EXCUSED|PENDING',
  grades_enrollment_id: '999999',
} as const;

/** What a list of a book is asked for: that of the own school, the other one's, and of a class of the other one. */
function list<Query extends object>(query: Query) {
  return {
    sample: () => ({ params: { id: '999999' }, query }),
    own: ({ here }: Asking) => ({ params: bookOf(here) }),
    other_school: ({ there }: Asking) => ({ params: bookOf(there) }),
    other_school_grade: ({ here, there }: Asking) => ({
      params: bookOf(here),
      query: { grades_enrollment_id: `${there.grade}` },
    }),
  };
}

type Who = 'self' | 'child' | 'stranger' | 'other_school';
/** The pupil who asks, the child of the parent, a pupil in no class of the teacher, and one of the other school. */
function pupilOf({ here, there }: Asking, who: Who): number {
  if (who === 'other_school') return there.people.student.id;
  return { self: here.people.student, child: here.people.child, stranger: here.people.other }[who].id;
}

/** Nobody's class: the teacher of the school sees whom they teach. */
async function apart(asking: Asking): Promise<void> {
  await kyselyOf(asking)
    .deleteFrom('grade_memberships')
    .where('school_id', '=', asking.here.school.id)
    .where('user_id', '=', asking.here.people.other.id)
    .execute();
}

const someone = (params: object = {}) => ({
  sample: () => ({ params: { id: '999999', entity: 'users' as const, entityId: '999999' }, ...params }),
  self: (asking: Asking) => ofPupil(asking, 'self'),
  child: (asking: Asking) => ofPupil(asking, 'child'),
  stranger: async (asking: Asking) => (await apart(asking)) ?? ofPupil(asking, 'stranger'),
  other_school_user: (asking: Asking) => ofPupil(asking, 'other_school'),
  grade: ({ here }: Asking) => ({ params: { ...bookOf(here), entity: 'grades' as const, entityId: `${here.grade}` } }),
  other_school_grade: ({ here, there }: Asking) => ({
    params: { ...bookOf(here), entity: 'grades' as const, entityId: `${there.grade}` },
  }),
  course: ({ here }: Asking) => ({
    params: { ...bookOf(here), entity: 'courses' as const, entityId: `${here.course}` },
  }),
  other_school_course: ({ here, there }: Asking) => ({
    params: { ...bookOf(here), entity: 'courses' as const, entityId: `${there.course}` },
  }),
  other_school: ({ there }: Asking) => ({
    params: { ...bookOf(there), entity: 'users' as const, entityId: `${there.people.student.id}` },
  }),
});
const ofPupil = (asking: Asking, who: Who) => ({
  params: { ...bookOf(asking.here), entity: 'users' as const, entityId: `${pupilOf(asking, who)}` },
});

/** An absence of one of them, which the school has written, or the family. */
async function absenceOf(asking: Asking, who: Who, source: 'school' | 'parent' = 'school') {
  const { here, there } = asking;
  if (who === 'stranger') await apart(asking);
  const school = who === 'other_school' ? there : here;
  const { book, uuid } = await buildAbsence(kyselyOf(asking), school, pupilOf(asking, who), { source });
  return { id: `${book}`, uuid };
}
/** Before each: the same absence twice is one too many. */
async function anew(asking: Asking): Promise<void> {
  const db = kyselyOf(asking);
  await db.deleteFrom('absence_steps').execute();
  await db.deleteFrom('absences').execute();
}

function onAbsence<Rest extends object>(rest: (asking: Asking, who: Who) => Rest, sample: Rest) {
  const of =
    (who: Who, source: 'school' | 'parent' = 'school') =>
    async (asking: Asking) => {
      await anew(asking);
      return { params: await absenceOf(asking, who, source), ...rest(asking, who) };
    };
  return {
    sample: () => ({ params: { id: '999999', uuid: NOBODY }, ...sample }),
    self: of('self'),
    child: of('child'),
    stranger: of('stranger'),
    other_school: of('other_school'),
    own_child: of('child', 'parent'),
    /** The own class book with an absence of the other school. */
    other_school_absence: async (asking: Asking) => {
      await anew(asking);
      const { uuid } = await absenceOf(asking, 'other_school');
      return { params: { ...bookOf(asking.here), uuid }, ...rest(asking, 'other_school') };
    },
  };
}
const absence = onAbsence(() => ({}), {});

const draft = (whom: object, values: object = {}) => ({
  ...DAYS,
  type_id: 'sick',
  comment: null,
  excuse_note: null,
  ...whom,
  ...values,
});
const writing =
  (who: Who, values: object = {}) =>
  async (asking: Asking) => {
    await anew(asking);
    if (who === 'stranger') await apart(asking);
    return { params: bookOf(asking.here), body: draft({ user_id: pupilOf(asking, who) }, values) };
  };
const EVERYTHING = { user_id: 999999, grade_id: 999999, course_id: 999999, comment: 'Anruf', excuse_note: 'Fieber' };

const TYPE = {
  category: 'other',
  state: 'EXCUSED',
  name: 'Sport',
  description: 'Wettkampf',
  is_counting: false,
} as const;
const typeOf = async (asking: Asking, school: FullSchool) => {
  const { id } = await kyselyOf(asking)
    .insertInto('absence_types')
    .values({ school_id: school.school.id, ...TYPE, audience: ['staff'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** An absence of the own child, which is to become that of somebody else; asked by the other school itself, it stays. */
const elsewhere = (whom: (school: FullSchool) => object) => async (asking: Asking) => {
  await anew(asking);
  const { here, there } = asking;
  const body = { ...draft(here === there ? { user_id: here.people.child.id } : whom(there)), updated_at: UPDATED };
  return { params: await absenceOf(asking, 'child', 'parent'), body };
};

const calls: CallsOf<'absences'> = {
  list: list(QUERY),
  groups: list({ limit: '10', search: 'ada', grades_enrollment_id: '999999' }),
  sickList: list({ date: '2026-11-18', limit: '10', page: '1', grades_enrollment_id: '999999' }),
  listCategories: {
    sample: () => ({ params: { id: '999999' } }),
    own: ({ here }) => ({ params: bookOf(here) }),
    other_school: ({ there }) => ({ params: bookOf(there) }),
  },
  listTypesOf: someone({ query: { absence_type: 'sick|leave' } }),
  prepare: someone(),
  listOf: someone({ query: { ...DAYS, with_deleted: '0', limit: '2', page: '1', except: NOBODY } }),
  get: absence,
  getHistory: absence,
  create: {
    sample: () => ({ params: { id: '999999' }, body: draft(EVERYTHING) }),
    self: writing('self'),
    self_pending: writing('self', { type_id: 'reported' }),
    child: writing('child'),
    child_past: writing('child', { begins_at: '2026-11-16T23:00:00.000Z', ends_at: '2026-11-17T22:59:00.000Z' }),
    child_comment: writing('child', { comment: 'Anruf der Mutter' }),
    child_note: writing('child', { excuse_note: 'Fieber' }),
    child_missing: writing('child', { type_id: 'missing' }),
    stranger: writing('stranger'),
    grade: async (asking) => {
      await anew(asking);
      return { params: bookOf(asking.here), body: draft({ grade_id: asking.here.grade }, { type_id: 'event' }) };
    },
    course: async (asking) => {
      await anew(asking);
      return { params: bookOf(asking.here), body: draft({ course_id: asking.here.course }, { type_id: 'event' }) };
    },
    other_school: async (asking) => {
      await anew(asking);
      return { params: bookOf(asking.there), body: draft({ user_id: asking.there.people.child.id }) };
    },
    other_school_user: writing('other_school'),
    other_school_grade: ({ here, there }) => ({
      params: bookOf(here),
      body: draft({ grade_id: there.grade }, { type_id: 'event' }),
    }),
    other_school_course: ({ here, there }) => ({
      params: bookOf(here),
      body: draft({ course_id: there.course }, { type_id: 'event' }),
    }),
    other_school_type: async (asking) => {
      await anew(asking);
      const type_id = await typeOf(asking, asking.there);
      return { params: bookOf(asking.here), body: draft({ user_id: asking.here.people.child.id }, { type_id }) };
    },
  },
  update: {
    ...onAbsence(
      (asking, who) => ({
        body: {
          ...draft({ user_id: pupilOf(asking, who) }, { ends_at: '2026-11-23T12:00:00.000Z' }),
          comment: null,
          excuse_note: null,
          updated_at: UPDATED,
        },
      }),
      { body: { ...draft(EVERYTHING), updated_at: UPDATED } },
    ),
    own_child_comment: async (asking) => {
      await anew(asking);
      const body = { ...draft({ user_id: asking.here.people.child.id }), comment: 'Neu', updated_at: UPDATED };
      return { params: await absenceOf(asking, 'child', 'parent'), body };
    },
    other_school_user: elsewhere(({ people }) => ({ user_id: people.student.id })),
    other_school_grade: elsewhere(({ grade }) => ({ grade_id: grade })),
    other_school_course: elsewhere(({ course }) => ({ course_id: course })),
    other_school_type: async (asking) => {
      await anew(asking);
      const type_id = await typeOf(asking, asking.there);
      const body = { ...draft({ user_id: asking.here.people.child.id }, { type_id }), updated_at: UPDATED };
      return { params: await absenceOf(asking, 'child', 'parent'), body };
    },
  },
  markRead: absence,
  remove: absence,
  notifyUsers: {
    sample: () => ({ params: { id: '999999' }, body: { absences_uuids: [randomUUID()] } }),
    child: async (asking) => {
      await anew(asking);
      const { uuid } = await absenceOf(asking, 'child');
      return { params: bookOf(asking.here), body: { absences_uuids: [uuid] } };
    },
    other_school: async (asking) => {
      await anew(asking);
      const { uuid } = await absenceOf(asking, 'other_school');
      return { params: bookOf(asking.there), body: { absences_uuids: [uuid] } };
    },
    other_school_absence: async (asking) => {
      await anew(asking);
      const { uuid } = await absenceOf(asking, 'other_school');
      return { params: bookOf(asking.here), body: { absences_uuids: [uuid] } };
    },
  },
  listTypes: { sample: () => ({}) },
  createType: {
    sample: () => ({ body: { ...TYPE, audience: ['staff' as const], name: ' ', description: 'x'.repeat(301) } }),
    own: () => ({ body: { ...TYPE, audience: ['staff' as const] } }),
  },
  updateType: {
    sample: () => ({
      params: { typeId: 'nobody' },
      body: { ...TYPE, audience: ['staff' as const], is_archived: true },
    }),
    own: async (asking) => ({
      params: { typeId: await typeOf(asking, asking.here) },
      body: { ...TYPE, audience: ['staff' as const], name: 'Turnier', is_archived: false },
    }),
    other_school: async (asking) => ({
      params: { typeId: await typeOf(asking, asking.there) },
      body: { ...TYPE, audience: ['staff' as const], name: 'Turnier', is_archived: false },
    }),
  },
  getSettings: { sample: () => ({}) },
  updateSettings: { sample: () => ({ body: { grace_minutes: 5, next_day_from: '15:00', pupils_report: true } }) },
};

describeContract('absences', calls);
