import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { entity, searchHit } from './schema.ts';

// A module of its own: the first load has `api.ts`, and no favourites.
const needs = { permission: 'view-timetable-all' } as const;
const answer = f.answerOf(z.array(searchHit));

export const listFavourites = endpoint({
  method: 'GET',
  path: '/timetables/favourites',
  auth: 'user',
  needs,
  answer,
  summary:
    'The plans that the caller has marked, in the order of the quick search: those that there are and that they may see.',
});

export const setFavourite = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/timetables/favourites/{entity}/{id}',
  auth: 'user',
  needs,
  params: z.object({ entity, id: f.idText }),
  body: z.strictObject({ is_favourite: z.boolean() }),
  answer,
  errors: ['not_found'],
  summary:
    'Marks a plan that the caller may find by the quick search, or takes the mark away; at most 30. Answers all favourites.',
});
