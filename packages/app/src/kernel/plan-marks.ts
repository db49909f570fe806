import { type ComponentType, createContext } from 'react';

/** What a plan shows, for a feature that marks something in it. */
export interface PlanMarksProps {
  entity: string;
  id: string;
  /** First and last day on screen. */
  from: string;
  until: string;
  /** One lesson of the day, `HH:MM`; left out: all of them. */
  time?: { begins_at: string; ends_at: string };
}

/** What features above the timetable mark in it, loaded late; the frame provides it. */
export const PlanMarks = createContext<ComponentType<PlanMarksProps> | null>(null);
