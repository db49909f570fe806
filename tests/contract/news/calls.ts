import { buildChannel } from '../../support/channels.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { buildFile } from '../../support/files.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { globalChannelOf, sendToAll } from '../../support/global-channel.ts';
import { buildSurvey } from '../../support/surveys.ts';

const DRAFT = { title: 'Ausflug', content: '<p>Am Freitag.</p>', publish_at: null };
const MARKS = { is_pinned: false, is_official: false, is_public: false };
const FILE_UUID = '00000000-0000-4000-8000-000000000001';
const PREVIEW = { uuid: FILE_UUID };
const CARRIED = { files: [{ uuid: FILE_UUID, alt_name: 'Der See' }], preview: PREVIEW, survey_form_id: 999999 };
const NOWHERE = { is_notifiable: false, is_confirmable: false, channels: [], user_ids: [], ...CARRIED };
const everywhere = async ({ server, here }: Asking) => ({
  channels: [await globalChannelOf(server.test.database.kysely, here.school.id)],
});
const NOBODY = { params: { id: '999999' } };
const AT = '2026-11-17T08:00:00.000Z';
const TO_COME = '2026-11-25T08:00:00.000Z';

/** An item by somebody, published yesterday unless it says otherwise. */
async function itemOf(
  { server }: Asking,
  { school }: FullSchool,
  user_id: number,
  values: { publish_at?: string; deleted_at?: string; is_confirmable?: boolean } = {},
) {
  const { id } = await server.test.database.kysely
    .insertInto('news')
    .values({
      school_id: school.id,
      user_id,
      title: 'Ausflug',
      content: '',
      content_rendered: '<p>Text</p>',
      excerpt: '',
      publish_at: AT,
      updated_at: AT,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendToAll(server.test.database.kysely, school.id, id);
  return { params: { id: `${id}` } };
}

/** The item with a file, which is named by its uuid. */
async function withFile({ server }: Asking, { school }: FullSchool, item: { params: { id: string } }) {
  const { kysely } = server.test.database;
  const file = await buildFile(kysely, school.id, { reserved: 'news_attachment' });
  await kysely
    .insertInto('news_files')
    .values({ school_id: school.id, news_id: Number(item.params.id), file_id: file.id, position: 0 })
    .execute();
  return { item, uuid: file.uuid };
}
const deleting = async (asking: Asking, school: FullSchool, item: Promise<{ params: { id: string } }>) => ({
  body: { attachments: [(await withFile(asking, school, await item)).uuid] },
});
const describing = async (asking: Asking, school: FullSchool, item: Promise<{ params: { id: string } }>) => {
  const { item: one, uuid } = await withFile(asking, school, await item);
  return { params: { ...one.params, attachmentUuid: uuid }, body: { alt_name: 'Der See' } };
};
const LETTER = { name: 'Elternbrief.txt', content: new Blob(['Liebe Eltern']) };

type Values = Parameters<typeof itemOf>[3];
const own = (asking: Asking, values?: Values) =>
  itemOf(asking, asking.here, personOf(asking.here, asking.column).id, values);
const other = (asking: Asking, values?: Values) => itemOf(asking, asking.here, asking.here.people.other.id, values);
const foreign = (asking: Asking, values?: Values) =>
  itemOf(asking, asking.there, asking.there.people.teacher.id, values);

const CHANGE = { body: { ...DRAFT, ...MARKS, publish_at: AT, updated_at: AT } };
const WHOLE_CHANGE = { body: { ...CHANGE.body, ...NOWHERE } };
const PIN = { body: { is_pinned: false } };
const GONE = { deleted_at: '2026-11-18T08:00:00.000Z' };

const REPORT = { body: { text: 'Das ist gemein.' } };
/** Whether the school of the caller lets news be reported. */
async function moderated({ server, here }: Asking, isOn = true): Promise<void> {
  const properties = JSON.stringify({ basic_admin_content_moderation: isOn });
  const set = 'update schools set properties = properties || $1 where id = $2';
  await server.test.database.pool.query(set, [properties, here.school.id]);
}
const AS_CSV = { query: { format: 'csv' as const } };
const NO_READER = { params: { id: '999999', user_id: '999999' } };

/** Somebody of a school who is asked to confirm an item, and has a slip or confirmed it otherwise where it is theirs. */
async function readerOf(
  { server, here }: Asking,
  item: Promise<{ params: { id: string } }>,
  { of = here, via = null }: { of?: FullSchool; via?: 'paper' | 'app' | null } = {},
) {
  const { params } = await item;
  const db = server.test.database.kysely;
  const { id: user_id } = of.people.child;
  const news_id = Number(params.id);
  const { school_id } = await db
    .selectFrom('news')
    .select('school_id')
    .where('id', '=', news_id)
    .executeTakeFirstOrThrow();
  const row = { school_id, news_id, user_id, confirmed_at: AT };
  if (via && school_id === of.school.id)
    await db
      .insertInto('news_confirmations')
      .values({ ...row, via })
      .execute();
  return { params: { ...params, user_id: `${user_id}` } };
}
const PAPER = { via: 'paper' } as const;

const calls: CallsOf<'news'> = {
  feed: {
    sample: () => ({ params: { id: 'self' }, query: { page: '1', is_scheduled: '0' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  get: {
    sample: () => NOBODY,
    own,
    other,
    other_to_come: (asking) => other(asking, { publish_at: TO_COME }),
    other_school: foreign,
  },
  listChannel: {
    sample: () => ({ ...NOBODY, query: { page: '1', search: 'a' } }),
    own: async ({ server, here, column }) => {
      const db = server.test.database.kysely;
      const { id } = await buildChannel(db, here.school.id, { members: [personOf(here, column).id] });
      return { params: { id: `${id}` } };
    },
    other: async ({ server, here }) => {
      const db = server.test.database.kysely;
      const { id } = await buildChannel(db, here.school.id, { admins: [here.people.other.id] });
      return { params: { id: `${id}` } };
    },
    other_school: async ({ server, there }) => ({
      params: { id: `${await globalChannelOf(server.test.database.kysely, there.school.id)}` },
    }),
  },
  confirm: {
    sample: () => NOBODY,
    own: (asking) => own(asking, { is_confirmable: true }),
    other: (asking) => other(asking, { is_confirmable: true }),
    other_not_confirmable: other,
    other_to_come: (asking) => other(asking, { is_confirmable: true, publish_at: TO_COME }),
    other_school: (asking) => foreign(asking, { is_confirmable: true }),
  },
  listReaders: {
    sample: () => ({ ...NOBODY, query: { page: '1', is_confirmed: '1', group: 'open', search: 'a' } }),
    own: (asking) => own(asking, { is_confirmable: true }),
    other: (asking) => other(asking, { is_confirmable: true }),
    other_school: (asking) => foreign(asking, { is_confirmable: true }),
  },
  report: {
    sample: () => ({ ...NOBODY, ...REPORT }),
    own: async (asking) => (await moderated(asking), { ...(await own(asking)), ...REPORT }),
    other: async (asking) => (await moderated(asking), { ...(await other(asking)), ...REPORT }),
    other_to_come: async (asking) => ({ ...(await other(asking, { publish_at: TO_COME })), ...REPORT }),
    other_switched_off: async (asking) => (await moderated(asking, false), { ...(await other(asking)), ...REPORT }),
    other_school: async (asking) => (await moderated(asking), { ...(await foreign(asking)), ...REPORT }),
  },
  listUnreached: {
    sample: () => NOBODY,
    own: (asking) => own(asking, { is_confirmable: true }),
    other: (asking) => other(asking, { is_confirmable: true }),
    other_school: (asking) => foreign(asking, { is_confirmable: true }),
  },
  exportReaders: {
    sample: () => ({ ...NOBODY, ...AS_CSV }),
    own: async (asking) => ({ ...(await own(asking, { is_confirmable: true })), ...AS_CSV }),
    other: async (asking) => ({ ...(await other(asking, { is_confirmable: true })), ...AS_CSV }),
    other_school: async (asking) => ({ ...(await foreign(asking, { is_confirmable: true })), ...AS_CSV }),
  },
  confirmOnPaper: {
    sample: () => NO_READER,
    own: (asking) => readerOf(asking, own(asking, { is_confirmable: true })),
    other: (asking) => readerOf(asking, other(asking, { is_confirmable: true })),
    other_to_come: (asking) => readerOf(asking, other(asking, { is_confirmable: true, publish_at: TO_COME })),
    other_school: (asking) => readerOf(asking, foreign(asking, { is_confirmable: true }), { of: asking.there }),
    other_school_person: (asking) => readerOf(asking, own(asking, { is_confirmable: true }), { of: asking.there }),
  },
  removePaper: {
    sample: () => NO_READER,
    own: (asking) => readerOf(asking, own(asking, { is_confirmable: true }), PAPER),
    own_by_themselves: (asking) => readerOf(asking, own(asking, { is_confirmable: true }), { via: 'app' }),
    other: (asking) => readerOf(asking, other(asking, { is_confirmable: true }), PAPER),
    other_school: (asking) =>
      readerOf(asking, foreign(asking, { is_confirmable: true }), { of: asking.there, ...PAPER }),
    other_school_person: (asking) =>
      readerOf(asking, own(asking, { is_confirmable: true }), { of: asking.there, ...PAPER }),
  },
  notify: {
    sample: () => NOBODY,
    own: (asking) => own(asking, { is_confirmable: true }),
    other: (asking) => other(asking, { is_confirmable: true }),
    other_to_come: (asking) => other(asking, { is_confirmable: true, publish_at: TO_COME }),
    other_school: (asking) => foreign(asking, { is_confirmable: true }),
  },
  countReceivers: {
    sample: () => ({ query: { channels: '999999', users: '999998,999999' } }),
  },
  create: {
    // Refused for two reasons, so that no one value makes it good: nothing is made.
    sample: () => ({ body: { ...DRAFT, ...MARKS, ...NOWHERE, title: ' ', publish_at: '2190-01-01T00:00:00.000Z' } }),
    own: async (asking) => ({ body: { ...DRAFT, ...MARKS, ...(await everywhere(asking)) } }),
    official: async (asking) => ({ body: { ...DRAFT, ...MARKS, ...(await everywhere(asking)), is_official: true } }),
    public: async (asking) => ({ body: { ...DRAFT, ...MARKS, ...(await everywhere(asking)), is_public: true } }),
    other: async ({ server, here }) => {
      const db = server.test.database.kysely;
      const { id } = await buildChannel(db, here.school.id, { admins: [here.people.other.id] });
      return { body: { ...DRAFT, ...MARKS, channels: [id] } };
    },
    other_school: async ({ server, there }) => ({
      body: { ...DRAFT, ...MARKS, channels: [await globalChannelOf(server.test.database.kysely, there.school.id)] },
    }),
    other_school_person: ({ there }) => ({ body: { ...DRAFT, ...MARKS, user_ids: [there.people.teacher.id] } }),
    other_survey: async (asking) => {
      const { id } = await buildSurvey(asking.server, asking.here.school.id, asking.here.people.other.id, []);
      return { body: { ...DRAFT, ...MARKS, ...(await everywhere(asking)), survey_form_id: id } };
    },
    other_school_survey: async (asking) => {
      const { id } = await buildSurvey(asking.server, asking.there.school.id, asking.there.people.teacher.id, []);
      return { body: { ...DRAFT, ...MARKS, ...(await everywhere(asking)), survey_form_id: id } };
    },
  },
  upload: {
    sample: () => ({ files: [{ name: 'leer.txt', content: new Blob([]) }] }),
    own: () => ({ files: [LETTER] }),
  },
  deleteAttachments: {
    sample: () => ({ body: { attachments: [FILE_UUID] } }),
    own: (asking) => deleting(asking, asking.here, own(asking)),
    own_upload: async (asking) => {
      const { kysely } = asking.server.test.database;
      const created_by = personOf(asking.here, asking.column).id;
      const { uuid } = await buildFile(kysely, asking.here.school.id, { created_by, is_kept: false });
      return { body: { attachments: [uuid] } };
    },
    other: (asking) => deleting(asking, asking.here, other(asking)),
    other_upload: async (asking) => {
      const { kysely } = asking.server.test.database;
      const created_by = asking.here.people.other.id;
      const { uuid } = await buildFile(kysely, asking.here.school.id, { created_by, is_kept: false });
      return { body: { attachments: [uuid] } };
    },
    other_to_come: (asking) => deleting(asking, asking.here, other(asking, { publish_at: TO_COME })),
    other_school: (asking) => deleting(asking, asking.there, foreign(asking)),
  },
  describeAttachment: {
    sample: () => ({ params: { ...NOBODY.params, attachmentUuid: FILE_UUID }, body: { alt_name: 'Der See' } }),
    own: (asking) => describing(asking, asking.here, own(asking)),
    other: (asking) => describing(asking, asking.here, other(asking)),
    other_school: (asking) => describing(asking, asking.there, foreign(asking)),
  },
  translate: {
    sample: () => ({ ...NOBODY, query: { lang: 'en' } }),
    // There is no service here: who may ask is told so.
    own: async (asking) => ({ ...(await own(asking)), query: { lang: 'en' } }),
    other_to_come: async (asking) => ({ ...(await other(asking, { publish_at: TO_COME })), query: { lang: 'en' } }),
    other_school: async (asking) => ({ ...(await foreign(asking)), query: { lang: 'en' } }),
  },
  update: {
    sample: () => ({ ...NOBODY, ...WHOLE_CHANGE }),
    own: async (asking) => ({ ...(await own(asking)), ...CHANGE }),
    other: async (asking) => ({ ...(await other(asking)), ...CHANGE }),
    other_to_come: async (asking) => ({ ...(await other(asking, { publish_at: TO_COME })), ...CHANGE }),
    other_school: async (asking) => ({ ...(await foreign(asking)), ...CHANGE }),
    other_school_channel: async (asking) => {
      const channels = [await globalChannelOf(asking.server.test.database.kysely, asking.there.school.id)];
      return { ...(await own(asking)), body: { ...CHANGE.body, channels } };
    },
    other_school_person: async (asking) => {
      const user_ids = [asking.there.people.teacher.id];
      return { ...(await own(asking)), body: { ...CHANGE.body, user_ids } };
    },
    other_school_survey: async (asking) => {
      const { id } = await buildSurvey(asking.server, asking.there.school.id, asking.there.people.teacher.id, []);
      return { ...(await own(asking)), body: { ...CHANGE.body, survey_form_id: id } };
    },
  },
  remove: {
    sample: () => NOBODY,
    own,
    other,
    other_to_come: (asking) => other(asking, { publish_at: TO_COME }),
    other_school: foreign,
  },
  restore: {
    sample: () => NOBODY,
    own: (asking) => own(asking, GONE),
    other: (asking) => other(asking, GONE),
    not_deleted: own,
    other_school: (asking) => foreign(asking, GONE),
  },
  pin: {
    sample: () => ({ ...NOBODY, ...PIN }),
    own: async (asking) => ({ ...(await own(asking)), ...PIN }),
    other: async (asking) => ({ ...(await other(asking)), ...PIN }),
    other_school: async (asking) => ({ ...(await foreign(asking)), ...PIN }),
  },
  getPublic: {
    sample: ({ here }) => ({ params: { slink: here.school.slink }, query: { limit: '5' } }),
    other_school_switched_off: ({ there }) => ({ params: { slink: there.school.slink } }),
  },
  getPublicFeed: {
    // Only what fails answers JSON.
    sample: ({ there }) => ({ params: { slink: there.school.slink } }),
    own: ({ here }) => ({ params: { slink: here.school.slink } }),
    other_school_switched_off: ({ there }) => ({ params: { slink: there.school.slink } }),
  },
};

describeContract('news', calls);
