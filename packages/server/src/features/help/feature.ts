import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { helpHandlers } from './handlers.ts';
import { contactData } from './queries.ts';
import { removeContact } from './removing.ts';

export const helpFeature = ({ clock }: Pick<FeatureParts, 'clock'>): Feature => ({
  implemented: helpHandlers(),
  erase: (db, person) => removeContact(db, person, clock.now()),
  personalData: contactData,
});
