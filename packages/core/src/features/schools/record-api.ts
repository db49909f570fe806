import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { LOGO_MAXIMUM_BYTES } from './record-rules.ts';
import {
  schoolBilling,
  schoolBillingDraft,
  schoolContact,
  schoolContactDraft,
  schoolFeatures,
  schoolProperties,
  schoolRecord,
  schoolRecordDraft,
  schoolType,
} from './record-schema.ts';

const params = z.object({ id: f.idText });
const managing = { auth: 'user', needs: { permission: 'edit-school' }, params } as const;

// A module of its own: pages of the administration call it.
export const listTypes = endpoint({
  method: 'GET',
  path: '/school-types',
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(z.array(schoolType)),
  summary: 'The kinds of schools with their levels.',
});

export const getRecord = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}',
  query: z.object({ extended: z.optional(f.flagText) }),
  answer: f.answerOf(schoolRecord),
  errors: ['not_found'],
  summary: 'The school as a record; extended with counts, contact person, school years and settings.',
});

export const updateRecord = endpoint({
  ...managing,
  method: 'PUT',
  path: '/schools/{id}',
  body: schoolRecordDraft,
  answer: f.answerOf(schoolRecord),
  errors: ['not_found', 'conflict'],
  audit: 'schools:audit.record',
  summary: 'Changes what a school says about itself: name, kind, address, colour.',
});

export const getContactPerson = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/operator-contact',
  answer: f.answerOf(schoolContact),
  errors: ['not_found'],
  summary: 'Whom the operator asks about the school.',
});

export const updateContactPerson = endpoint({
  ...managing,
  method: 'PUT',
  path: '/schools/{id}/operator-contact',
  body: schoolContactDraft,
  answer: f.answerOf(schoolContact),
  errors: ['not_found'],
  audit: 'schools:audit.contactPerson',
  summary: 'Names whom the operator asks about the school; empty texts name nobody.',
});

export const getBilling = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/billing',
  answer: f.answerOf(schoolBilling),
  errors: ['not_found'],
  summary: 'Whom invoices are written to; until something is saved, the address of the record.',
});

export const updateBilling = endpoint({
  ...managing,
  method: 'PUT',
  path: '/schools/{id}/billing',
  body: schoolBillingDraft,
  answer: f.answerOf(schoolBilling),
  errors: ['not_found', 'conflict'],
  audit: 'schools:audit.billing',
  summary: 'Sets whom invoices are written to.',
});

export const getProperties = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/properties',
  answer: f.answerOf(schoolProperties),
  errors: ['not_found'],
  summary: 'What the school has set about itself.',
});

export const updateProperties = endpoint({
  ...managing,
  method: 'PUT',
  path: '/schools/{id}/properties',
  body: z.strictObject(schoolProperties.shape),
  answer: f.answerOf(schoolProperties),
  errors: ['not_found'],
  audit: 'schools:audit.properties',
  summary: 'Sets what the school decides about itself; other properties stay as they are.',
});

export const getFeatures = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/school-properties',
  answer: f.answerOf(schoolFeatures),
  errors: ['not_found'],
  summary: 'Which features of the product the operator has switched on for the school; a school does not change them.',
});

export const uploadLogo = endpoint({
  ...managing,
  method: 'POST',
  path: '/schools/{id}/logo',
  upload: { max_files: 1, max_bytes: LOGO_MAXIMUM_BYTES },
  answer: f.answerOf(z.object({ logo: f.uuid })),
  errors: ['not_found'],
  audit: 'schools:audit.logo',
  summary: 'Sets the logo of the school: a picture of pixels, which is kept at most 512 wide and without metadata.',
});

export const removeLogo = endpoint({
  ...managing,
  method: 'DELETE',
  path: '/schools/{id}/logo',
  answer: null,
  errors: ['not_found'],
  audit: 'schools:audit.logo',
  summary: 'Removes the logo of the school.',
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/schools/{id}/logo',
  auth: 'user',
  needs: 'member',
  params,
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  summary: 'The logo of the own school, as WebP.',
});
