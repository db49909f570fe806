// Pages that are seen once, in one file: the names of all files are part of every first visit.
export { AddChildScreen } from './AddChildScreen.tsx';
export { ChildRequestScreen } from './ChildRequestScreen.tsx';
export { ActivateScreen, CodeScreen } from './CodeScreen.tsx';
export { RegistrationScreen } from './RegistrationScreen.tsx';
export { requireProgress } from './require-progress.ts';
