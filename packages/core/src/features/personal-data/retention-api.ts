import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { retention } from './retention.ts';

const ofSchool = z.object({ id: f.idText });

export const getRetention = endpoint({
  method: 'GET',
  path: '/schools/{id}/retention',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: ofSchool,
  answer: f.answerOf(retention),
  errors: ['not_found'],
  summary: 'For how many days the school keeps each kind of data.',
});

export const updateRetention = endpoint({
  method: 'PUT',
  path: '/schools/{id}/retention',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: ofSchool,
  body: retention,
  answer: f.answerOf(retention),
  errors: ['not_found'],
  audit: 'personal-data:audit.retention',
  summary: 'Changes for how many days the school keeps each kind of data; what is older is removed every night.',
});
