import { childRequestApi, REGISTRATION_PAGE } from '@kreide/core/features/registration';
import { infiniteQueryOf, queryOf } from '../../kernel/data.ts';

export const SELF = { params: { id: 'self' } } as const;

/** What the signed-in parent asked for. */
export const ownRequestsQuery = () => queryOf(childRequestApi.listOwnChildRequests, SELF, { staleTime: 0 });

/** The requests to the school. */
export const receivedRequestsQuery = () =>
  infiniteQueryOf(childRequestApi.listChildRequests, { query: {} }, REGISTRATION_PAGE);

/** How many wait; told by an event whenever that changes. */
export const waitingQuery = () => queryOf(childRequestApi.getWaiting, {}, { staleTime: 60_000 });
