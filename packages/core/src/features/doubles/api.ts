import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { comparison, double, mergeDraft } from './schema.ts';
import './errors.ts';

const managing = { auth: 'user', needs: { permission: 'manage-users' } } as const;

export const list = endpoint({
  ...managing,
  method: 'GET',
  path: '/doubles',
  query: z.object({ page: f.pageQuery, is_apart: z.optional(f.flagText) }),
  answer: f.answerOf(z.array(double)),
  summary:
    'Pairs of accounts of the school that may be one person, by name, or with `is_apart` those that somebody said are two people, the newest first; one more than a page where there is another.',
});

const pairOf = z.object({ id: f.idText, otherId: f.idText });
const telling = {
  ...managing,
  path: '/doubles/{id}/{otherId}/apart',
  params: pairOf,
  answer: f.answerOf(z.object({ is_apart: z.boolean() })),
  errors: ['not_found'],
} as const;

export const setApart = endpoint({
  ...telling,
  method: 'PUT',
  audit: 'doubles:audit.apart',
  summary: 'Says of two accounts that they are two people: no list asks about them again.',
});

export const askAgain = endpoint({
  ...telling,
  method: 'DELETE',
  audit: 'doubles:audit.askAgain',
  summary: 'Takes back that two accounts are two people.',
});

export const compare = endpoint({
  ...managing,
  method: 'GET',
  path: '/doubles/{id}/{otherId}',
  params: pairOf,
  answer: f.answerOf(comparison),
  errors: ['not_found'],
  summary: 'Two accounts side by side, what differs and what each of them has.',
});

export const merge = endpoint({
  ...managing,
  method: 'POST',
  path: '/doubles/{id}/merge',
  params: z.object({ id: f.idText }),
  body: mergeDraft,
  answer: f.answerOf(z.object({ id: f.id })),
  errors: [
    'not_found',
    'accounts_changed',
    'not_same_kind',
    'people_changes_running',
    'own_account',
    'last_administrator',
    'account_taken',
  ],
  audit: 'doubles:audit.merge',
  summary:
    'Makes one account of two: all that refers to the one who goes refers to this one from now on. Nobody takes it back; 409 when one of them has changed since `revision`.',
});
