import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildAppointment, buildEvening } from '../../support/evenings.ts';
import type { FullSchool } from '../../support/full-school.ts';

const NOBODY = { params: { id: '999999' } };
const NO_TEACHER = { id: '999999', teacher_id: '999999' };
const NO_BOOKING = { params: { id: '999999', booking_id: '999999' } };
const AT = '16:00';
type Values = Parameters<typeof buildEvening>[2];

/** A teacher who teaches nobody. */
async function strangerOf({ server }: Asking, { school }: FullSchool): Promise<number> {
  const { id } = await server.test.database.kysely
    .insertInto('teachers')
    .values({ school_id: school.id, shortcut: 'Fremd', lastname: 'Fremd', source: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An evening of a school with its teacher and one who teaches nobody. */
async function made(asking: Asking, at: 'here' | 'there' = 'here', values: Values = {}) {
  const full = asking[at];
  const stranger = await strangerOf(asking, full);
  const of = { school_id: full.school.id, teachers: [full.teacher, stranger] };
  return { ...(await buildEvening(asking.server.test.database.kysely, of, values)), stranger, full };
}

const one = async (asking: Asking, at?: 'here' | 'there', values?: Values) => ({
  params: { id: `${(await made(asking, at, values)).id}` },
});

const draft = {
  name: 'Sprechtag',
  note: 'Bitte pünktlich',
  mode: 'first_come' as const,
  date: '2026-12-02',
  begins_at: '16:00',
  ends_at: '18:00',
  slot_minutes: 10,
  walking_minutes: 5,
  maximum: 3,
  maximum_of: 'family' as const,
  opens_at: '2026-11-10T08:00:00.000Z',
  closes_at: '2026-12-01T08:00:00.000Z',
};

async function changed(asking: Asking, at: 'here' | 'there') {
  const { id, updated_at } = await made(asking, at);
  return { params: { id: `${id}` }, body: { ...draft, updated_at } };
}

const presence = {
  room: 'A 12',
  begins_at: '16:10',
  ends_at: '17:50',
  is_absent: false,
  is_online: true,
  breaks: [{ begins_at: '17:00', ends_at: '17:10' }],
};

/** The part of a teacher: of the own account, of somebody else, of another school. */
async function part(
  asking: Asking,
  wanted: { evening?: 'there'; teacher?: 'there' | 'stranger' } = {},
  values?: Values,
) {
  const { id, stranger, full, updated_at } = await made(asking, wanted.evening, values);
  const teacher =
    wanted.teacher === 'stranger' ? stranger : wanted.teacher === 'there' ? asking.there.teacher : full.teacher;
  return { params: { id: `${id}`, teacher_id: `${teacher}` }, updated_at, full };
}

async function plan(...args: Parameters<typeof part>) {
  const { params } = await part(...args);
  return { params };
}
async function arranged(...args: Parameters<typeof part>) {
  const { params, updated_at } = await part(...args);
  return { params, body: { ...presence, updated_at } };
}
async function invited(asking: Asking, wanted: Parameters<typeof part>[1] & { child?: 'there' } = {}, values?: Values) {
  const { params, full } = await part(asking, wanted, values);
  const child = (wanted.child ? asking.there : full).people.child;
  return { params, body: { child_id: child.id, starts_at: AT } };
}

type Child = 'child' | 'other';
/** What parents ask for about a child. */
async function asked(
  asking: Asking,
  wanted: { evening?: 'there'; child?: Child | 'there'; teacher?: 'stranger' | 'there' } = {},
  values?: Values,
) {
  const { id, stranger, full } = await made(asking, wanted.evening, values);
  const people = wanted.child === 'there' ? asking.there.people : full.people;
  const child = people[wanted.child === 'other' ? 'other' : 'child'].id;
  const teacher =
    wanted.teacher === 'stranger' ? stranger : wanted.teacher === 'there' ? asking.there.teacher : full.teacher;
  return { id: `${id}`, child, teacher };
}
const offered = async (...args: Parameters<typeof asked>) => {
  const { id, child } = await asked(...args);
  return { params: { id, child_id: `${child}` } };
};
const booked = async (...args: Parameters<typeof asked>) => {
  const { id, child, teacher } = await asked(...args);
  return { params: { id }, body: { teacher_id: teacher, child_id: child, starts_at: AT } };
};
const NO_WISHES = { teacher_ids: [], begins_at: null, ends_at: null, updated_at: null };
const wished = async (asking: Asking, wanted: Parameters<typeof asked>[1] = {}, values: Values = WISHES) => {
  const { id, child, teacher } = await asked(asking, wanted, values);
  return { params: { id, child_id: `${child}` }, body: { ...NO_WISHES, teacher_ids: [teacher] } };
};
const waited = async (...args: Parameters<typeof asked>) => {
  const { id, child, teacher } = await asked(...args);
  return { params: { id, child_id: `${child}`, teacher_id: `${teacher}` } };
};

/** An appointment of the child, or of somebody else’s, that is booked or held. */
async function appointment(
  asking: Asking,
  wanted: { evening?: 'there'; booking?: 'there'; child?: Child; state?: 'held' | 'booked' } = {},
  values?: Values,
) {
  const db = asking.server.test.database.kysely;
  const here = await made(asking, wanted.evening, values);
  // Asked by that school itself, it is one of the evening that is named.
  const of = wanted.booking && asking.here !== asking.there ? await made(asking, 'there', values) : here;
  const { people, school, teacher } = of.full;
  const booking = await buildAppointment(db, {
    school_id: school.id,
    evening_id: of.id,
    teacher_id: teacher,
    child_id: people[wanted.child ?? 'child'].id,
    state: wanted.state ?? 'booked',
  });
  return { params: { id: `${here.id}`, booking_id: `${booking}` } };
}
const moved = async (...args: Parameters<typeof appointment>) => ({
  ...(await appointment(...args)),
  body: { starts_at: '16:40' },
});
const BEFORE = { opens_at: '2026-11-20T08:00:00.000Z' };
const AFTER = { closes_at: '2026-11-10T08:00:00.000Z' };
const DRAFT = { state: 'draft' } as const;
const WISHES = { mode: 'wishes' } as const;
const ALLOCATING = { ...WISHES, ...AFTER } as const;
const OVER = { date: '2026-11-02', opens_at: '2026-10-01T08:00:00.000Z', closes_at: '2026-11-01T08:00:00.000Z' };

const calls: CallsOf<'parents-evening'> = {
  list: { sample: () => ({}) },
  create: {
    // Refused: it has no name, and nothing fits between beginning and end.
    sample: () => ({ body: { ...draft, name: ' ', ends_at: '16:05' } }),
    own: () => ({ body: draft }),
  },
  update: {
    sample: () => ({ ...NOBODY, body: { ...draft, updated_at: '2026-11-01T08:00:00.000Z' } }),
    own: (asking) => changed(asking, 'here'),
    other_school: (asking) => changed(asking, 'there'),
  },
  publish: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here', DRAFT),
    other_school: (asking) => one(asking, 'there', DRAFT),
  },
  cancel: {
    sample: () => NOBODY,
    own: (asking) => one(asking),
    other_school: (asking) => one(asking, 'there'),
  },
  remove: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here', DRAFT),
    other_school: (asking) => one(asking, 'there', DRAFT),
  },
  getAllocation: {
    sample: () => NOBODY,
    own: (asking) => one(asking, 'here', ALLOCATING),
    wishing: (asking) => one(asking, 'here', WISHES),
    by_booking: (asking) => one(asking, 'here', AFTER),
    other_school: (asking) => one(asking, 'there', ALLOCATING),
  },
  allocate: {
    sample: () => ({ ...NOBODY, body: { revision: 'x' } }),
    // Of something else than what there is.
    own: async (asking) => ({ ...(await one(asking, 'here', ALLOCATING)), body: { revision: 'x' } }),
    wishing: async (asking) => ({ ...(await one(asking, 'here', WISHES)), body: { revision: 'x' } }),
    other_school: async (asking) => ({ ...(await one(asking, 'there', ALLOCATING)), body: { revision: 'x' } }),
  },
  listTeachers: {
    sample: () => NOBODY,
    own: (asking) => one(asking),
    other_school: (asking) => one(asking, 'there'),
  },
  getPlan: {
    sample: () => ({ params: NO_TEACHER }),
    own: (asking) => plan(asking),
    other: (asking) => plan(asking, { teacher: 'stranger' }),
    draft: (asking) => plan(asking, {}, DRAFT),
    other_school: (asking) => plan(asking, { evening: 'there' }),
    other_school_teacher: (asking) => plan(asking, { teacher: 'there' }),
  },
  setPresence: {
    sample: () => ({ params: NO_TEACHER, body: { ...presence, updated_at: '2026-11-01T08:00:00.000Z' } }),
    own: (asking) => arranged(asking),
    other: (asking) => arranged(asking, { teacher: 'stranger' }),
    over: (asking) => arranged(asking, {}, OVER),
    other_school: (asking) => arranged(asking, { evening: 'there' }),
    other_school_teacher: (asking) => arranged(asking, { teacher: 'there' }),
  },
  listPupils: {
    sample: () => ({ params: NO_TEACHER }),
    own: (asking) => plan(asking),
    other: (asking) => plan(asking, { teacher: 'stranger' }),
    other_school: (asking) => plan(asking, { evening: 'there' }),
    other_school_teacher: (asking) => plan(asking, { teacher: 'there' }),
  },
  invite: {
    sample: () => ({ params: NO_TEACHER, body: { child_id: 999999, starts_at: AT } }),
    own: (asking) => invited(asking),
    other: (asking) => invited(asking, { teacher: 'stranger' }),
    before_opens: (asking) => invited(asking, {}, BEFORE),
    draft: (asking) => invited(asking, {}, DRAFT),
    over: (asking) => invited(asking, {}, OVER),
    other_school: (asking) => invited(asking, { evening: 'there' }),
    other_school_teacher: (asking) => invited(asking, { teacher: 'there' }),
    other_school_child: (asking) => invited(asking, { child: 'there' }),
  },
  listOwn: { sample: () => ({}) },
  getFamilyPlan: {
    sample: () => NOBODY,
    own: (asking) => one(asking),
    draft: (asking) => one(asking, 'here', DRAFT),
    other_school: (asking) => one(asking, 'there'),
  },
  getOffers: {
    sample: () => ({ params: { id: '999999', child_id: '999999' } }),
    child: (asking) => offered(asking),
    other: (asking) => offered(asking, { child: 'other' }),
    draft: (asking) => offered(asking, {}, DRAFT),
    other_school: (asking) => offered(asking, { evening: 'there' }),
    other_school_child: (asking) => offered(asking, { child: 'there' }),
  },
  setWishes: {
    sample: () => ({ params: { id: '999999', child_id: '999999' }, body: { ...NO_WISHES, teacher_ids: [999999] } }),
    child: (asking) => wished(asking),
    other: (asking) => wished(asking, { child: 'other' }),
    not_taught: (asking) => wished(asking, { teacher: 'stranger' }),
    by_booking: (asking) => wished(asking, {}, {}),
    after_closes: (asking) => wished(asking, {}, ALLOCATING),
    draft: (asking) => wished(asking, {}, DRAFT),
    other_school: (asking) => wished(asking, { evening: 'there' }),
    other_school_teacher: (asking) => wished(asking, { teacher: 'there' }),
    other_school_child: (asking) => wished(asking, { child: 'there' }),
  },
  book: {
    sample: () => ({ ...NOBODY, body: { teacher_id: 999999, child_id: 999999, starts_at: AT } }),
    child: (asking) => booked(asking),
    other: (asking) => booked(asking, { child: 'other' }),
    not_taught: (asking) => booked(asking, { teacher: 'stranger' }),
    before_opens: (asking) => booked(asking, {}, BEFORE),
    after_closes: (asking) => booked(asking, {}, AFTER),
    draft: (asking) => booked(asking, {}, DRAFT),
    other_school: (asking) => booked(asking, { evening: 'there' }),
    other_school_teacher: (asking) => booked(asking, { teacher: 'there' }),
    other_school_child: (asking) => booked(asking, { child: 'there' }),
  },
  accept: {
    sample: () => NO_BOOKING,
    child: (asking) => appointment(asking, { state: 'held' }),
    other: (asking) => appointment(asking, { state: 'held', child: 'other' }),
    other_school: (asking) => appointment(asking, { evening: 'there', state: 'held' }),
    other_school_booking: (asking) => appointment(asking, { booking: 'there', state: 'held' }),
  },
  move: {
    sample: () => ({ ...NO_BOOKING, body: { starts_at: AT } }),
    child: (asking) => moved(asking),
    other: (asking) => moved(asking, { child: 'other' }),
    after_closes: (asking) => moved(asking, {}, AFTER),
    other_school: (asking) => moved(asking, { evening: 'there' }),
    other_school_booking: (asking) => moved(asking, { booking: 'there' }),
  },
  cancelBooking: {
    sample: () => NO_BOOKING,
    child: (asking) => appointment(asking),
    other: (asking) => appointment(asking, { child: 'other' }),
    after_closes: (asking) => appointment(asking, {}, AFTER),
    over: (asking) => appointment(asking, {}, OVER),
    other_school: (asking) => appointment(asking, { evening: 'there' }),
    other_school_booking: (asking) => appointment(asking, { booking: 'there' }),
  },
  wait: {
    sample: () => ({ params: { id: '999999', child_id: '999999', teacher_id: '999999' } }),
    // Something is free: nobody waits.
    child: (asking) => waited(asking),
    other: (asking) => waited(asking, { child: 'other' }),
    not_taught: (asking) => waited(asking, { teacher: 'stranger' }),
    other_school: (asking) => waited(asking, { evening: 'there' }),
    other_school_child: (asking) => waited(asking, { child: 'there' }),
    other_school_teacher: (asking) => waited(asking, { teacher: 'there' }),
  },
  stopWaiting: {
    sample: () => ({ params: { id: '999999', child_id: '999999', teacher_id: '999999' } }),
    child: (asking) => waited(asking),
    other: (asking) => waited(asking, { child: 'other' }),
    other_school: (asking) => waited(asking, { evening: 'there' }),
    other_school_child: (asking) => waited(asking, { child: 'there' }),
    other_school_teacher: (asking) => waited(asking, { teacher: 'there' }),
  },
};

describeContract('parents-evening', calls);
