import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';

const RANGE = { begins_at: '2026-11-16', ends_at: '2026-11-20' };

const plan = (entity: 'users' | 'grades' | 'teachers' | 'bookables' | 'courses', id: number) => ({
  params: { entity, id: `${id}` },
  query: RANGE,
});
const publicPlan = (slink: string, entity: 'grades' | 'teachers' | 'bookables' | 'courses', id: number) => ({
  params: { slink, entity, id: `${id}` },
});

const mark = (entity: 'users' | 'grades', id: number) => ({
  params: { entity, id: `${id}` },
  body: { is_favourite: true },
});

const colored = (id: number, course_id: number) => ({
  params: { id: `${id}` },
  body: { course_id, color: 'violet' as const },
});

/** The lesson of a Monday, of a course that the student takes. */
async function monday({ server, here, there }: Asking, at: 'here' | 'there' = 'here') {
  const { school } = at === 'here' ? here : there;
  const { lesson_id } = await server.test.database.kysely
    .selectFrom('lessons')
    .select('lesson_id')
    .where('school_id', '=', school.id)
    .where('weekday', '=', 1)
    .executeTakeFirstOrThrow();
  return { params: { lesson_id: `${lesson_id}`, date: '2026-11-16' } };
}
async function task(asking: Asking, at: 'here' | 'there' = 'here') {
  const place = await monday(asking, at);
  // Whoever asks has just read it: those who asked before have written it.
  const { updated_at } = (await asking.server.test.database.kysely
    .selectFrom('lesson_tasks')
    .select('updated_at')
    .where('lesson_id', '=', Number(place.params.lesson_id))
    .executeTakeFirst()) ?? { updated_at: null };
  return { ...place, body: { text: 'Seite 12', is_for_pupils: true, updated_at } };
}

const calls: CallsOf<'timetable'> = {
  get: {
    sample: ({ here }) => plan('users', here.people.student.id),
    'users:self': ({ here, column }) => plan('users', personOf(here, column).id),
    'users:child': ({ here }) => plan('users', here.people.child.id),
    'users:other': ({ here }) => plan('users', here.people.other.id),
    'users:other_school': ({ there }) => plan('users', there.people.student.id),
    'grades:own': ({ here }) => plan('grades', here.grade),
    'grades:other_school': ({ there }) => plan('grades', there.grade),
    'teachers:own': ({ here }) => plan('teachers', here.teacher),
    'teachers:other_school': ({ there }) => plan('teachers', there.teacher),
    'bookables:own': ({ here }) => plan('bookables', here.bookable),
    'bookables:other_school': ({ there }) => plan('bookables', there.bookable),
    'courses:own': ({ here }) => plan('courses', here.course),
    'courses:other_school': ({ there }) => plan('courses', there.course),
  },
  getPublic: {
    sample: ({ here }) => ({ ...publicPlan(here.school.slink, 'grades', here.grade), query: RANGE }),
    'grades:own': ({ here }) => publicPlan(here.school.slink, 'grades', here.grade),
    'bookables:own': ({ here }) => publicPlan(here.school.slink, 'bookables', here.bookable),
    'courses:own': ({ here }) => publicPlan(here.school.slink, 'courses', here.course),
    'teachers:own': ({ here }) => publicPlan(here.school.slink, 'teachers', here.teacher),
    'grades:other_school': ({ here, there }) => publicPlan(here.school.slink, 'grades', there.grade),
    other_school_switched_off: ({ there }) => publicPlan(there.school.slink, 'grades', there.grade),
  },
  getTask: { sample: monday, own: monday, other_school: (asking) => monday(asking, 'there') },
  setTask: { sample: task, own: task, other_school: (asking) => task(asking, 'there') },
  listFavourites: { sample: () => ({}) },
  listFreeRooms: {
    sample: () => ({ query: { date: '2026-11-18' } }),
  },
  search: {
    sample: () => ({ query: { keyword: '10', entity: 'grades' } }),
  },
  setCourseColor: {
    sample: ({ here, column }) => colored(personOf(here, column).id, here.course),
    self: ({ here, column }) => colored(personOf(here, column).id, here.course),
    other: ({ here }) => colored(here.people.other.id, here.course),
    other_school: ({ here, there }) => colored(there.people.student.id, here.course),
    other_school_course: ({ here, there, column }) => colored(personOf(here, column).id, there.course),
  },
  setFavourite: {
    sample: ({ here }) => mark('grades', here.grade),
    'grades:own': ({ here }) => mark('grades', here.grade),
    'grades:other_school': ({ there }) => mark('grades', there.grade),
    'users:other': ({ here }) => mark('users', here.people.other.id),
    'users:other_school': ({ there }) => mark('users', there.people.student.id),
  },
};

describeContract('timetable', calls);
