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
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(double)),
  summary:
    'Pairs of accounts of the school that may be one person, by name; one more than a page where there is another.',
});

export const compare = endpoint({
  ...managing,
  method: 'GET',
  path: '/doubles/{id}/{otherId}',
  params: z.object({ id: f.idText, otherId: f.idText }),
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
