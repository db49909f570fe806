import { applyLinks, type Link, linkEvents, linksApi, moveLink } from '@kreide/core/features/links';
import { invalidateQueries, mutationOf, queryOf, updateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';

export const linksQuery = () => queryOf(linksApi.list, {});

const options = { messages: false, touches: [linksApi.list] };
export const createLink = mutationOf(linksApi.create, options);
export const updateLink = mutationOf(linksApi.update, options);
export const removeLink = mutationOf(linksApi.remove, {
  ...options,
  echo: ({ params }) => updateQueries(linksApi.list, (links) => links.filter(({ id }) => `${id}` !== params.id)),
});
export const restoreLink = mutationOf(linksApi.restore, options);
export const reorderLinks = mutationOf(linksApi.reorder, {
  ...options,
  echo: ({ body: { ids } }) =>
    updateQueries(linksApi.list, (links) =>
      ids.reduce<Link[]>((moved, id, place) => moveLink(moved, id, place), links),
    ),
});

/** Keeps the links on screen up to date with what others change. */
export function useLinkEvents(): void {
  const { permissions } = useSelf();
  useRealtime(
    linkEvents.changed,
    (shared) => updateQueries(linksApi.list, () => applyLinks(shared, { permissions: new Set(permissions) })),
    () => void invalidateQueries(linksApi.list),
  );
}
