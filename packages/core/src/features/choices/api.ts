import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { OPTIONS_MAXIMUM, WISHES_MAXIMUM } from './rules.ts';
import { choice, choiceChange, choiceDraft, chooser, closing, ownChoice } from './schema.ts';
import './errors.ts';

const one = z.object({ id: f.idText });
const managing = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;
const wishes = z.array(f.id).check(z.maxLength(WISHES_MAXIMUM));

export const list = endpoint({
  ...managing,
  method: 'GET',
  path: '/choices',
  answer: f.answerOf(z.array(choice)),
  summary: 'The choices of the school with their options and counts, the last to close first, at most 200.',
});

export const create = endpoint({
  ...managing,
  method: 'POST',
  path: '/choices',
  body: choiceDraft,
  answer: f.answerOf(choice),
  errors: ['not_found'],
  audit: 'choices:audit.create',
  summary: 'Makes a choice for the pupils of some grades.',
});

export const update = endpoint({
  ...managing,
  method: 'PUT',
  path: '/choices/{id}',
  params: one,
  body: choiceChange,
  answer: f.answerOf(choice),
  errors: ['not_found', 'conflict', 'choice_published'],
  audit: 'choices:audit.update',
  summary:
    'Changes a choice; wishes for options that are gone are gone too, and so is a draft of places. 409 when somebody has changed it since `updated_at`.',
});

export const remove = endpoint({
  ...managing,
  method: 'DELETE',
  path: '/choices/{id}',
  params: one,
  answer: null,
  errors: ['not_found', 'choice_published'],
  audit: 'choices:audit.remove',
  summary: 'Removes a choice that is not published, with its wishes.',
});

export const listPeople = endpoint({
  ...managing,
  method: 'GET',
  path: '/choices/{id}/people',
  params: one,
  answer: f.answerOf(z.array(chooser)),
  errors: ['not_found'],
  summary: 'Who is asked, by name, with their wishes and, once places are given, their place.',
});

export const listClosings = endpoint({
  ...managing,
  method: 'GET',
  path: '/choices/{id}/closings',
  params: one,
  answer: f.answerOf(z.array(closing)),
  errors: ['not_found', 'choice_open'],
  summary:
    'The options below their minimum, each with how many would have a worse place or none if it were closed, the smallest harm first.',
});

export const allocate = endpoint({
  ...managing,
  method: 'POST',
  path: '/choices/{id}/allocate',
  params: one,
  body: z.strictObject({ closed_ids: z.array(f.id).check(z.maxLength(OPTIONS_MAXIMUM)) }),
  answer: f.answerOf(choice),
  errors: ['not_found', 'choice_open', 'choice_published'],
  audit: 'choices:audit.allocate',
  summary:
    'Gives places by minimum cost and lottery as a draft, without the closed options; what was moved by hand is gone then.',
});

export const move = endpoint({
  ...managing,
  method: 'PUT',
  path: '/choices/{id}/places/{user_id}',
  params: z.object({ id: f.idText, user_id: f.idText }),
  body: z.strictObject({
    option_id: z.nullable(f.id),
    /** Where the person was when it was decided. */
    former_id: z.nullable(f.id),
    /** One more than it has places, on purpose. */
    is_over: z.boolean(),
  }),
  answer: f.answerOf(chooser),
  errors: ['not_found', 'conflict', 'choice_unallocated', 'choice_published', 'option_full'],
  audit: 'choices:audit.move',
  summary: 'Moves one person in the draft; 409 when somebody has moved them since, or the option is full.',
});

export const publish = endpoint({
  ...managing,
  method: 'POST',
  path: '/choices/{id}/publish',
  params: one,
  answer: f.answerOf(choice),
  errors: ['not_found', 'choice_unallocated', 'choice_published'],
  audit: 'choices:audit.publish',
  summary:
    'Makes the places enrolments from today on, in the course with the name of the option, or a new one, and shows everybody their own.',
});

export const listOwn = endpoint({
  method: 'GET',
  path: '/users/{id}/choices',
  auth: 'user',
  needs: { can: 'choices.view' },
  params: one,
  answer: f.answerOf(z.array(ownChoice)),
  errors: ['not_found'],
  summary:
    'What a pupil is asked, the next to close first, with the own wishes, and what became of them: for the pupil and the parents.',
});

export const setWishes = endpoint({
  method: 'PUT',
  path: '/users/{id}/choices/{choice_id}',
  auth: 'user',
  needs: { can: 'choices.choose' },
  params: z.object({ id: f.idText, choice_id: f.idText }),
  body: z.strictObject({ wishes, former: wishes }),
  answer: f.answerOf(ownChoice),
  errors: ['not_found', 'conflict', 'choice_closed'],
  audit: 'choices:audit.wish',
  summary:
    'Stores the ranked wishes of a pupil, best first; 409 when the time is over, or somebody has wished otherwise since `former`.',
});
