import { event } from '../../kernel/event.ts';
import { countChange } from './schema.ts';

export const count = event({
  name: 'notifications.count',
  payload: countChange,
  summary: 'The number of the own notifications, or of those unread, has changed (C-7.115).',
});
