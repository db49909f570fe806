import { useLayoutEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** The content of the header for a page that has a name of its own. */
export interface PageHead {
  /** The name of what is seen, such as a person; replaces the title of the route. */
  title: string;
  /** A few words beside it. */
  about?: string | undefined;
  /** They stand below the title on a phone too. */
  isAboutKept?: boolean;
}

/** The head that the page on screen has set; null: the title of its route. */
export const pageHead = createStore<{
  head: PageHead | null;
  /** The place before its title where a page may put controls, by a portal; null while no frame is on screen. */
  before: HTMLElement | null;
  /** The same behind its title, before what every page has there. */
  after: HTMLElement | null;
  /** How many parts of the page on screen name the way back themselves. */
  ways: number;
}>(() => ({ head: null, before: null, after: null, ways: 0 }));

/** Ref of the place before the title. */
export const setHeadBefore = (before: HTMLElement | null): void => pageHead.setState({ before });
/** Ref of the place behind it. */
export const setHeadAfter = (after: HTMLElement | null): void => pageHead.setState({ after });

/** Names the page in header and window title while the component is mounted; an empty title leaves the route's. */
export function usePageHead({ title, about, isAboutKept = false }: PageHead): void {
  useLayoutEffect(() => {
    if (title === '') return;
    const head = { title, about, isAboutKept };
    pageHead.setState({ head });
    return () => pageHead.setState((state) => (state.head === head ? { head: null } : state));
  }, [title, about, isAboutKept]);
}
