import type { Feature } from '../../kernel/feature.ts';
import { calendarHandlers, type EventWays } from './handlers.ts';
import { calendarData, eraseParticipant } from './queries/personal.ts';

export function calendarFeature(parts: EventWays): Feature {
  return { implemented: calendarHandlers(parts), erase: eraseParticipant, personalData: calendarData };
}
