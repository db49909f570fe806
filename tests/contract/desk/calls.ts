import {
  type AbsenceDraft,
  DEFAULT_WEIGHTS,
  type ReportDraft,
} from '../../../packages/core/src/features/desk/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildDeskPlan, DESK_DAY } from '../../support/desk.ts';

const date = DESK_DAY;
const NOBODY = 999_999_999;

type Plan = Awaited<ReturnType<typeof buildDeskPlan>>;
const plans = new WeakMap<object, Map<number, Plan>>();

/** The plan of a school, built once: the first to ask is before every other call. */
async function planOf({ server, here, there }: Asking, at: 'here' | 'there' = 'here'): Promise<Plan> {
  const { school } = at === 'here' ? here : there;
  const known = plans.get(server) ?? new Map<number, Plan>();
  plans.set(server, known);
  const plan = known.get(school.id) ?? (await buildDeskPlan(server.test.database.kysely, school));
  known.set(school.id, plan);
  return plan;
}

/** What is kept of a plan is older than this one, except before the first call. */
async function withPlan(asking: Asking) {
  await planOf(asking);
  await planOf(asking, 'there');
  return { query: { date } };
}

const toAbsence = (values: Partial<AbsenceDraft>) => ({
  body: {
    teacher_id: null,
    bookable_id: null,
    grade_id: null,
    begins_at: date,
    ends_at: date,
    begins_time_id: null,
    ends_time_id: null,
    days: [],
    absence_reason_id: 'sick',
    comment: 'bis Montag krankgeschrieben',
    ...values,
  },
});
const toReport = (values: Partial<ReportDraft> = {}) => ({
  body: {
    begins_at: date,
    ends_at: date,
    begins_time_id: null,
    ends_time_id: null,
    absence_reason_id: 'sick',
    comment: 'bis Montag krankgeschrieben',
    ...values,
  },
});
const decision = (values: object = {}) => ({
  id: null,
  lesson_id: null,
  version: 0,
  kind: 'MESSAGE' as const,
  hour: null,
  subject_id: null,
  grade_ids: [],
  teacher_ids: [],
  bookable_ids: [],
  comment: 'Heute gilt der Kurzstundenplan.',
  target: null,
  ...values,
});
const toDecisions = (values: object) => ({ body: { date, decisions: [decision(values)] } });

/** A draft of the school; its id and version. */
async function drafted(asking: Asking, at: 'here' | 'there' = 'here') {
  const { school } = at === 'here' ? asking.here : asking.there;
  const { id, version } = await asking.server.test.database.kysely
    .insertInto('desk_decisions')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      date,
      kind: 'MESSAGE',
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      comment: 'Heute',
      changed_at: new Date().toISOString(),
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  return { id, version };
}

async function entered(
  asking: Asking,
  at: 'here' | 'there' = 'here',
  of: 'somebody' | 'teacher' | 'reporter' = 'somebody',
) {
  const { school, teacher: own, people } = at === 'here' ? asking.here : asking.there;
  const { teacher } = await planOf(asking, at);
  const { id } = await asking.server.test.database.kysely
    .insertInto('desk_absences')
    .values({
      school_id: school.id,
      teacher_id: of === 'somebody' ? teacher : own,
      begins_at: date,
      ends_at: date,
      created_at: new Date().toISOString(),
      ...(of === 'reporter' && { created_by: people.teacher.id, reported_at: new Date().toISOString() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: `${id}` } };
}

const toLater = (decisions: { id: number; version: number }[], version = 0) => ({
  body: { date, decisions, at: { date, time: '06:45' }, version },
});

/** How often a time was set for the day. */
async function versionOf({ server, here }: Asking): Promise<number> {
  const row = await server.test.database.kysely
    .selectFrom('desk_publications')
    .select('version')
    .where('school_id', '=', here.school.id)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** A time that is set, for a day of its own. */
async function timed(asking: Asking, at: 'here' | 'there' = 'here') {
  const { school } = at === 'here' ? asking.here : asking.there;
  const { kysely } = asking.server.test.database;
  const day = '2026-12-01';
  await kysely.deleteFrom('desk_publications').where('date', '=', day).execute();
  const { id } = await kysely
    .insertInto('desk_publications')
    .values({ school_id: school.id, date: day, publish_at: `${day}T05:45:00Z`, set_at: new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: `${id}` } };
}

/** A reason that only the other school has. */
async function reasonOf({ server, there }: Asking): Promise<string> {
  const { id } = await server.test.database.kysely
    .insertInto('absence_types')
    .values({
      school_id: there.school.id,
      category: 'school',
      state: 'EXCUSED',
      name: 'Schullandheim',
      audience: ['staff'],
      is_counting: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const toSettings = (values: object = {}) => ({
  body: {
    weights: DEFAULT_WEIGHTS,
    compared: 'month' as const,
    daily_maximum: 3,
    weekly_maximum: 6,
    only_present: true,
    standby_subject_ids: [] as number[],
    core_begins_at: '08:00',
    core_ends_at: '12:55',
    updated_at: null,
    ...values,
  },
});

const calls: CallsOf<'desk'> = {
  getDay: { sample: () => ({ query: { date } }), none: withPlan },
  listLessons: {
    sample: () => ({ query: { date, grade_id: `${NOBODY}` } }),
    own: async (asking) => ({ query: { date, grade_id: `${(await planOf(asking)).grade}` } }),
    other_school: async (asking) => ({ query: { date, grade_id: `${(await planOf(asking, 'there')).grade}` } }),
  },
  createAbsence: {
    // Refused: nobody has this teacher.
    sample: () => toAbsence({ teacher_id: NOBODY, begins_time_id: NOBODY, ends_time_id: NOBODY, days: [1] }),
    own: async (asking) => toAbsence({ teacher_id: (await planOf(asking)).substitute }),
    other_school: async (asking) => toAbsence({ teacher_id: (await planOf(asking, 'there')).teacher }),
    other_school_room: async (asking) => toAbsence({ bookable_id: (await planOf(asking, 'there')).room }),
    other_school_grade: async (asking) => toAbsence({ grade_id: (await planOf(asking, 'there')).grade }),
    other_school_first_time: async (asking) => {
      const { substitute } = await planOf(asking);
      return toAbsence({ teacher_id: substitute, begins_time_id: (await planOf(asking, 'there')).time });
    },
    other_school_last_time: async (asking) => {
      const { substitute } = await planOf(asking);
      return toAbsence({ teacher_id: substitute, ends_time_id: (await planOf(asking, 'there')).time });
    },
    other_school_reason: async (asking) =>
      toAbsence({ teacher_id: (await planOf(asking)).substitute, absence_reason_id: await reasonOf(asking) }),
  },
  removeAbsence: {
    sample: () => ({ params: { id: `${NOBODY}` } }),
    own: (asking) => entered(asking),
    other_school: (asking) => entered(asking, 'there'),
  },
  rank: {
    sample: () => ({ query: { date, lesson_id: `${NOBODY}` } }),
    own: async (asking) => ({ query: { date, lesson_id: `${(await planOf(asking)).lesson_id}` } }),
    other_school: async (asking) => ({ query: { date, lesson_id: `${(await planOf(asking, 'there')).lesson_id}` } }),
  },
  listAnswers: {
    sample: () => ({ query: { date, lesson_id: `${NOBODY}` } }),
    own: async (asking) => ({ query: { date, lesson_id: `${(await planOf(asking)).lesson_id}` } }),
    other_school: async (asking) => ({ query: { date, lesson_id: `${(await planOf(asking, 'there')).lesson_id}` } }),
  },
  propose: { sample: () => ({ query: { date } }) },
  decide: {
    // Refused: nobody has this lesson.
    sample: () => ({
      body: {
        date,
        decisions: [
          decision({
            id: NOBODY,
            lesson_id: NOBODY,
            kind: 'MOVED',
            hour: '1',
            subject_id: NOBODY,
            grade_ids: [NOBODY],
            teacher_ids: [NOBODY],
            bookable_ids: [NOBODY],
            target: { date, hour: '1' },
          }),
        ],
      },
    }),
    own: async (asking) => {
      await planOf(asking);
      return toDecisions({});
    },
    other_school: async (asking) => {
      await planOf(asking);
      return toDecisions({ id: (await drafted(asking, 'there')).id, version: 1 });
    },
    other_school_lesson: async (asking) => toDecisions({ lesson_id: (await planOf(asking, 'there')).lesson_id }),
    other_school_subject: async (asking) => {
      await planOf(asking);
      return toDecisions({ subject_id: (await planOf(asking, 'there')).subject });
    },
    other_school_grade: async (asking) => {
      await planOf(asking);
      return toDecisions({ grade_ids: [(await planOf(asking, 'there')).grade] });
    },
    other_school_teacher: async (asking) => {
      await planOf(asking);
      return toDecisions({ teacher_ids: [(await planOf(asking, 'there')).teacher] });
    },
    other_school_room: async (asking) => {
      await planOf(asking);
      return toDecisions({ bookable_ids: [(await planOf(asking, 'there')).room] });
    },
  },
  publish: {
    sample: () => ({ body: { date, decisions: [{ id: NOBODY, version: 1 }] } }),
    own: async (asking) => {
      await planOf(asking);
      return { body: { date, decisions: [await drafted(asking)] } };
    },
    other_school: async (asking) => {
      await planOf(asking);
      return { body: { date, decisions: [await drafted(asking, 'there')] } };
    },
  },
  publishLater: {
    sample: () => toLater([{ id: NOBODY, version: 1 }]),
    own: async (asking) => {
      await planOf(asking);
      return toLater([await drafted(asking)], await versionOf(asking));
    },
    other_school: async (asking) => {
      await planOf(asking);
      return toLater([await drafted(asking, 'there')]);
    },
  },
  withdrawLater: {
    sample: () => ({ params: { id: `${NOBODY}` } }),
    own: (asking) => timed(asking),
    other_school: (asking) => timed(asking, 'there'),
  },
  listReaders: { sample: () => ({ query: { date } }) },
  listCounts: {
    sample: () => ({}),
    own: async (asking) => {
      await planOf(asking);
      return {};
    },
  },
  listReports: {
    sample: () => ({}),
    own: async (asking) => {
      await planOf(asking);
      return {};
    },
  },
  report: {
    // Refused: nobody has these periods.
    sample: () => toReport({ begins_time_id: NOBODY, ends_time_id: NOBODY }),
    own: async (asking) => {
      await planOf(asking);
      const { server, here } = asking;
      await server.test.database.kysely.deleteFrom('desk_absences').where('school_id', '=', here.school.id).execute();
      return toReport();
    },
    other_school_first_time: async (asking) => toReport({ begins_time_id: (await planOf(asking, 'there')).time }),
    other_school_last_time: async (asking) => toReport({ ends_time_id: (await planOf(asking, 'there')).time }),
    other_school_reason: async (asking) => toReport({ absence_reason_id: await reasonOf(asking) }),
  },
  endReport: {
    sample: () => ({ params: { id: `${NOBODY}` } }),
    own: (asking) => entered(asking, 'here', 'reporter'),
    other_school: (asking) => entered(asking, 'there', 'reporter'),
    // What the desk has entered of them is the desk's.
    of_the_desk: (asking) => entered(asking, 'here', 'teacher'),
  },
  getSettings: { sample: () => ({}) },
  updateSettings: {
    // Refused: nobody has this subject.
    sample: () => toSettings({ standby_subject_ids: [NOBODY], updated_at: '2026-11-01T00:00:00.000Z' }),
    own: async ({ server, here }) => {
      const { kysely } = server.test.database;
      await kysely.deleteFrom('desk_settings').where('school_id', '=', here.school.id).execute();
      return toSettings();
    },
    other_school: async (asking) => toSettings({ standby_subject_ids: [(await planOf(asking, 'there')).subject] }),
  },
};

describeContract('desk', calls);
