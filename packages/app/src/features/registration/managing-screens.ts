// What administrators see, in one file: the names of all files are part of every first visit.
export { ApplicationsScreen } from './ApplicationsScreen.tsx';
export { ChildRequestsScreen } from './ChildRequestsScreen.tsx';
export { KeysScreen } from './KeysScreen.tsx';
export { WaitingBanner } from './WaitingBanner.tsx';
