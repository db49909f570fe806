// Pages of an office's few days a year, in one file: the names of all files are part of every first visit.
export { DownloadScreen } from './DownloadScreen.tsx';
export { HistoryScreen } from './HistoryScreen.tsx';
export { ManualScreen } from './ManualScreen.tsx';
export { UploadScreen } from './UploadScreen.tsx';
