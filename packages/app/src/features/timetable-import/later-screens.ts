export { AutomaticScreen } from './AutomaticScreen.tsx';
export { StatusScreen } from './StatusScreen.tsx';
