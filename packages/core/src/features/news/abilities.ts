import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** What can be done with one news item (C-6.15 to C-6.17); `release`: show it to the public. */
export const NEWS_ABILITIES = ['update', 'delete', 'pin', 'release'] as const;
export type NewsAbility = (typeof NEWS_ABILITIES)[number];

/**
 * What somebody may do with a news item of their school: authors may change and delete their own while they may write
 * news; who may manage news may do everything with every item. For a new item, pass the person's own id as the author.
 */
export function newsAbilitiesOf(
  { user_id, permissions }: Pick<AskingPerson, 'user_id' | 'permissions'>,
  news: { user_id: number | null },
): Can<NewsAbility> {
  const manages = permissions.has('manage-news');
  const isAuthor = permissions.has('create-news') && news.user_id === user_id;
  return toCan({ update: isAuthor || manages, delete: isAuthor || manages, pin: manages, release: manages });
}
