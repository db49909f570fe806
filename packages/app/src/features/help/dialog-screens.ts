/** Saying that something is wrong in a plan, and answering it, fetched as one. */
export { DialogScreen } from './DialogScreen.tsx';
export { ReportsScreen } from './ReportsScreen.tsx';
