import { event } from '../../kernel/event.ts';
import { localeBody } from './schema.ts';

export const localeChanged = event({
  name: 'settings.locale',
  payload: localeBody,
  summary: 'The person has chosen another language, on whichever device (P-7.57).',
});
