export { StalledSave } from './StalledSave.tsx';
