import type { Feature } from '../../kernel/feature.ts';
import type { EventTeller } from './announcing.ts';
import { calendarHandlers } from './handlers.ts';
import { calendarData, eraseParticipant } from './queries.ts';

export function calendarFeature(parts: { readonly tellOfEvents: EventTeller }): Feature {
  return { implemented: calendarHandlers(parts), erase: eraseParticipant, personalData: calendarData };
}
