import { subscriptionsApi } from '@kreide/core/features/subscriptions';
import { mutationOf, queryOf } from '../../kernel/data.ts';

/** The addresses that the user has created, for every plan. */
export const subscriptionsQuery = queryOf(subscriptionsApi.list, {});

/** Creates an address for a plan; the form shows validation errors. */
export const createSubscription = mutationOf(subscriptionsApi.create, {
  messages: false,
  touches: [subscriptionsApi.list],
});

/** Revokes an address; the server's message says why it failed. */
export const removeSubscription = mutationOf(subscriptionsApi.remove, { touches: [subscriptionsApi.list] });
