export { BookCallScreen } from './BookCallScreen.tsx';
export { StartScreen } from './StartScreen.tsx';
export { SuccessScreen } from './SuccessScreen.tsx';
export { TrialScreen } from './TrialScreen.tsx';
export { UploadedScreen } from './UploadedScreen.tsx';
