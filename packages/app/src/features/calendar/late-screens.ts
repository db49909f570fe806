// One file: whoever sees the calendar opens its events.
export { CalendarScreen } from './CalendarScreen.tsx';
export { EventDialog } from './EventDialog.tsx';
