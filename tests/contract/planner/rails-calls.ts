import { randomUUID } from 'node:crypto';
import { RAIL_START } from '../../../packages/core/src/features/planner/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { buildUnit, buildVersion } from '../../support/planner.ts';
import { buildRails } from '../../support/rails.ts';

type Calls = CallsOf<'planner'>;
type Kept =
  | 'getRailsAhead'
  | 'listRails'
  | 'startRails'
  | 'stopRails'
  | 'listRailPupils'
  | 'placeRails'
  | 'enrolRails'
  | 'withdrawRails';
type Where = 'here' | 'there';

const schoolOf = ({ here, there }: Asking, at: Where) => (at === 'here' ? here : there);

/** A version, and a class one pupil of which takes a course. */
async function made(asking: Asking, at: Where = 'here') {
  const { school, people } = schoolOf(asking, at);
  const { kysely } = asking.server.test.database;
  // What an earlier call has started waits or runs.
  await kysely.deleteFrom('planner_rails').where('school_id', '=', school.id).execute();
  const version = await buildVersion(kysely, school, { created_by: people.admin.id });
  const name = randomUUID().slice(0, 8);
  const grade_id = await buildUnit(kysely, school.id, 'grades', { shortcut: `Q${name}` });
  const course_id = await buildUnit(kysely, school.id, 'courses', { shortcut: `K${name}` });
  await kysely
    .updateTable('courses')
    .set({ grade_ids: [grade_id] })
    .where('id', '=', course_id)
    .execute();
  const user_id = people.student.id;
  await kysely
    .insertInto('enrolments')
    .values({ school_id: school.id, user_id, course_id, joined_at: '2026-08-01' })
    .execute();
  return { ...version, school, grade_id, course_id };
}

async function run(asking: Asking, state: Parameters<typeof buildRails>[2], at: Where = 'here') {
  const { id: planner_version_id, school, grade_id } = await made(asking, at);
  const id = await buildRails(
    asking.server.test.database.kysely,
    { school_id: school.id, planner_version_id, grade_id },
    state,
  );
  return { params: { id: `${id}` } };
}

const NOBODY = { params: { id: '999999999' } };
const toAhead = ({ id }: { id: number }, grade_id: number) => ({
  params: { id: `${id}` },
  query: {
    grades: `${grade_id}`,
    rails: '10',
    most_pupils: '28',
    most_courses: '12',
    parts: '1:A',
    second_half_at: '2027-02-01',
  },
});
const toStart = (
  version_uuid: string,
  grade_id: number,
  { pinned = [], partial = [] }: { pinned?: readonly number[]; partial?: readonly number[] } = {},
) => ({
  body: {
    ...RAIL_START,
    version_uuid,
    grade_ids: [grade_id],
    pins: pinned.map((course_id) => ({ course_id, rail: 2 })),
    parts: partial.map((course_id) => ({ course_id, when: 'FIRST' as const })),
    second_half_at: '2027-02-01',
  },
});
/** A call about a run that is there, of this school and of another one. */
const aboutRun = <Rest extends object>(state: Parameters<typeof buildRails>[2], rest: Rest) => ({
  sample: () => ({ ...NOBODY, ...rest }),
  own: async (asking: Asking) => ({ ...(await run(asking, state)), ...rest }),
  other_school: async (asking: Asking) => ({ ...(await run(asking, state, 'there')), ...rest }),
});

export const railsCalls: Pick<Calls, Kept> = {
  getRailsAhead: {
    sample: () => toAhead({ id: 999_999_999 }, 999_999_999),
    own: async (asking) => {
      const version = await made(asking);
      return toAhead(version, version.grade_id);
    },
    other_school: async (asking) => {
      const version = await made(asking, 'there');
      return toAhead(version, version.grade_id);
    },
    other_school_grade: async (asking) => {
      const { grade_id } = await made(asking, 'there');
      return toAhead(await made(asking), grade_id);
    },
  },
  listRails: {
    sample: () => NOBODY,
    own: async (asking) => ({ params: { id: `${(await made(asking)).id}` } }),
    other_school: async (asking) => ({ params: { id: `${(await made(asking, 'there')).id}` } }),
  },
  startRails: {
    sample: () => toStart(randomUUID(), 999_999_999, { pinned: [999_999_999], partial: [999_999_999] }),
    own: async (asking) => {
      const { uuid, grade_id } = await made(asking);
      return toStart(uuid, grade_id);
    },
    other_school: async (asking) => {
      const { uuid, grade_id } = await made(asking, 'there');
      return toStart(uuid, grade_id);
    },
    other_school_grade: async (asking) => {
      const { grade_id } = await made(asking, 'there');
      return toStart((await made(asking)).uuid, grade_id);
    },
    other_school_course: async (asking) => {
      const { course_id } = await made(asking, 'there');
      const { uuid, grade_id } = await made(asking);
      return toStart(uuid, grade_id, { pinned: [course_id] });
    },
    other_school_course_in_part: async (asking) => {
      const { course_id } = await made(asking, 'there');
      const { uuid, grade_id } = await made(asking);
      return toStart(uuid, grade_id, { partial: [course_id] });
    },
  },
  stopRails: aboutRun('WAITING', {}),
  listRailPupils: aboutRun('DONE', { query: { list: 'ALL', page: '1' } as const }),
  placeRails: aboutRun('DONE', { body: { revision: 0 } }),
  enrolRails: aboutRun('DONE', {}),
  withdrawRails: aboutRun('ENROLLED', {}),
};
