import type { HintSection, UserProperties } from './properties.ts';

/** The property that says whether somebody has put away the hint of a section (T-3.71). */
export const hintProperty = <Section extends HintSection>(section: Section) => `users.hints.${section}.hidden` as const;

/** Whether somebody has put away the hint of a section; at first nobody has. */
export const isHintHidden = (properties: UserProperties, section: HintSection): boolean =>
  properties[hintProperty(section)] === '1';
