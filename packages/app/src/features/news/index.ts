export { LatestNews } from './LatestNews.tsx';
