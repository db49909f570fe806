import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { idOfSelf } from './second-step-schema.ts';
import './errors.ts';

/** A place where somebody is signed in. */
export const openSession = z.object({
  id: f.id,
  /** Browser and system as the browser says: "Firefox, Windows"; null where nothing is recognised. */
  device: z.nullable(z.string()),
  /** `webuntis`: a program, not the app. */
  kind: z.enum(['app', 'webuntis', 'upload', 'webdav']),
  created_at: f.instant,
  last_used_at: f.instant,
  /** The session of the caller. */
  is_current: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/{id}/sessions',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  answer: f.answerOf(z.array(openSession)),
  errors: ['not_found'],
  summary: 'Where the caller is signed in, last used first.',
});

export const endSession = endpoint({
  forLeavers: true,
  method: 'DELETE',
  path: '/users/{id}/sessions/{session_id}',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf, session_id: f.idText }),
  answer: null,
  errors: ['not_found'],
  audit: 'auth:audit.sessionEnded',
  summary: 'Signs the caller out on one device.',
});
