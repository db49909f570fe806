export { NewForYou } from './NewForYou.tsx';
export { summaryQuery } from './summary-query.ts';
