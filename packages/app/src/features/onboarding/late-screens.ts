export { BookCallScreen } from './BookCallScreen.tsx';
export { StartScreen } from './StartScreen.tsx';
export { SuccessScreen } from './SuccessScreen.tsx';
export { UploadedScreen } from './UploadedScreen.tsx';
