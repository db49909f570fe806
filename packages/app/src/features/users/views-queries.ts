import { viewsApi } from '@kreide/core/features/users';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const viewsQuery = queryOf(viewsApi.listViews, {}, { staleTime: 60_000 });

const touches = [viewsApi.listViews];
export const createView = mutationOf(viewsApi.createView, { touches, messages: false });
export const updateView = mutationOf(viewsApi.updateView, { touches, messages: false });
export const removeView = mutationOf(viewsApi.removeView, { touches });
/** Takes the end of a view back. */
export const restoreView = mutationOf(viewsApi.createView, { touches });
