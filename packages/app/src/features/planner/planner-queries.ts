import { applyEdits, type EditsDone, plannerApi } from '@kreide/core/features/planner';
import { structureApi } from '@kreide/core/features/structure';
import { mutationOf, queryOf, updateQueries } from '../../kernel/data.ts';

export const overviewQuery = queryOf(plannerApi.listVersions, {}, { staleTime: 0 });
export const yearsQuery = queryOf(structureApi.listYears, {}, { staleTime: 0 });

const options = { messages: false, touches: [plannerApi.listVersions] };
export const createVersion = mutationOf(plannerApi.createVersion, options);
export const publishVersion = mutationOf(plannerApi.publish, {
  messages: false,
  touches: [plannerApi.listVersions, plannerApi.getCurrent],
});

export const currentQuery = (version_uuid: string | undefined) =>
  queryOf(plannerApi.getCurrent, { query: { version_uuid } }, { staleTime: 0 });
export const pushEdits = mutationOf(plannerApi.push, options);
export const popEdits = mutationOf(plannerApi.pop, options);
export const redoEdits = mutationOf(plannerApi.redo, options);
export const renameVersion = mutationOf(plannerApi.updateVersion, options);
export const removeVersion = mutationOf(plannerApi.removeVersion, options);
export const restoreVersion = mutationOf(plannerApi.restoreVersion, options);

export const obstaclesQuery = (id: string) => queryOf(plannerApi.listObstacles, { params: { id } }, { staleTime: 0 });
export const proposalsQuery = (id: string) => queryOf(plannerApi.listProposals, { params: { id } }, { staleTime: 0 });
const proposing = { messages: false, touches: [plannerApi.listProposals] };
export const startProposal = mutationOf(plannerApi.startProposal, proposing);
export const stopProposal = mutationOf(plannerApi.stopProposal, proposing);

/** Shows what a push or pop left. */
export const showEdits = (done: EditsDone) => updateQueries(plannerApi.getCurrent, (state) => applyEdits(state, done));
