import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { peopleView, peopleViewDraft } from './views.ts';

// A module of its own, as `properties-api.ts`.
const one = z.object({ id: f.idText });
const needs = { permission: 'manage-users' } as const;

export const listViews = endpoint({
  method: 'GET',
  path: '/people-views',
  auth: 'user',
  needs,
  answer: f.answerOf(z.array(peopleView)),
  summary: 'The choices of the people that the caller has kept, by name; nobody else sees them.',
});

export const createView = endpoint({
  method: 'POST',
  path: '/people-views',
  auth: 'user',
  needs,
  body: peopleViewDraft,
  answer: f.answerOf(peopleView),
  errors: ['not_found'],
  summary: 'Keeps a choice of the people under a name that no other of the caller has; at most 20.',
});

export const updateView = endpoint({
  method: 'PUT',
  path: '/people-views/{id}',
  auth: 'user',
  needs,
  params: one,
  body: peopleViewDraft,
  answer: f.answerOf(peopleView),
  errors: ['not_found'],
  summary: 'Renames a kept choice of the people, and changes what it has.',
});

export const removeView = endpoint({
  method: 'DELETE',
  path: '/people-views/{id}',
  auth: 'user',
  needs,
  params: one,
  answer: null,
  errors: ['not_found'],
  summary: 'Forgets a kept choice of the people.',
});
