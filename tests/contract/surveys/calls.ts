import { randomUUID } from 'node:crypto';
import { buildChannel } from '../../support/channels.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { type BuiltSurvey, buildSurvey } from '../../support/surveys.ts';

const meOf = (asking: Asking) => personOf(asking.here, asking.column).id;
/** Somebody of the school who is none of the columns. */
const otherOf = (asking: Asking) => asking.here.people.other.id;

type Part = 'own' | 'member' | 'ended' | 'former' | 'stranger' | 'other_school';

/** A survey, and who the caller is to it: its author, in its channel, in it no more, nobody; of another school. */
async function build(asking: Asking, part: Part): Promise<BuiltSurvey & { chat_id: number }> {
  const [me, other] = [meOf(asking), otherOf(asking)];
  const school = part === 'other_school' ? asking.there : asking.here;
  const author = part === 'own' ? me : part === 'other_school' ? asking.there.people.teacher.id : other;
  const people = {
    own: { admins: [other], members: [me] },
    member: { admins: [other], members: [me] },
    ended: { admins: [other], members: [me] },
    former: { admins: [other], former: [me] },
    stranger: { admins: [other] },
    other_school: { admins: [asking.there.people.teacher.id] },
  }[part];
  const channel = await buildChannel(asking.server.test.database.kysely, school.school.id, people);
  const values = part === 'ended' ? { ended_at: '2026-11-10T08:00:00Z' } : {};
  const survey = await buildSurvey(asking.server, school.school.id, author, [channel.id], values);
  return { ...survey, chat_id: channel.chat_id };
}

/** The calls of an endpoint on a survey with each relation to it. */
function on<Args extends object>(make: (of: BuiltSurvey & { chat_id: number }) => Args) {
  const with_ = (part: Part) => async (asking: Asking) => make(await build(asking, part));
  const nobody = { id: 999999, uuid: randomUUID(), question_uuid: randomUUID(), chat_id: 999999 };
  return {
    sample: () => make({ ...nobody, question_id: 999999, options: [999999] }),
    own: with_('own'),
    member: with_('member'),
    former: with_('former'),
    stranger: with_('stranger'),
    other_school: with_('other_school'),
  };
}

const one = on(({ id }) => ({ params: { id: `${id}` } }));
const answer = ({ id, question_uuid, options }: BuiltSurvey) => ({
  params: { id: `${id}` },
  body: { votes: [{ question_uuid, options: options.slice(0, 1) }], new_option: [] as never[] },
});
const ended = async (asking: Asking) => answer(await build(asking, 'ended'));
const QUESTION = {
  question: 'Wohin?',
  type: 'single' as const,
  has_user_option: false,
  is_shared: false,
  options: [{ name: 'Wald' }, { name: 'See' }],
};
const DRAFT = { results_visibility: 'after' as const, is_anonymous: true, expires_at: '2026-12-18T07:00:00.000Z' };

const calls: CallsOf<'surveys'> = {
  create: {
    // Refused for two reasons, so that no one value makes it good: nothing is made.
    sample: () => ({ body: { ...DRAFT, questions: [], expires_at: '2026-01-18T07:00:00.000Z' } }),
    own: () => ({ body: { ...DRAFT, questions: [QUESTION] } }),
  },
  get: one,
  remove: one,
  end: one,
  vote: {
    ...on(answer),
    ended,
    sample: () => ({
      params: { id: '999999' },
      body: {
        votes: [{ question_uuid: randomUUID(), options: [999999] }],
        new_option: [{ question_uuid: randomUUID(), name: 'Meer' }],
      },
    }),
  },
  translate: on(({ id }) => ({ params: { id: `${id}` }, query: { lang: 'en' } })),
  revoke: { ...one, ended: async (asking) => ({ params: (await ended(asking)).params }) },
  listVoters: {
    ...one,
    sample: () => ({ params: { id: '999999' }, query: { is_voted: '0', page: '1', search: 'ada' } }),
  },
  exportResults: one,
  send: {
    ...on(({ uuid, chat_id }) => ({
      params: { chatId: `${chat_id}` },
      body: { uuid: randomUUID(), content: '', survey_uuid: uuid },
    })),
    sample: () => ({
      params: { chatId: '999999' },
      body: { uuid: randomUUID(), content: 'Bitte', survey_form_id: 999999, survey_uuid: randomUUID() },
    }),
    form: async (asking) => {
      const { id, chat_id } = await build(asking, 'own');
      return { params: { chatId: `${chat_id}` }, body: { uuid: randomUUID(), content: '', survey_form_id: id } };
    },
    other_school_chat: async (asking) => {
      const { uuid } = await build(asking, 'own');
      const { chat_id } = await build(asking, 'other_school');
      return { params: { chatId: `${chat_id}` }, body: { uuid: randomUUID(), content: '', survey_uuid: uuid } };
    },
    other_school_form: async (asking) => {
      const { chat_id } = await build(asking, 'own');
      const { id } = await build(asking, 'other_school');
      return { params: { chatId: `${chat_id}` }, body: { uuid: randomUUID(), content: '', survey_form_id: id } };
    },
  },
};

describeContract('surveys', calls);
