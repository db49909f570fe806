import { buildChoice } from '../../support/choices.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { FullSchool } from '../../support/full-school.ts';

const OVER = '2026-11-10T08:00:00.000Z';
const LATER = '2026-12-01T08:00:00.000Z';
const NOBODY = { params: { id: '999999' } };

const made = (
  { server }: Asking,
  { school, grade }: FullSchool,
  closes_at = OVER,
  state: 'open' | 'drafted' = 'open',
) => buildChoice(server.test.database.kysely, { school_id: school.id, grade_id: grade, closes_at }, state);
/** The options of another school's choice; asked for by that school itself, those of the choice that is named. */
const foreign = (asking: Asking, own: Awaited<ReturnType<typeof made>>, closes_at = OVER) =>
  asking.here === asking.there ? own : made(asking, asking.there, closes_at);
const one = async (asking: Asking, at: 'here' | 'there', closes_at?: string, state?: 'open' | 'drafted') => ({
  params: { id: `${(await made(asking, asking[at], closes_at, state)).id}` },
});

const toNew = ({ options, ...rest }: ReturnType<typeof draft>) => ({
  ...rest,
  options: options.map(({ id: _, ...option }) => option),
});
const draft = (grade: number) => ({
  title: 'AGs',
  about: 'Für alle',
  grade_ids: [grade],
  opens_at: '2026-11-01T08:00:00.000Z',
  closes_at: LATER,
  wishes_count: 2,
  who: 'both' as const,
  options: [
    { id: null, title: 'Chor', capacity: 20, minimum: 5 },
    { id: null, title: 'Schach', capacity: 20, minimum: 5 },
  ],
});

/** A change of a choice that is there, of either school. */
async function changed(asking: Asking, at: 'here' | 'there', values: object = {}) {
  const { id, updated_at } = await made(asking, asking[at]);
  return { params: { id: `${id}` }, body: { ...draft(asking[at].grade), updated_at, ...values } };
}

async function moved(
  asking: Asking,
  wanted: { choice?: 'there'; person?: 'there'; option?: 'there'; former?: 'there' },
) {
  const own = await made(asking, asking[wanted.choice ?? 'here'], OVER, 'drafted');
  const other = await foreign(asking, own);
  return {
    params: { id: `${own.id}`, user_id: `${asking[wanted.person ?? wanted.choice ?? 'here'].people.other.id}` },
    body: {
      option_id: (wanted.option ? other : own).options[0]?.id ?? 0,
      former_id: wanted.former ? (other.options[0]?.id ?? 0) : null,
      is_over: false,
    },
  };
}

async function wished(
  asking: Asking,
  user: number,
  wanted: { choice?: 'there'; option?: 'there'; former?: 'there' } = {},
) {
  const own = await made(asking, asking[wanted.choice ?? 'here'], LATER);
  const other = await foreign(asking, own, LATER);
  const idsOf = (choice: typeof own) => choice.options.map(({ id }) => id);
  return {
    params: { id: `${user}`, choice_id: `${own.id}` },
    body: {
      wishes: wanted.option ? idsOf(other) : idsOf(own),
      former: wanted.former ? idsOf(other).slice(0, 1) : [],
    },
  };
}

const calls: CallsOf<'choices'> = {
  list: { sample: () => ({}) },
  create: {
    // Refused: it ends before it begins, and its options have one name.
    sample: ({ here }) => {
      const wrong = draft(here.grade);
      const options = wrong.options.map((option) => ({ ...option, title: 'Chor' }));
      return { body: toNew({ ...wrong, closes_at: '2026-10-01T08:00:00.000Z', options }) };
    },
    own: ({ here }) => ({ body: toNew(draft(here.grade)) }),
    other_school_grade: ({ there }) => ({ body: toNew(draft(there.grade)) }),
  },
  update: {
    sample: ({ here }) => ({
      ...NOBODY,
      body: { ...draft(here.grade), updated_at: '2026-11-01T08:00:00.000Z' },
    }),
    own: (asking) => changed(asking, 'here'),
    other_school: (asking) => changed(asking, 'there'),
    other_school_grade: (asking) => changed(asking, 'here', { grade_ids: [asking.there.grade] }),
    other_school_option: async (asking) => {
      const own = await made(asking, asking.here);
      const { options } = await foreign(asking, own);
      const named = draft(asking.here.grade).options.map((one, at) => ({ ...one, id: options[at]?.id ?? 0 }));
      const body = { ...draft(asking.here.grade), updated_at: own.updated_at, options: named };
      return { params: { id: `${own.id}` }, body };
    },
  },
  remove: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here'),
    other_school: (asking) => one(asking, 'there'),
  },
  listPeople: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here'),
    other_school: (asking) => one(asking, 'there'),
  },
  listClosings: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here'),
    other_school: (asking) => one(asking, 'there'),
  },
  allocate: {
    sample: () => ({ ...NOBODY, body: { closed_ids: [999999] } }),
    own: async (asking) => ({ ...(await one(asking, 'here')), body: { closed_ids: [] } }),
    other_school: async (asking) => ({ ...(await one(asking, 'there')), body: { closed_ids: [] } }),
    other_school_option: async (asking) => {
      const own = await made(asking, asking.here);
      const { options } = await foreign(asking, own);
      return { params: { id: `${own.id}` }, body: { closed_ids: options.map(({ id }) => id) } };
    },
  },
  move: {
    sample: () => ({
      params: { id: '999999', user_id: '999999' },
      body: { option_id: 999999, former_id: 999999, is_over: false },
    }),
    own: (asking) => moved(asking, {}),
    other_school: (asking) => moved(asking, { choice: 'there' }),
    other_school_person: (asking) => moved(asking, { person: 'there' }),
    other_school_option: (asking) => moved(asking, { option: 'there' }),
    other_school_former: (asking) => moved(asking, { former: 'there' }),
  },
  publish: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here', OVER, 'drafted'),
    other_school: (asking) => one(asking, 'there', OVER, 'drafted'),
  },
  listOwn: {
    sample: ({ here }) => ({ params: { id: `${here.people.student.id}` } }),
    self: ({ here, column }) => ({ params: { id: `${personOf(here, column).id}` } }),
    child: ({ here }) => ({ params: { id: `${here.people.child.id}` } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  setWishes: {
    sample: ({ here }) => ({
      params: { id: `${here.people.student.id}`, choice_id: '999999' },
      body: { wishes: [999999], former: [999999] },
    }),
    self: (asking) => wished(asking, personOf(asking.here, asking.column).id),
    child: (asking) => wished(asking, asking.here.people.child.id),
    other: (asking) => wished(asking, asking.here.people.other.id),
    other_school: (asking) => wished(asking, asking.there.people.student.id, { choice: 'there' }),
    other_school_choice: (asking) => wished(asking, asking.here.people.student.id, { choice: 'there' }),
    other_school_option: (asking) => wished(asking, asking.here.people.student.id, { option: 'there' }),
    other_school_former: (asking) => wished(asking, asking.here.people.student.id, { former: 'there' }),
  },
};

describeContract('choices', calls);
