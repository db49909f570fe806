import { ACCEPTANCES_PAGE, policiesApi } from '@kreide/core/features/management';
import { usersApi } from '@kreide/core/features/users';
import { infiniteQueryOf, mutationOf, queryOf } from '../../kernel/data.ts';

const ofSchool = (id: number) => ({ params: { id: `${id}` } });

export const policiesQuery = (schoolId: number) =>
  queryOf(policiesApi.listPolicies, ofSchool(schoolId), { staleTime: 0 });

export const acceptancesQuery = (schoolId: number, policyId: number) =>
  infiniteQueryOf(
    policiesApi.listAcceptances,
    { params: { id: `${schoolId}`, policyId: `${policyId}` } },
    ACCEPTANCES_PAGE,
  );

export const createPolicy = mutationOf(policiesApi.createPolicy, { touches: [policiesApi.listPolicies] });
export const acceptPolicy = mutationOf(policiesApi.acceptPolicy, {
  touches: [policiesApi.listPolicies, usersApi.getSelf],
});
