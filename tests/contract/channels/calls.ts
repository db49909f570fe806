import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { chatOf } from '../../support/notifications.ts';

const calls: CallsOf<'channels'> = {
  getPersonal: { sample: () => ({}) },
  listMessages: {
    sample: async ({ server, here, column }) => ({
      params: { chatId: String(await chatOf(server, personOf(here, column).id)) },
      query: { page: '1', is_read: '0' },
    }),
    other: async ({ server, here }) => ({ params: { chatId: String(await chatOf(server, here.people.other.id)) } }),
    other_school: async ({ server, there }) => ({
      params: { chatId: String(await chatOf(server, there.people.student.id)) },
    }),
  },
};

describeContract('channels', calls);
