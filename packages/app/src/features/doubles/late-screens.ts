// Pages of an office's few days a year, in one file: the names of all files are part of every first visit.
export { CompareScreen } from './CompareScreen.tsx';
export { DoublesScreen } from './DoublesScreen.tsx';
