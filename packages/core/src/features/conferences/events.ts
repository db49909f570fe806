import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';
import { signal } from './schema.ts';

const place = { channel_id: f.id, conference_uuid: f.uuid };

export const conferenceChanged = event({
  name: 'conference.changed',
  payload: z.object(place),
  summary: 'A conference of the receiver has begun or ended, or, for who is in it, somebody came, went or changed.',
});

export const conferenceSignal = event({
  name: 'conference.signal',
  payload: z.object({
    ...place,
    from_user_id: f.id,
    from_connection: f.uuid,
    to_connection: f.uuid,
    signals: z.array(signal),
  }),
  summary:
    'What the browser of another participant tells that of the receiver; other tabs than the named one ignore it.',
});
