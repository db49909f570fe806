import { type ComponentType, createContext, useContext, useEffect, useState } from 'react';

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

/** Fetches what features above the timetable mark in it; the frame provides it. */
export const PlanMarks = createContext<(() => Promise<ComponentType<PlanMarksProps>>) | null>(null);

/** A part of a page that nothing waits for: neither what is drawn already nor a page that somebody goes to. Null: it is not there yet. */
export function useFetchedPart<P>(load: (() => Promise<ComponentType<P>>) | null): ComponentType<P> | null {
  const [part, setPart] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    let isGone = false;
    load?.().then(
      (found) => !isGone && setPart(() => found),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return part;
}

/** What is marked in a plan, once it is fetched. */
export function usePlanMarks(isWanted: boolean): ComponentType<PlanMarksProps> | null {
  const load = useContext(PlanMarks);
  return useFetchedPart(isWanted ? load : null);
}
