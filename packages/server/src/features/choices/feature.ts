import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { choicesHandlers } from './handlers.ts';
import { choicesMerge } from './queries/merge.ts';
import { choiceData, eraseWishes } from './queries/personal-data.ts';
import { type ChoiceParts, createReminder } from './telling.ts';

export function choicesFeature(parts: ChoiceParts & Pick<FeatureParts, 'database' | 'clock'>): Feature {
  return {
    implemented: choicesHandlers(parts),
    ...createReminder(parts, parts.tellOfChoices),
    erase: eraseWishes,
    merge: choicesMerge,
    personalData: choiceData,
  };
}
