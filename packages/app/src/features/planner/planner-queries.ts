import { plannerApi } from '@kreide/core/features/planner';
import { structureApi } from '@kreide/core/features/structure';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const overviewQuery = queryOf(plannerApi.listVersions, {}, { staleTime: 0 });
export const yearsQuery = queryOf(structureApi.listYears, {}, { staleTime: 0 });

const options = { messages: false, touches: [plannerApi.listVersions] };
export const createVersion = mutationOf(plannerApi.createVersion, options);
export const publishVersion = mutationOf(plannerApi.publish, {
  messages: false,
  touches: [plannerApi.listVersions, plannerApi.getCurrent],
});
