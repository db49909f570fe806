import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { CHANGE_LISTS, changeDraft, changeLine, doneChange, revertPreview, yearChange } from './schema.ts';
import './errors.ts';

const params = z.object({ id: f.idText });
const needs = { permission: 'change-schoolyear' } as const;
/** A school of ten thousand people is worked out within it on a slow machine. */
const timeout = 300_000;

export const get = endpoint({
  method: 'GET',
  path: '/schools/{id}/year-change',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(yearChange),
  errors: ['not_found'],
  timeout,
  summary:
    'The change to the next school year as it would be made now: what has to hold before, where each grade goes, and how many people it is; nothing is changed.',
});

export const listPeople = endpoint({
  method: 'GET',
  path: '/schools/{id}/year-change/people',
  auth: 'user',
  needs,
  params,
  query: z.object({ page: f.pageQuery, search: z.optional(f.line(100)), list: z.optional(z.enum(CHANGE_LISTS)) }),
  answer: f.answerOf(z.array(changeLine)),
  errors: ['not_found'],
  timeout,
  summary: 'Everybody in that change with the old and the new grade, or those of one list, 100 a page.',
});

export const update = endpoint({
  method: 'PUT',
  path: '/schools/{id}/year-change',
  auth: 'user',
  needs,
  params,
  body: changeDraft,
  answer: f.answerOf(yearChange),
  errors: ['not_found'],
  timeout,
  audit: 'year-change:audit.update',
  summary:
    'Decides where grades go and how long the accounts of those who leave stay open, and for how long the change can be taken back; nobody is moved yet.',
});

export const repeat = endpoint({
  method: 'PUT',
  path: '/schools/{id}/year-change/people/{userId}',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, userId: f.idText }),
  body: z.strictObject({ repeats: z.boolean() }),
  answer: f.answerOf(changeLine),
  errors: ['not_found'],
  timeout,
  audit: 'year-change:audit.repeat',
  summary: 'Decides that a pupil stays in the grade though it goes on, or goes on with it; nobody is moved yet.',
});

export const apply = endpoint({
  method: 'POST',
  path: '/timetables/upgrade-grades',
  auth: 'user',
  needs,
  body: z.strictObject({
    /** Of the plan that was shown: the change does that and nothing else. */
    revision: f.line(100, 0),
  }),
  answer: f.answerOf(doneChange),
  errors: ['people_changed', 'year_not_ready'],
  timeout,
  audit: 'year-change:audit.apply',
  summary:
    'Changes to the next school year at once and whole: moves everybody into their new grades from its first day on and keeps how they were before.',
});

export const previewRevert = endpoint({
  method: 'GET',
  path: '/schools/{id}/year-change/{changeId}/revert',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, changeId: f.idText }),
  answer: f.answerOf(revertPreview),
  errors: ['not_found', 'superseded', 'already_undone', 'revert_over'],
  timeout,
  summary:
    'What taking the newest change back would do: whom it would move, and why it would be refused; nothing is changed.',
});

export const revert = endpoint({
  method: 'PUT',
  path: '/schools/{id}/year-change/{changeId}/revert',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, changeId: f.idText }),
  answer: f.answerOf(doneChange),
  errors: ['not_found', 'superseded', 'already_undone', 'revert_over', 'changed_since'],
  timeout,
  audit: 'year-change:audit.revert',
  summary:
    'Takes the newest change back: everybody is exactly as before it. Refused when something of it was changed since then, and when the days for it are over.',
});
