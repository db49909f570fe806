/** Screens that are seldom seen, fetched as one: each file costs what lists it. */
export { ProductQuestion } from './ProductQuestion.tsx';
export { ReleaseBanner } from './ReleaseBanner.tsx';
export { ReleaseNotesScreen } from './ReleaseNotesScreen.tsx';
export { VideosScreen } from './VideosScreen.tsx';
