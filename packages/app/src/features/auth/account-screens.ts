export { AccountsScreen } from './AccountsScreen.tsx';
export { SecondStepDue } from './SecondStepDue.tsx';
export { SecondStepSoon } from './SecondStepSoon.tsx';
export { SecurityScreen } from './SecurityScreen.tsx';
