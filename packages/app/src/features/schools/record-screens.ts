export { EditBillingScreen } from './EditBillingScreen.tsx';
export { EditSchoolScreen } from './EditSchoolScreen.tsx';
