import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { jobsDone } from '../../support/notifications.ts';
import { TEST_NOW } from '../../support/server.ts';

const NOBODY = { params: { id: '999999999' } };
let made = 0;

/** Somebody who has not registered yet. */
async function putWaiting({ server }: Pick<Asking, 'server'>, whose: FullSchool) {
  made += 1;
  const name = `waiting-${made}`;
  const { id } = await server.test.database.kysely
    .insertInto('users')
    .values({
      school_id: whose.school.id,
      username: name,
      firstname: name,
      lastname: 'Wolf',
      sex: 'NONE',
      type: 'STUDENT',
      role: 'STUDENT',
      state: 'PENDING',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const draftOf = (...ids: number[]) => ({ people: { ids }, by_mail: false, language: 'de' as const });

/** Letters that somebody has ordered, without anybody in them. */
async function putRun({ server }: Pick<Asking, 'server'>, whose: FullSchool, created_by: number) {
  const { id } = await server.test.database.kysely
    .insertInto('letter_runs')
    .values({
      school_id: whose.school.id,
      by_mail: false,
      language: 'de',
      state: 'done',
      created_by,
      created_at: TEST_NOW,
      expires_at: new Date(Date.parse(TEST_NOW) + 86_400_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: `${id}` } };
}

/** Letters that the administrator has ordered, and which are there. */
async function order(asking: Asking) {
  const answer = await asking.server.request('POST', '/v1/activation-letters', {
    token: await asking.adminToken(),
    body: draftOf(await putWaiting(asking, asking.here)),
  });
  await jobsDone(asking.server);
  return { params: { id: `${answer.body.data.id}` } };
}

const ofDraft = {
  sample: () => ({ body: draftOf(999999999) }),
  own: async (asking: Asking) => ({ body: draftOf(await putWaiting(asking, asking.here)) }),
  other_school: async (asking: Asking) => ({
    body: draftOf(await putWaiting(asking, asking.here), await putWaiting(asking, asking.there)),
  }),
};
const ofRun = {
  sample: () => NOBODY,
  own: order,
  other: (asking: Asking) => putRun(asking, asking.here, asking.here.people.other.id),
  other_school: (asking: Asking) => putRun(asking, asking.there, asking.there.people.admin.id),
};

const calls: CallsOf<'activation-letters'> = {
  list: { sample: () => ({}) },
  tryLetters: ofDraft,
  create: ofDraft,
  get: ofRun,
  download: ofRun,
};

describeContract('activation-letters', calls);
