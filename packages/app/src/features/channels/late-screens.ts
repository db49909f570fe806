// Few open one of them: the names of all files are part of every first visit.
export { ChannelActions } from './ChannelActions.tsx';
export { CreateScreen } from './CreateScreen.tsx';
export { CreationScreen } from './CreationScreen.tsx';
export { EditScreen } from './EditScreen.tsx';
export { LiteScreen } from './LiteScreen.tsx';
