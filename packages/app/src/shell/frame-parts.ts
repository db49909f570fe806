// Parts that open above the frame, or seldom stand in it: one file to fetch, after the first page.
export { AccountPanel } from './AccountPanel.tsx';
export { AppSwitcher } from './AppSwitcher.tsx';
export { CreateSheet } from './CreateSheet.tsx';
export { HintDialog } from './HintDialog.tsx';
export { MutedBanner } from './MutedBanner.tsx';
export { openMenuOf } from './menu-key.ts';
export { PreferencesDialog } from './PreferencesDialog.tsx';
export { UnsentList } from './UnsentList.tsx';
