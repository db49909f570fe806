import { type ClassbookEntry, classbookApi, type EntryUser } from '@kreide/core/features/classbook';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf, updateQueries } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { TOUCHED_BY_MARKS } from './book.ts';

export type MarkChange =
  | { readonly kind: 'absent' | 'remove' }
  | { readonly kind: 'too-late'; readonly minutes: number };

/** The pupils of a lesson with a mark set or taken away. */
export function withMark(
  users: readonly EntryUser[],
  userId: number,
  change: MarkChange,
  minutes: number,
): EntryUser[] {
  const marked_at = new Date().toISOString();
  return users.map((user) => {
    if (user.id !== userId) return user;
    if (change.kind === 'remove') return { ...user, mark: null };
    const lasting = change.kind === 'too-late' ? Math.min(change.minutes, minutes) : minutes;
    const state = change.kind === 'absent' ? (user.absence?.state ?? 'UNEXCUSED') : null;
    return { ...user, mark: { kind: change.kind, minutes: lasting, marked_at, state } };
  });
}

/** Who takes part in a lesson, and how they are marked: shown at once, taken back when the server refuses. */
export function useRoll(entry: ClassbookEntry) {
  const { t } = useTranslation(['classbook', 'errors']);
  const params = { id: String(entry.classbook_id), entryId: String(entry.id) };
  const query = useQuery(queryOf(classbookApi.listEntryUsers, { params }, { staleTime: 0 }));
  const length = Math.round((Date.parse(entry.ends_at) - Date.parse(entry.begins_at)) / 60_000);
  const echo = (userId: number, change: MarkChange) =>
    updateQueries(classbookApi.listEntryUsers, (users) => withMark(users, userId, change, length), { params });
  const onError = ({ code }: ApiError) =>
    toasts.show('error', t('entry.markFailed', { reason: t(`errors:${code}`) }), { topic: 'classbook roll' });
  const options = { messages: false, touches: TOUCHED_BY_MARKS };
  const absent = useMutation({
    ...mutationOf(classbookApi.markAbsent, {
      ...options,
      echo: ({ body }) => echo(body.user_id, { kind: 'absent' }),
    }),
  });
  const late = useMutation({
    ...mutationOf(classbookApi.markTooLate, {
      ...options,
      echo: ({ body }) => echo(body.user_id, { kind: 'too-late', minutes: body.minutes }),
    }),
  });
  const remove = useMutation({
    ...mutationOf(classbookApi.removeMark, {
      ...options,
      echo: ({ body }) => echo(body.user_id, { kind: 'remove' }),
    }),
  });
  const roll = useMutation({ ...mutationOf(classbookApi.takeRoll, options) });
  return {
    query,
    takeRoll: () => roll.mutate({ params }, { onError }),
    mark: (user_id: number, change: MarkChange) => {
      if (change.kind === 'too-late') late.mutate({ params, body: { user_id, minutes: change.minutes } }, { onError });
      else if (change.kind === 'absent') absent.mutate({ params, body: { user_id } }, { onError });
      else remove.mutate({ params, body: { user_id } }, { onError });
    },
  };
}
