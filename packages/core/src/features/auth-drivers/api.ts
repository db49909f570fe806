import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  authDriverDraft,
  authDriverReport,
  authDriverSettings,
  authDriverTrial,
  beginAnswer,
  beginBody,
  DRIVER_TYPES,
  directoryBody,
  finishAnswer,
  finishBody,
  finishTrialBody,
  proposal,
  signInWay,
  trialReport,
} from './schema.ts';
import './errors.ts';

const params = z.object({ id: f.idText });
const needs = { permission: 'edit-school' } as const;

export const listTypes = endpoint({
  method: 'GET',
  path: '/auth-driver/types',
  auth: 'user',
  needs,
  answer: f.answerOf(z.array(z.enum(DRIVER_TYPES))),
  summary: 'The kinds of services through which a school can sign people in.',
});

export const getDriver = endpoint({
  method: 'GET',
  path: '/schools/{id}/auth-driver/settings',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(authDriverSettings),
  errors: ['not_found'],
  summary: 'How people sign in at the service of the school, without its secret, and the address to enter there.',
});

export const saveDriver = endpoint({
  method: 'PUT',
  path: '/schools/{id}/auth-driver/settings',
  auth: 'user',
  needs,
  params,
  body: authDriverDraft,
  answer: f.answerOf(authDriverSettings),
  errors: ['not_found', 'conflict'],
  idempotent: false,
  audit: 'auth-drivers:audit.save',
  summary:
    'Saves it. Another service or client needs its secret again, and people are connected anew; 409 when somebody has changed it since `updated_at`.',
});

export const removeDriver = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/auth-driver/settings',
  auth: 'user',
  needs,
  params,
  answer: null,
  errors: ['not_found'],
  audit: 'auth-drivers:audit.remove',
  summary: 'Forgets it with its secret and who is connected; everybody signs in with a password again.',
});

export const testDriver = endpoint({
  method: 'POST',
  path: '/schools/{id}/auth-driver/test',
  auth: 'user',
  needs,
  params,
  body: authDriverTrial,
  answer: f.answerOf(authDriverReport),
  errors: ['not_found'],
  timeout: 60_000,
  idempotent: false,
  summary: 'Asks the service and says in words, step by step, what is fine and what to do; changes nothing.',
});

export const getTrial = endpoint({
  method: 'GET',
  path: '/schools/{id}/auth-driver/trials/{uuid}',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, uuid: f.uuid }),
  answer: f.answerOf(trialReport),
  errors: ['not_found'],
  summary:
    'What the service has answered to the sign-in that a test began, in words, step by step, and value by value; null until it has, 404 after a quarter of an hour.',
});

export const finishTrial = endpoint({
  method: 'POST',
  path: '/auth/service/trial',
  auth: 'public',
  needs: 'nothing',
  body: finishTrialBody,
  answer: null,
  errors: ['sign_in_over'],
  timeout: 30_000,
  idempotent: false,
  summary: 'Takes what a service of OpenID Connect answers to a sign-in that a test began, once; it signs nobody in.',
});

const proposalParams = z.object({ id: f.idText, uuid: f.uuid });

export const listProposals = endpoint({
  method: 'GET',
  path: '/schools/{id}/auth-driver/proposals',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(z.array(proposal)),
  errors: ['not_found'],
  summary:
    'Who may be a person of the school of those who came through the service and whom nobody knows by its key; the newest first, 50 at most.',
});

export const acceptProposal = endpoint({
  method: 'POST',
  path: '/schools/{id}/auth-driver/proposals/{uuid}/accept',
  auth: 'user',
  needs,
  params: proposalParams,
  answer: null,
  errors: ['not_found', 'person_connected'],
  audit: 'auth-drivers:audit.acceptProposal',
  summary: 'Connects the account with whoever came: they are known by the key of the service from now on.',
});

export const refuseProposal = endpoint({
  method: 'POST',
  path: '/schools/{id}/auth-driver/proposals/{uuid}/refuse',
  auth: 'user',
  needs,
  params: proposalParams,
  answer: null,
  errors: ['not_found'],
  audit: 'auth-drivers:audit.refuseProposal',
  summary: 'It is somebody else: the same is not proposed again for 30 days.',
});

export const getWay = endpoint({
  method: 'GET',
  path: '/auth/ways/{slink}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ slink: f.slink }),
  answer: f.answerOf(z.nullable(signInWay)),
  summary: 'The service through which people of a school sign in besides; null: none, or no such school.',
});

export const begin = endpoint({
  method: 'POST',
  path: '/auth/service/begin',
  auth: 'public',
  needs: 'nothing',
  body: beginBody,
  answer: f.answerOf(beginAnswer),
  errors: ['no_auth_driver', 'auth_service_unreachable'],
  timeout: 30_000,
  idempotent: false,
  summary: 'Begins to sign in at the service of the school: the address to go to. A cookie binds it to this browser.',
});

export const finish = endpoint({
  method: 'POST',
  path: '/auth/service/finish',
  auth: 'public',
  needs: 'nothing',
  body: finishBody,
  answer: finishAnswer,
  errors: [
    'no_auth_driver',
    'auth_service_unreachable',
    'sign_in_over',
    'sign_in_refused',
    'person_unknown',
    'person_connected',
    'user_locked',
    'user_expired',
    'school_locked',
  ],
  timeout: 30_000,
  idempotent: false,
  audit: 'auth-drivers:audit.signIn',
  summary: 'Ends what `begin` began: checks what the service says and signs the person in, with their second step.',
});

export const loginIdm = endpoint({
  method: 'POST',
  path: '/auth/login-idm',
  auth: 'public',
  needs: 'nothing',
  body: directoryBody,
  answer: finishAnswer,
  errors: [
    'no_auth_driver',
    'auth_service_unreachable',
    'wrong_credentials',
    'directory_ambiguous',
    'directory_account_locked',
    'directory_account_ended',
    'directory_password_expired',
    'directory_time_refused',
    'sign_in_over',
    'person_unknown',
    'person_connected',
    'user_locked',
    'user_expired',
    'school_locked',
  ],
  timeout: 60_000,
  idempotent: false,
  audit: 'auth-drivers:audit.signIn',
  summary:
    'Signs in with the name and the password of the directory of the school; a wrong name and a wrong password answer alike.',
});
