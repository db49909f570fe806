import {
  applyToAnswer,
  type EditorAnswer,
  type EditorState,
  type EditsTold,
  editorOf,
  isBehind,
  plannerApi,
  RAIL_PUPILS_PAGE,
  type RailList,
} from '@kreide/core/features/planner';
import { structureApi } from '@kreide/core/features/structure';
import type { ApiError, ArgsOf } from '@kreide/core/kernel';
import { queryOptions } from '@tanstack/react-query';
import { infiniteQueryOf, mutationOf, queryOf, updateQueries } from '../../kernel/data.ts';
import { type EndpointKey, keyOf } from '../../kernel/keys.ts';
import { queries } from '../../kernel/query.ts';

export const overviewQuery = queryOf(plannerApi.listVersions, {}, { staleTime: 0 });
export const yearsQuery = queryOf(structureApi.listYears, {}, { staleTime: 0 });

const options = { messages: false, touches: [plannerApi.listVersions] };
export const createVersion = mutationOf(plannerApi.createVersion, options);
export const publishVersion = mutationOf(plannerApi.publish, {
  messages: false,
  touches: [plannerApi.listVersions, plannerApi.getCurrent],
});

export const currentQuery = (version_uuid: string | undefined) =>
  queryOptions<EditorAnswer, ApiError, EditorState, EndpointKey>({
    ...queryOf(plannerApi.getCurrent, { query: { version_uuid } }, { staleTime: 0 }),
    select: editorOf,
  });
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

/**
 * Shows what a push or pop left; says whether that is all: not so where something was changed before that is not shown, or
 * where an older answer is on its way.
 */
export function showEdits(done: EditsTold): boolean {
  let isAll = queries.isFetching({ queryKey: keyOf(plannerApi.getCurrent) }) === 0;
  updateQueries(plannerApi.getCurrent, (answer) => {
    if (isBehind(answer, done)) isAll = false;
    return applyToAnswer(answer, done);
  });
  return isAll;
}

export const railsQuery = (id: string) => queryOf(plannerApi.listRails, { params: { id } }, { staleTime: 0 });
export const railsAheadQuery = (id: string, query: ArgsOf<typeof plannerApi.getRailsAhead>['query']) =>
  queryOf(plannerApi.getRailsAhead, { params: { id }, query }, { staleTime: 0 });
export const railPupilsQuery = (id: number, list: RailList) =>
  infiniteQueryOf(plannerApi.listRailPupils, { params: { id: `${id}` }, query: { list } }, RAIL_PUPILS_PAGE);
export const bookletsQuery = queryOf(plannerApi.listBooklets, {}, { staleTime: 0 });
export const createBooklet = mutationOf(plannerApi.createBooklet, {
  messages: false,
  touches: [plannerApi.listBooklets],
});
export const downloadBooklet = mutationOf(plannerApi.downloadBooklet);

const railing = { messages: false, touches: [plannerApi.listRails] };
export const startRails = mutationOf(plannerApi.startRails, railing);
export const stopRails = mutationOf(plannerApi.stopRails, railing);
export const enrolRails = mutationOf(plannerApi.enrolRails, railing);
export const withdrawRails = mutationOf(plannerApi.withdrawRails, railing);
export const placeRails = mutationOf(plannerApi.placeRails, {
  messages: false,
  touches: [plannerApi.listVersions, plannerApi.getCurrent],
});
