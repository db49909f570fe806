import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/**
 * What can be done with one news item (C-6.15 to C-6.19); `release`: show it to the public, `confirm`: say that one has read
 * it, `view-statistics`: see who has.
 */
export const NEWS_ABILITIES = ['update', 'delete', 'pin', 'release', 'confirm', 'view-statistics'] as const;
export type NewsAbility = (typeof NEWS_ABILITIES)[number];

/** What the abilities depend on, apart from the person; a receiver is in one of its channels or named by it. */
export interface JudgedNews {
  user_id: number | null;
  is_confirmable?: boolean;
  is_receiver?: boolean;
}

/**
 * What somebody may do with a news item of their school: authors may change and delete their own while they may write
 * news, and see who has confirmed it; who may manage news may do everything with every item. Receivers confirm, the author
 * does not. For a new item, pass the person's own id as the author.
 */
export function newsAbilitiesOf(
  { user_id, permissions }: Pick<AskingPerson, 'user_id' | 'permissions'>,
  { user_id: author_id, is_confirmable = false, is_receiver = false }: JudgedNews,
): Can<NewsAbility> {
  const manages = permissions.has('manage-news');
  const changes = manages || (permissions.has('create-news') && author_id === user_id);
  return toCan({
    update: changes,
    delete: changes,
    pin: manages,
    release: manages,
    confirm: is_confirmable && is_receiver && author_id !== user_id,
    'view-statistics': is_confirmable && changes,
  });
}
