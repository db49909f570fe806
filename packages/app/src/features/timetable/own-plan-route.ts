export { askForOwnPlan as loader } from './ask-ahead.ts';
export { TimetableRedirect as Component } from './TimetableRedirect.tsx';
