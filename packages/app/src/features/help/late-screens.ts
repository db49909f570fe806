/** Screens that are seldom seen, fetched as one: each file costs what lists it. */
export { ReleaseBanner } from './ReleaseBanner.tsx';
export { ReleaseNotesScreen } from './ReleaseNotesScreen.tsx';
export { VideosScreen } from './VideosScreen.tsx';
