import { subscriptionsApi } from '@kreide/core/features/subscriptions';
import { mutationOf, queryOf } from '../../kernel/data.ts';

/** The addresses that somebody has made, for every plan. */
export const subscriptionsQuery = queryOf(subscriptionsApi.list, {});

/** Makes an address for a plan; its form tells what is wrong. */
export const createSubscription = mutationOf(subscriptionsApi.create, {
  messages: false,
  touches: [subscriptionsApi.list],
});

/** Revokes an address; the server's own words say why when it does not work. */
export const removeSubscription = mutationOf(subscriptionsApi.remove, { touches: [subscriptionsApi.list] });
