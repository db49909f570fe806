import { randomUUID } from 'node:crypto';
import { PROPOSAL_START } from '../../../packages/core/src/features/planner/index.ts';
import { USUAL_WEIGHTS } from '../../../packages/core/src/features/planner/proposal/index.ts';
import { toJsonText } from '../../../packages/server/src/kernel/data/json.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { buildUnit, buildVersion } from '../../support/planner.ts';
import { TEST_NOW } from '../../support/server.ts';

type Calls = CallsOf<'planner'>;

const settings = { ...PROPOSAL_START, mode: 'WHOLE', grade_ids: [], seconds: 5, weights: USUAL_WEIGHTS } as const;

async function made({ server, here, there }: Asking, at: 'here' | 'there' = 'here') {
  const { school, people } = at === 'here' ? here : there;
  const { kysely } = server.test.database;
  const features = ['ai_schedule_planner'];
  await kysely.updateTable('schools').set({ features }).where('id', '=', school.id).execute();
  const version = await buildVersion(kysely, school, { created_by: people.admin.id });
  return { ...version, school };
}

const toStart = ({ uuid }: { uuid: string }, rest: object = {}) => ({
  body: { ...settings, grade_ids: [] as number[], version_uuid: uuid, revision: 0, ...rest },
});

/** Ends what an earlier call has started: its version would come while others are made. */
async function forgetProposals({ server, here, there }: Asking, at: 'here' | 'there' = 'here') {
  const { school } = at === 'here' ? here : there;
  await server.test.database.kysely.deleteFrom('planner_proposals').where('school_id', '=', school.id).execute();
}

/** A proposal that waits to be computed. */
async function waiting(asking: Asking, at: 'here' | 'there' = 'here') {
  await forgetProposals(asking, at);
  const { id, school } = await made(asking, at);
  return asking.server.test.database.kysely
    .insertInto('planner_proposals')
    .values({
      school_id: school.id,
      planner_version_id: id,
      base_revision: 0,
      settings: toJsonText({ ...settings, grade_ids: [] }),
      state: 'WAITING',
      created_at: new Date(TEST_NOW).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

const toParams = ({ id }: { id: number }) => ({ params: { id: `${id}` } });

type Kept = 'listObstacles' | 'listProposals' | 'startProposal' | 'stopProposal' | 'listWishes' | 'setWish';

/** A room of a school, and a time of its week. */
async function room(asking: Asking, at: 'here' | 'there' = 'here') {
  const { school } = await made(asking, at);
  const { kysely } = asking.server.test.database;
  const id = await buildUnit(kysely, school.id, 'bookables', { shortcut: `R${randomUUID().slice(0, 8)}` });
  return { params: { entity: 'bookables' as const, id: `${id}` } };
}
const wish = { body: { weekday: 1, hour: '1', wish: -3 } };

export const proposalCalls: Pick<Calls, Kept> = {
  listWishes: {
    sample: () => ({ params: { entity: 'bookables', id: '999999999' } }),
    own: (asking) => room(asking),
    other_school: (asking) => room(asking, 'there'),
  },
  setWish: {
    sample: () => ({ params: { entity: 'bookables', id: '999999999' }, ...wish }),
    own: async (asking) => ({ ...(await room(asking)), ...wish }),
    other_school: async (asking) => ({ ...(await room(asking, 'there')), ...wish }),
  },
  listObstacles: {
    sample: () => ({ params: { id: '999999999' } }),
    own: async (asking) => toParams(await made(asking)),
    other_school: async (asking) => toParams(await made(asking, 'there')),
  },
  listProposals: {
    sample: () => ({ params: { id: '999999999' } }),
    own: async (asking) => toParams(await made(asking)),
    other_school: async (asking) => toParams(await made(asking, 'there')),
  },
  startProposal: {
    sample: () => toStart({ uuid: randomUUID() }, { mode: 'CLASSES', grade_ids: [999_999_999] }),
    own: async (asking) => {
      await forgetProposals(asking);
      return toStart(await made(asking));
    },
    other_school: async (asking) => toStart(await made(asking, 'there')),
    other_school_grade: async (asking) => {
      const version = await made(asking);
      const { id } = await asking.server.test.database.kysely
        .insertInto('grades')
        .values({ school_id: asking.there.school.id, shortcut: '5g', source: 'manual' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return toStart(version, { mode: 'CLASSES', grade_ids: [id] });
    },
  },
  stopProposal: {
    sample: () => ({ params: { id: '999999999' } }),
    own: async (asking) => toParams(await waiting(asking)),
    other_school: async (asking) => toParams(await waiting(asking, 'there')),
  },
};
