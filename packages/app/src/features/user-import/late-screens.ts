export { CompareScreen } from './CompareScreen.tsx';
export { UploadScreen } from './UploadScreen.tsx';
export { YearTypeScreen } from './YearTypeScreen.tsx';
