export { ScheduledScreen } from './ScheduledScreen.tsx';
export { SingleNewsScreen } from './SingleNewsScreen.tsx';
