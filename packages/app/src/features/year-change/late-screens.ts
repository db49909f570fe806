export { InstantScreen } from './InstantScreen.tsx';
export { UpgradeScreen } from './UpgradeScreen.tsx';
export { ValidationScreen } from './ValidationScreen.tsx';
