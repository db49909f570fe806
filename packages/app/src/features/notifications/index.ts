export { ChatBadge } from './ChatBadge.tsx';
export { NewForYou } from './NewForYou.tsx';
