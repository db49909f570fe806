export { ServiceButton } from './ServiceButton.tsx';
