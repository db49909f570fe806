import type { Feature } from '../../kernel/feature.ts';
import { helpHandlers } from './handlers.ts';
import { contactData, eraseContact } from './queries.ts';

export const helpFeature = (): Feature => ({
  implemented: helpHandlers(),
  erase: eraseContact,
  personalData: contactData,
});
