import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { supportedLanguage } from './schema.ts';
import './errors.ts';

export const listLanguages = endpoint({
  method: 'GET',
  path: '/channels/translations/supported-languages',
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(z.object({ service: z.nullable(z.string()), languages: z.array(supportedLanguage) })),
  errors: ['translation_failed'],
  summary:
    'The languages that texts can be translated to, and the host of the service that does it; without a service none.',
});
