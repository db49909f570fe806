export { NewForYou } from './NewForYou.tsx';
