/** Screens that are seldom seen, fetched as one. */
export { OwnDataScreen } from './OwnDataScreen.tsx';
export { PersonDataScreen } from './PersonDataScreen.tsx';
export { RetentionScreen } from './RetentionScreen.tsx';
