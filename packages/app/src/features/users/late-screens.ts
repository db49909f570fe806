// Few open one of them: the names of all files are part of every first visit.
export { EndsBanner } from './EndsBanner.tsx';
export { PeopleScreen } from './PeopleScreen.tsx';
export { PersonScreen } from './PersonScreen.tsx';
export { RoleScreen } from './RoleScreen.tsx';
export { RolesScreen } from './RolesScreen.tsx';
