// Few open one of them: the names of all files are part of every first visit.
export { JoinScreen } from './JoinScreen.tsx';
export { StartScreen } from './StartScreen.tsx';
