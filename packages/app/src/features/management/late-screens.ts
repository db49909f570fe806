/** Screens that few open, fetched as one: each file costs what lists it. */

export { EndScreen } from './EndScreen.tsx';
export { HealthScreen } from './HealthScreen.tsx';
export { ArchivedPeopleScreen, DeletedPeopleScreen, PendingPeopleScreen } from './PeopleLists.tsx';
export { PeriodsScreen } from './PeriodsScreen.tsx';
export { PoliciesScreen } from './PoliciesScreen.tsx';
export { StatisticsScreen } from './StatisticsScreen.tsx';
