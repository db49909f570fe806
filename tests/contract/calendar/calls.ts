import { buildChannel } from '../../support/channels.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { buildEvent, buildImport, EVENT_MADE_AT } from '../../support/events.ts';

const dbOf = ({ server }: Asking) => server.test.database.kysely;
const meOf = (asking: Asking) => personOf(asking.here, asking.column).id;

/** An event that asks for answers: of the caller, of somebody else with or without them, and of another school. */
type Part = 'own' | 'invited' | 'other' | 'other_school';
async function eventOf(asking: Asking, part: Part) {
  const { school, people } = part === 'other_school' ? asking.there : asking.here;
  const author = part === 'own' ? meOf(asking) : part === 'other_school' ? people.teacher.id : people.other.id;
  const users = part === 'invited' ? [meOf(asking)] : part === 'other_school' ? [author] : [];
  return {
    params: { id: `${await buildEvent(dbOf(asking), school.id, author, { users }, { answers_for: 'author' })}` },
  };
}
const NOBODY = { params: { id: '999999' } };

const DRAFT = {
  name: 'Elternabend',
  is_all_day: false,
  begins_at: '2026-11-20T18:00:00Z',
  ends_at: '2026-11-20T19:30:00Z',
  category: 'MEETING' as const,
  location: 'Aula',
  description: 'Bitte pünktlich.',
  is_notifiable: false,
  participants_visible: true,
  channels: [] as number[],
  users: [] as number[],
  repeats: { rule: 'FREQ=WEEKLY;COUNT=3', skips_holidays: true },
};
const CHANGE = { ...DRAFT, scope: 'this' as const, updated_at: EVENT_MADE_AT };
/** The channels of a school: the first one of somebody else. */
const channelOf = async (asking: Asking, { school, people }: Asking['here'] = asking.here) =>
  (await buildChannel(dbOf(asking), school.id, { admins: [people.other.id] })).id;
const changing = (part: Part) => async (asking: Asking) => ({ ...(await eventOf(asking, part)), body: CHANGE });
const removing = (part: Part) => async (asking: Asking) => ({
  ...(await eventOf(asking, part)),
  body: { is_notifiable: true, scope: 'this' as const },
});
const answering = (part: Part) => async (asking: Asking) => ({
  ...(await eventOf(asking, part)),
  body: { answer: 'yes' as const },
});
const listing = (part: Part) => async (asking: Asking) => ({
  ...(await eventOf(asking, part)),
  query: { answer: 'open' as const },
});
const reminding = (part: Part) => async (asking: Asking) => ({
  ...(await eventOf(asking, part)),
  body: { minutes: [60], scope: 'this' as const },
});
const FILE =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Fest\r\nDTSTART:20261120T180000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
const files = () => [{ name: 'Termine.ics', content: new Blob([FILE]) }];
/** An import that was tried, or carried out: of the caller, of somebody else, or of another school. */
async function importOf(asking: Asking, part: 'own' | 'other' | 'other_school', state: 'TRIED' | 'APPLIED') {
  const { school, people } = part === 'other_school' ? asking.there : asking.here;
  const user_id = part === 'own' ? meOf(asking) : part === 'other' ? people.other.id : people.teacher.id;
  const id = await buildImport(dbOf(asking), school.id, user_id, state);
  return { params: { id: `${id}` } };
}
const applying = (part: 'own' | 'other' | 'other_school') => async (asking: Asking) => ({
  ...(await importOf(asking, part, 'TRIED')),
  body: { channels: [] },
});
const applyingFor = (place: 'here' | 'there') => async (asking: Asking) => ({
  ...(await importOf(asking, 'own', 'TRIED')),
  body: { channels: [await channelOf(asking, asking[place])] },
});

const calls: CallsOf<'calendar'> = {
  list: { sample: () => ({ query: { page: '1', scroll: 'past' } }) },
  listRange: { sample: () => ({ query: { from: '2026-11-16', to: '2026-11-22', fields: 'description,channels' } }) },
  listLocations: { sample: () => ({}) },
  listDates: { sample: () => ({ query: { from: '2026-11-20', rule: 'FREQ=WEEKLY;COUNT=3' } }) },
  findTimes: {
    sample: () => ({ query: { from: '2026-11-20', minutes: '45', users: '999999' } }),
    own: (asking) => ({ query: { from: '2026-11-20', minutes: '45', users: `${meOf(asking)}` } }),
    other_school: ({ there }) => ({
      query: { from: '2026-11-20', minutes: '45', users: `${there.people.teacher.id}` },
    }),
    event: async (asking) => ({
      query: {
        from: '2026-11-20',
        minutes: '45',
        users: `${meOf(asking)}`,
        event: (await eventOf(asking, 'other')).params.id,
      },
    }),
  },
  get: {
    sample: () => NOBODY,
    own: (asking) => eventOf(asking, 'own'),
    invited: (asking) => eventOf(asking, 'invited'),
    other: (asking) => eventOf(asking, 'other'),
    other_school: (asking) => eventOf(asking, 'other_school'),
  },
  create: {
    // Refused twice over: a sample creates nothing.
    sample: () => ({ body: { ...DRAFT, channels: [999_999], users: [999_999] } }),
    own: () => ({ body: DRAFT }),
    other: async (asking) => ({ body: { ...DRAFT, channels: [await channelOf(asking)] } }),
    other_school: async (asking) => ({ body: { ...DRAFT, channels: [await channelOf(asking, asking.there)] } }),
    other_school_person: ({ there }) => ({ body: { ...DRAFT, users: [there.people.teacher.id] } }),
  },
  update: {
    sample: () => ({ ...NOBODY, body: { ...CHANGE, channels: [999_999], users: [999_999] } }),
    own: changing('own'),
    invited: changing('invited'),
    other: changing('other'),
    other_school: changing('other_school'),
    other_school_channel: async (asking) => ({
      ...(await eventOf(asking, 'own')),
      body: { ...CHANGE, channels: [await channelOf(asking, asking.there)] },
    }),
    other_school_person: async (asking) => ({
      ...(await eventOf(asking, 'own')),
      body: { ...CHANGE, users: [asking.there.people.teacher.id] },
    }),
  },
  answer: {
    sample: () => ({ ...NOBODY, body: { answer: 'maybe' } }),
    own: answering('own'),
    invited: answering('invited'),
    other: answering('other'),
    other_school: answering('other_school'),
  },
  listAnswers: {
    sample: () => ({ ...NOBODY, query: { page: '1', answer: 'open' } }),
    own: listing('own'),
    invited: listing('invited'),
    other: listing('other'),
    other_school: listing('other_school'),
  },
  remove: {
    sample: () => ({ ...NOBODY, body: { is_notifiable: true, scope: 'all' } }),
    own: removing('own'),
    invited: removing('invited'),
    other: removing('other'),
    other_school: removing('other_school'),
  },
  getReminders: {
    sample: () => NOBODY,
    own: (asking) => eventOf(asking, 'own'),
    invited: (asking) => eventOf(asking, 'invited'),
    other: (asking) => eventOf(asking, 'other'),
    other_school: (asking) => eventOf(asking, 'other_school'),
  },
  setReminders: {
    sample: () => ({ ...NOBODY, body: { minutes: [60], scope: 'this' } }),
    own: reminding('own'),
    invited: reminding('invited'),
    other: reminding('other'),
    other_school: reminding('other_school'),
  },
  listImports: { sample: () => ({}) },
  tryImport: { sample: () => ({ body: {}, files: files() }) },
  applyImport: {
    sample: () => ({ ...NOBODY, body: { channels: [] } }),
    own: applying('own'),
    other: applying('other'),
    other_school: applying('other_school'),
    other_channel: applyingFor('here'),
    other_school_channel: applyingFor('there'),
  },
  undoImport: {
    sample: () => NOBODY,
    own: (asking) => importOf(asking, 'own', 'APPLIED'),
    other: (asking) => importOf(asking, 'other', 'APPLIED'),
    other_school: (asking) => importOf(asking, 'other_school', 'APPLIED'),
  },
  getUsualReminders: { sample: () => ({}) },
  setUsualReminders: { sample: () => ({ body: { minutes: [] } }) },
};

describeContract('calendar', calls);
