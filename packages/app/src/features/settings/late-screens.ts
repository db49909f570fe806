/** Screens that are seldom seen, fetched as one: each file costs what lists it. */
export { AddParentScreen } from './AddParentScreen.tsx';
export { ConfirmEmailScreen } from './ConfirmEmailScreen.tsx';
export { CopyrightScreen } from './CopyrightScreen.tsx';
export { DeleteAccountScreen } from './DeleteAccountScreen.tsx';
export { DetailsScreen } from './DetailsScreen.tsx';
export { FamilyScreen } from './FamilyScreen.tsx';
export { OverviewScreen } from './OverviewScreen.tsx';
export { ProfileScreen } from './ProfileScreen.tsx';
export { RequestsScreen } from './RequestsScreen.tsx';
export { SettingsFrame } from './SettingsFrame.tsx';
