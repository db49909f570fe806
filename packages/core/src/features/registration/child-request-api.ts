import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  CODE_WAYS,
  childRequest,
  childRequestDraft,
  childRequestRules,
  ownChildRequests,
  receivedChildRequest,
  waiting,
} from './child-requests.ts';
import { createdKey } from './schema.ts';
import './errors.ts';

const own = z.object({ id: z.union([z.literal('self'), f.idText]) });
const one = z.object({ id: f.idText });

export const requestChildCode = endpoint({
  method: 'POST',
  path: '/users/{id}/childs/request-code',
  auth: 'user',
  needs: 'self',
  params: own,
  body: childRequestDraft,
  answer: f.answerOf(childRequest),
  errors: ['not_found', 'requests_full'],
  audit: 'registration:audit.requestChildCode',
  summary:
    'Asks the school for the code of a child that the caller, a parent, names; whether there is one is not told.',
});

export const listOwnChildRequests = endpoint({
  method: 'GET',
  path: '/users/{id}/childs/requests',
  auth: 'user',
  needs: 'self',
  params: own,
  answer: f.answerOf(ownChildRequests),
  errors: ['not_found'],
  summary: 'What the caller asked for and what became of it, and what the school wants to know of a child.',
});

export const withdrawChildRequest = endpoint({
  method: 'DELETE',
  path: '/users/{id}/childs/requests/{request_id}',
  auth: 'user',
  needs: 'self',
  params: z.extend(own, { request_id: f.idText }),
  answer: f.answerOf(childRequest),
  errors: ['not_found', 'already_answered'],
  audit: 'registration:audit.withdrawChildRequest',
  summary: 'Takes a request back that nobody has answered; 409 when somebody has.',
});

export const listChildRequests = endpoint({
  method: 'GET',
  path: '/child-requests',
  auth: 'user',
  needs: { permission: 'manage-users' },
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(receivedChildRequest)),
  summary: 'What parents ask for: first what waits, oldest first, then what is answered, newest first.',
});

export const acceptChildRequest = endpoint({
  method: 'POST',
  path: '/child-requests/{id}/accept',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  body: z.strictObject({ child_id: f.id, way: z.enum(CODE_WAYS) }),
  answer: f.answerOf(createdKey),
  errors: ['not_found', 'already_answered', 'mail_unavailable'],
  // The letters are shown once: no copy of the answer is stored.
  idempotent: false,
  audit: 'registration:audit.acceptChildRequest',
  summary: 'Makes a code for the pupil who is meant and, if wanted, mails it to the parent.',
});

export const refuseChildRequest = endpoint({
  method: 'POST',
  path: '/child-requests/{id}/refuse',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  body: z.strictObject({ reason: f.line(300) }),
  answer: f.answerOf(receivedChildRequest),
  errors: ['not_found', 'already_answered'],
  audit: 'registration:audit.refuseChildRequest',
  summary: 'Refuses a request with a reason, which the parent sees.',
});

export const getWaiting = endpoint({
  method: 'GET',
  path: '/registration/waiting',
  auth: 'user',
  needs: { permission: 'manage-users' },
  answer: f.answerOf(waiting),
  summary: 'How many requests wait for an answer of those who manage people.',
});

export const updateChildRequestRules = endpoint({
  method: 'PUT',
  path: '/schools/{id}/child-request-rules',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: one,
  body: childRequestRules,
  answer: f.answerOf(childRequestRules),
  errors: ['not_found'],
  audit: 'registration:audit.childRequestRules',
  summary: 'Sets what parents have to say of a child beside its name.',
});

export const getChildRequestRules = endpoint({
  method: 'GET',
  path: '/schools/{id}/child-request-rules',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: one,
  answer: f.answerOf(childRequestRules),
  errors: ['not_found'],
  summary: 'What parents have to say of a child beside its name.',
});
