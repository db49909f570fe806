export { NoticePage } from './NoticePage.tsx';
