export { ForgotScreen } from './ForgotScreen.tsx';
export { LostScreen } from './LostScreen.tsx';
export { PasswordResetScreen } from './PasswordResetScreen.tsx';
