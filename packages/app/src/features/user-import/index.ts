export { StalledSave } from './StalledSave.tsx';
export { useNewestRun } from './use-run.ts';
