import type { Feature } from '../../kernel/feature.ts';
import { choicesHandlers } from './handlers.ts';
import { choiceData, eraseWishes } from './queries/personal-data.ts';

/** `planChanged` is called after places have become enrolments. */
export function choicesFeature(parts: { readonly planChanged: (schoolId: number) => void }): Feature {
  return { implemented: choicesHandlers(parts), erase: eraseWishes, personalData: choiceData };
}
