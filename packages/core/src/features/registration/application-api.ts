import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  APPLICATION_PATHS,
  acceptedApplication,
  application,
  applicationBody,
  applicationInformation,
  applicationPage,
  applicationPageBody,
  applyingSchool,
} from './applications.ts';
import './errors.ts';

const one = z.object({ id: f.idText });

export const getApplyingSchool = endpoint({
  method: 'GET',
  path: '/applications/schools/{uuid}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ uuid: f.uuid }),
  answer: f.answerOf(applyingSchool),
  errors: ['not_found'],
  summary: 'A school that takes applications, and of whom; 404 when there is none or it takes none.',
});

export const getApplicationInformation = endpoint({
  method: 'GET',
  path: '/applications/schools/{uuid}/{type}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ uuid: f.uuid, type: z.enum(APPLICATION_PATHS) }),
  answer: f.answerOf(applicationInformation),
  errors: ['not_found'],
  summary: 'What a school says to who wants to apply as one of a type, and the ticket of its form.',
});

export const apply = endpoint({
  method: 'POST',
  path: '/applications/apply',
  auth: 'public',
  needs: 'nothing',
  body: applicationBody,
  answer: null,
  errors: ['not_found', 'form_expired', 'applications_full'],
  idempotent: false,
  audit: 'registration:audit.apply',
  summary: 'Sends an application to a school; the answer is the same whether or not the address is known there.',
});

export const listApplications = endpoint({
  method: 'GET',
  path: '/applications',
  auth: 'user',
  needs: { permission: 'manage-users' },
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(application)),
  summary: 'The applications of the school: those that wait, oldest first, then the answered ones, newest first.',
});

export const acceptApplication = endpoint({
  method: 'POST',
  path: '/applications/{id}/accept',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  body: z.strictObject({ grade_id: z.nullable(f.id) }),
  answer: f.answerOf(acceptedApplication),
  errors: ['not_found', 'already_answered'],
  // The letters are shown once: no copy of the answer is stored.
  idempotent: false,
  audit: 'registration:audit.acceptApplication',
  summary: 'Makes an account that waits for its code, and mails that to the person.',
});

export const declineApplication = endpoint({
  method: 'POST',
  path: '/applications/{id}/decline',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  body: z.strictObject({ reason: f.line(300) }),
  answer: f.answerOf(application),
  errors: ['not_found', 'already_answered'],
  audit: 'registration:audit.declineApplication',
  summary: 'Declines an application with a reason, which is mailed to the person.',
});

export const listApplicationPages = endpoint({
  method: 'GET',
  path: '/schools/{id}/application-pages',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: one,
  answer: f.answerOf(z.object({ url: z.string(), pages: z.array(applicationPage) })),
  errors: ['not_found'],
  summary: 'The information pages of the school, one for each type, and the address of their choice.',
});

export const updateApplicationPage = endpoint({
  method: 'PUT',
  path: '/schools/{id}/application-pages/{type}',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.extend(one, { type: z.enum(APPLICATION_PATHS) }),
  body: applicationPageBody,
  answer: f.answerOf(applicationPage),
  errors: ['not_found', 'conflict'],
  audit: 'registration:audit.applicationPage',
  summary:
    'Opens or closes the applications of a type and sets what the school says there; 409 when somebody has changed that since `updated_at`.',
});
