import { LEADS_PAGE, type LeadOrder, type LeadState, type LeadSync, salesApi } from '@kreide/core/features/sales';
import { useQuery } from '@tanstack/react-query';
import { infiniteQueryOf, mutationOf, queryOf } from '../../kernel/data.ts';

/** How the list is narrowed and ordered, as it stands in the address. */
export interface LeadWish {
  search?: string;
  brand?: string;
  state?: LeadState;
  order?: LeadOrder;
}

export const leadsQuery = (query: LeadWish) => infiniteQueryOf(salesApi.list, { query }, LEADS_PAGE);

/** How often is looked how far fetching the leads is, ms. */
const LOOK_EVERY = 1500;
export const isSyncing = (sync: LeadSync | undefined) => sync?.state === 'waiting' || sync?.state === 'running';

/** How far fetching the leads is, looked at again while it goes on. */
export const useSync = (enabled: boolean): LeadSync | undefined =>
  useQuery({
    ...queryOf(salesApi.getSync, {}, { staleTime: 0 }),
    enabled,
    refetchInterval: ({ state: { data } }) => (isSyncing(data) ? LOOK_EVERY : false),
  }).data;

export const activationQuery = (uuid: string) =>
  queryOf(salesApi.getActivation, { params: { uuid } }, { staleTime: 0 });

const touches = [salesApi.list, salesApi.get, salesApi.getActivation];
const options = { messages: false, touches } as const;
export const startSync = mutationOf(salesApi.sync, { messages: false, touches: [salesApi.getSync] });
export const saveLead = mutationOf(salesApi.update, options);
export const activateLead = mutationOf(salesApi.activate, options);
export const fetchLead = mutationOf(salesApi.fetch, options);
export const visitLead = mutationOf(salesApi.visited, options);
export const forgetLead = mutationOf(salesApi.remove, { ...options, touches: [salesApi.list] });
