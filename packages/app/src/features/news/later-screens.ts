export { ChannelNewsScreen } from './ChannelNewsScreen.tsx';
export { ScheduledScreen } from './ScheduledScreen.tsx';
export { SingleNewsScreen } from './SingleNewsScreen.tsx';
