export { YearDialog } from './YearDialog.tsx';
