import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { CLASSBOOK_TIMEOUT as timeout } from './limits.ts';
import { roll, rollBody } from './schema.ts';

export const listRolls = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/rolls',
  auth: 'user',
  needs: { permission: 'view-entries' },
  params: z.object({ id: f.idText }),
  query: z.object({ date: f.date }),
  answer: f.answerOf(z.array(roll)),
  errors: ['not_found'],
  timeout,
  summary: 'The lessons that the caller holds on a day, with who takes part; asking for them makes no entry.',
});

export const saveRoll = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/rolls/{lessonUuid}/{date}',
  auth: 'user',
  needs: { can: 'entry.mark' },
  params: z.object({ id: f.idText, lessonUuid: f.uuid, date: f.date }),
  body: rollBody,
  answer: f.answerOf(roll),
  errors: ['not_found', 'mark_differs'],
  audit: 'classbook:audit.mark',
  timeout,
  summary:
    'Saves what was marked in a lesson, at once or later; makes its entry where there is none. Of two teachers who mark different pupils both count; of the same pupil the later mark stands and the other beside it. 409 when a pupil is said to be there whom somebody has marked otherwise meanwhile.',
});
