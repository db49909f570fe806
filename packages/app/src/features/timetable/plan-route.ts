export { askForPlan as loader } from './ask-ahead.ts';
export { TimetableScreen as Component } from './TimetableScreen.tsx';

/** Another week of the same plan is the page's own to ask for. */
export const shouldRevalidate = () => false;
