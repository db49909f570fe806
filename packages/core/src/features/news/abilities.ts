import { type Can, type Permission, toCan } from '../../kernel/abilities.ts';

/** What can be done with one news item (C-6.15 to C-6.17); `release`: show it to the public. */
export const NEWS_ABILITIES = ['update', 'delete', 'pin', 'release'] as const;
export type NewsAbility = (typeof NEWS_ABILITIES)[number];

/** Who asks: a session on the server, the signed-in user in the app. */
export interface NewsActor {
  user_id: number;
  permissions: { has(permission: Permission): boolean };
}

/**
 * What somebody may do with a news item of the own school: its author changes and deletes it while allowed to write news; who manages
 * news may do everything with all of them. A new item is one of one's own: pass the own id as its author.
 */
export function newsAbilitiesOf(
  { user_id, permissions }: NewsActor,
  news: { user_id: number | null },
): Can<NewsAbility> {
  const manages = permissions.has('manage-news');
  const isAuthor = permissions.has('create-news') && news.user_id === user_id;
  return toCan({ update: isAuthor || manages, delete: isAuthor || manages, pin: manages, release: manages });
}
