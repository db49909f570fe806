/** Screens that are seldom seen, fetched as one: each file costs what lists it. */
export { DeliveriesScreen } from './DeliveriesScreen.tsx';
export { DigestOffScreen } from './DigestOffScreen.tsx';
export { HelpPushScreen } from './HelpPushScreen.tsx';
export { MuteScreen } from './MuteScreen.tsx';
export { NotificationCentreScreen } from './NotificationCentreScreen.tsx';
export { SchoolNotificationsScreen } from './SchoolNotificationsScreen.tsx';
export { SettingsScreen } from './SettingsScreen.tsx';
